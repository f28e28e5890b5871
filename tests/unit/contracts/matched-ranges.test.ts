import { findMatchedRanges } from '@ledger/contracts/text/matched-ranges.ts'
import { foldForSearch } from '@ledger/contracts/text/text-schemas.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'

/** Writes the matched parts in brackets. */
function marked(text: string, query: string): string {
  let [out, end] = ['', 0]
  for (const range of findMatchedRanges(text, query)) {
    out += `${text.slice(end, range.start)}[${text.slice(range.start, range.end)}]`
    end = range.end
  }
  return out + text.slice(end)
}

it.each([
  ['Sharma Traders', 'sharma', '[Sharma] Traders'],
  ['Sharma Traders', 'TRADERS sharma', '[Sharma] [Traders]'],
  ['Cement bags', 'सीमेंट bag', '[Cement] [bag]s'],
  ['रामलाल चाय वाला', 'chai', 'रामलाल [चाय] वाला'],
  ['रामलाल चाय वाला', 'ramlal wala', '[रामलाल] चाय [वाला]'],
  ['चावल', 'chai', 'चावल'],
  ['anant', 'an ant', '[anant]'],
  ['Nothing', '', 'Nothing'],
  // A consonant keeps its vowel sign and its conjunct.
  ['सीमेंट की बोरी', 'सीम', '[सीमें]ट की बोरी'],
  ['क्षत्रिय', 'क', '[क्ष]त्रिय'],
  ['बिल ४२', '42', 'बिल [४२]'],
  // Characters of several code units, and such as a search ignores.
  ['👍🏽 ok', 'ok', '👍🏽 [ok]'],
  ['Ｃｅｍｅｎｔ', 'cement', '[Ｃｅｍｅｎｔ]'],
  ['ce\u00adment', 'cement', '[ce\u00adment]'],
  // An amount has commas, and a comparison finds it whole.
  ['+ ₹12,500.00', '12500', '+ ₹[12,500].00'],
  ['−₹1,25,000.00', '१,२५,०००', '−₹[1,25,000].00'],
  ['₹12,500.00', '>10000', '[₹12,500.00]'],
  ['₹12,500.00', '12000-12400', '₹12,500.00'],
  ['bill 12500', '12500', 'bill [12500]'],
  ['bill 12500', '>10000', 'bill 12500'],
  // A search finds a day and a voucher number as a whole.
  ['22 Nov 2026', '22 नवंबर 2026', '[22 Nov 2026]'],
  ['22 Nov 2026', '22', '22 Nov 2026'],
  ['P/26-27/000123', 'p/26-27/123', '[P/26-27/000123]'],
  ['P/26-27/000123', '123', 'P/26-27/000123'],
])('in %j, %j matches %j', (text, query, expected) => {
  expect(marked(text, query)).toBe(expected)
})

const letters = fc.constantFrom(...'aAbिकर्षा़ंँ९9 ,.₹-é👍🏽', '\u200d', '\u00ad')
const texts = fc.string({ unit: letters, maxLength: 30 })
const graphemes = new Intl.Segmenter('hi', { granularity: 'grapheme' })

it('ranges are in order, do not overlap, and cut no character', () => {
  fc.assert(
    fc.property(texts, texts, (text, query) => {
      const edges = new Set([...graphemes.segment(text)].map(({ index }) => index)).add(text.length)
      let end = -1
      for (const range of findMatchedRanges(text, query)) {
        expect(range.start).toBeGreaterThan(end)
        expect(range.end).toBeGreaterThan(range.start)
        expect(edges.has(range.start) && edges.has(range.end)).toBe(true)
        end = range.end
      }
    }),
    { numRuns: 2000 },
  )
})

it('every text matches a search for a word of it', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const [word] = foldForSearch(text)
        .split(' ')
        .filter((part) => /^[a-zक-ह]+$/i.test(part))
      fc.pre(word !== undefined)
      expect(findMatchedRanges(text, word ?? '').length).toBeGreaterThan(0)
    }),
    { numRuns: 500 },
  )
})

it('an invisible character between a letter and its mark hides no word', () => {
  const text = 'अ र\u00ad\u093c'
  expect(findMatchedRanges(text, foldForSearch(text).slice(2))).toEqual([{ start: 2, end: 5 }])
})
