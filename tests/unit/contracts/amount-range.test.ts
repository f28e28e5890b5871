import { parseAmountRange } from '@ledger/contracts/text/amount-range.ts'
import { splitSearchWords } from '@ledger/contracts/text/search-words.ts'
import { expect, it } from 'vitest'

const MOST = 999_999_999_999_999
const rangesIn = (q: string) => splitSearchWords(q).map((word) => parseAmountRange(word) ?? word)

it.each([
  ['>10000', [{ fromPaise: 1_000_001, toPaise: MOST }]],
  ['> ₹ 10,000', [{ fromPaise: 1_000_001, toPaise: MOST }]],
  ['≥ 5.5', [{ fromPaise: 550, toPaise: MOST }]],
  ['>=5.50', [{ fromPaise: 550, toPaise: MOST }]],
  ['<500', [{ fromPaise: 0, toPaise: 49_999 }]],
  ['<= Rs. 1,25,000', [{ fromPaise: 0, toPaise: 12_500_000 }]],
  ['१२,००० – १३,०००', [{ fromPaise: 1_200_000, toPaise: 1_300_000 }]],
  ['cement ₹12000-₹13000 gupta', ['cement', { fromPaise: 1_200_000, toPaise: 1_300_000 }, 'gupta']],
  [`>${'9'.repeat(40)}`, [{ fromPaise: MOST + 1, toPaise: MOST }]],
  // Texts and no ranges: a financial year, a telephone number, a date, two numbers that fall.
  ['2025-26', ['2025-26']],
  ['022-2345', ['022-2345']],
  ['2026-04-05', ['2026-04-05']],
  ['500 - 400', ['500', '400']],
  ['12500', ['12500']],
  ['>cement', ['>cement']],
  ['5.123-6', ['5.123-6']],
])('of %j the words are %j', (typed, expected) => {
  expect(rangesIn(typed)).toEqual(expected)
})
