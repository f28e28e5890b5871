import { amountInWords } from '@ledger/web/src/shared/language/amount-in-words.ts'
import { HINDI_NUMBERS } from '@ledger/web/src/shared/voice/hindi-number-words.ts'
import { parseSpokenAmount } from '@ledger/web/src/shared/voice/parse-spoken-amount.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { randomSeed } from '../../../environment/random-seed.ts'

const GROUPS = [
  [10_000_000, 'करोड़'],
  [100_000, 'लाख'],
  [1_000, 'हज़ार'],
  [100, 'सौ'],
] as const

/** A number as it is said in Hindi; `pick` chooses among the spellings of each word. */
function inHindi(number: number, pick: (spellings: string[]) => string): string {
  const small = (value: number) => pick(HINDI_NUMBERS[value]?.split(' ') ?? [])
  if (number < 100) return small(number)
  const [size, word] = GROUPS.find(([group]) => number >= group) ?? GROUPS[3]
  const rest = number % size
  return `${inHindi(Math.floor(number / size), pick)} ${word}${rest === 0 ? '' : ` ${inHindi(rest, pick)}`}`
}

const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

function inEnglish(number: number, groups: readonly (readonly [number, string])[]): string {
  if (number < 20) return ONES[number] ?? ''
  if (number < 100) return `${TENS[Math.floor(number / 10)]}${number % 10 === 0 ? '' : ` ${ONES[number % 10]}`}`
  const [size, word] = groups.find(([group]) => number >= group) ?? [100, 'hundred']
  const rest = number % size
  return `${inEnglish(Math.floor(number / size), groups)} ${word}${rest === 0 ? '' : ` ${inEnglish(rest, groups)}`}`
}

const upToTenCrore = fc.integer({ min: 0, max: 100_000_000 })

test('every number up to 10 crore is understood in Hindi, however its words are spelled', () => {
  fc.assert(
    fc.property(upToTenCrore, fc.infiniteStream(fc.nat({ max: 9 })), (number, choices) => {
      const said = inHindi(number, (spellings) => spellings[Number(choices.next().value) % spellings.length] ?? '')
      expect(parseSpokenAmount(said), said).toBe(String(number))
    }),
    { seed: randomSeed, numRuns: 5_000 },
  )
})

test.each([
  [
    'Indian',
    [
      [10_000_000, 'crore'],
      [100_000, 'lakh'],
      [1_000, 'thousand'],
    ],
  ],
  [
    'Western',
    [
      [1_000_000, 'million'],
      [1_000, 'thousand'],
    ],
  ],
] as const)('every number up to 10 crore is understood in %s English', (_style, groups) => {
  fc.assert(
    fc.property(upToTenCrore, (number) => {
      const said = inEnglish(number, groups)
      expect(parseSpokenAmount(said), said).toBe(String(number))
    }),
    { seed: randomSeed, numRuns: 3_000 },
  )
})

test('every number in figures is understood, in Latin and in Devanagari digits, with and without its commas', () => {
  const indian = new Intl.NumberFormat('en-IN')
  const devanagari = new Intl.NumberFormat('hi-IN-u-nu-deva')
  fc.assert(
    fc.property(upToTenCrore, (number) => {
      for (const said of [String(number), indian.format(number), devanagari.format(number)])
        expect(parseSpokenAmount(said), said).toBe(String(number))
    }),
    { seed: randomSeed, numRuns: 1_000 },
  )
})

test('whatever a recogniser writes, the answer is an amount as typed or nothing', () => {
  const words = fc.constantFrom(
    ...'सौ हज़ार लाख करोड़ सवा डेढ़ साढ़े पौने रुपये पैसे दशमलव two fifty point half and 5 1.5 ₹ x - .'.split(' '),
  )
  const utterance = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.array(words, { maxLength: 8 }).map((said) => said.join(' ')),
  )
  fc.assert(
    fc.property(utterance, (said) => {
      expect(parseSpokenAmount(said) ?? '0').toMatch(/^\d{1,9}(\.\d\d)?$/)
    }),
    { seed: randomSeed, numRuns: 5_000 },
  )
})

test('what is said in words is understood again as the same amount, in both languages', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99_999_999_999 }), (paise) => {
      const typed = `${Math.floor(paise / 100)}.${String(paise % 100).padStart(2, '0')}`.replace(/\.00$/, '')
      for (const language of ['en', 'hi'] as const) {
        const said = amountInWords(typed, language) ?? ''
        expect(parseSpokenAmount(said), said).toBe(typed)
      }
    }),
    { seed: randomSeed, numRuns: 5_000 },
  )
})
