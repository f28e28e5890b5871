import { HINDI_NUMBERS } from '@ledger/web/src/voice/number-words.ts'
import { spokenAmount } from '@ledger/web/src/voice/spoken-amount.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { seed } from '../../environment/seed.ts'

describe('what a person says as an amount', () => {
  test.each([
    // Hindi words
    ['शून्य', '0'],
    ['पाँच', '5'],
    ['उन्नीस', '19'],
    ['उनतीस', '29'],
    ['पैंतीस', '35'],
    ['सैंतीस', '37'],
    ['उनचास', '49'],
    ['छियासठ', '66'],
    ['उन्यासी', '79'],
    ['निन्यानवे', '99'],
    ['सौ', '100'],
    ['एक सौ एक', '101'],
    ['पाँच सौ', '500'],
    ['नौ सौ निन्यानबे', '999'],
    ['पंद्रह सौ पचास', '1550'],
    ['पन्द्रह सौ पचास रुपये', '1550'],
    ['दो हज़ार', '2000'],
    ['दो हजार पाँच', '2005'],
    ['बारह हज़ार तीन सौ पैंतालीस', '12345'],
    ['पचास हजार रुपए', '50000'],
    ['एक लाख', '100000'],
    ['एक लाख एक', '100001'],
    ['दो लाख पचास हज़ार', '250000'],
    ['निन्यानवे लाख निन्यानवे हज़ार नौ सौ निन्यानवे', '9999999'],
    ['एक करोड़', '10000000'],
    ['एक करोड पच्चीस लाख', '12500000'],
    ['निन्यानवे करोड़', '990000000'],
    // Quarters and halves
    ['डेढ़ सौ', '150'],
    ['डेढ़ हज़ार', '1500'],
    ['डेढ़ लाख', '150000'],
    ['डेढ़ करोड़', '15000000'],
    ['ढाई सौ', '250'],
    ['ढाई हज़ार', '2500'],
    ['ढाई लाख रुपये', '250000'],
    ['सवा सौ', '125'],
    ['सवा लाख', '125000'],
    ['सवा दो हज़ार', '2250'],
    ['सवा पाँच लाख', '525000'],
    ['साढ़े तीन सौ', '350'],
    ['साढ़े सात हज़ार', '7500'],
    ['साढे बारह लाख', '1250000'],
    ['पौने दो सौ', '175'],
    ['पौने चार हज़ार', '3750'],
    ['पौने दो लाख', '175000'],
    ['पौन लाख', '75000'],
    ['आधा लाख', '50000'],
    ['दो लाख साढ़े तीन हज़ार', '203500'],
    ['साढ़े पाँच रुपये', '5.50'],
    // Paise
    ['पचास पैसे', '0.50'],
    ['पाँच रुपये पचास पैसे', '5.50'],
    ['बारह सौ रुपये और पाँच पैसे', '1200.05'],
    ['बीस दशमलव पाँच', '20.50'],
    ['बीस पॉइंट शून्य पाँच', '20.05'],
    ['दो दशमलव पाँच लाख', '250000'],
    // Digits of both scripts, alone and between words
    ['1550', '1550'],
    ['१५५०', '1550'],
    ['१,५०,०००', '150000'],
    ['1,50,000', '150000'],
    ['150,000', '150000'],
    ['₹1,550.50', '1550.50'],
    ['Rs. 500', '500'],
    ['Rs.500/-', '500'],
    ['1 500', '1500'],
    ['15 50', '1550'],
    ['15:50', '1550'],
    ['1 5 5 0', '1550'],
    ['15 सौ', '1500'],
    ['15 सौ 50', '1550'],
    ['२० हज़ार', '20000'],
    ['1 लाख 20 हज़ार', '120000'],
    ['1 लाख 20 हज़ार 500 रुपये', '120500'],
    ['2.5 लाख', '250000'],
    ['1.5 करोड़', '15000000'],
    ['1.2345 crore', '12345000'],
    ['साढ़े 3 सौ', '350'],
    ['5k', '5000'],
    ['2.5 lac', '250000'],
    ['500 रुपये 50 पैसे', '500.50'],
    // English, Indian and Western
    ['five', '5'],
    ['nineteen', '19'],
    ['twenty-five', '25'],
    ['one hundred', '100'],
    ['a hundred rupees', '100'],
    ['one hundred and five rupees only', '105'],
    ['fifteen hundred fifty', '1550'],
    ['one thousand five hundred and fifty', '1550'],
    ['Fifteen Thousand', '15000'],
    ['one hundred twenty five thousand', '125000'],
    ['two lakh', '200000'],
    ['two lakh fifty thousand', '250000'],
    ['two lakhs fifty thousand five hundred', '250500'],
    ['three crore twenty lakh', '32000000'],
    ['two million five hundred thousand', '2500000'],
    ['two point five lakh', '250000'],
    ['two and a half lakh', '250000'],
    ['half a lakh', '50000'],
    ['two fifty', '250'],
    ['fifteen fifty', '1550'],
    ['one twenty five', '125'],
    ['ten thousand five fifty', '10550'],
    ['one five five zero', '1550'],
    ['point five', '0.50'],
    ['five point two five', '5.25'],
    ['five point twenty five', '5.25'],
    ['fifty paise', '0.50'],
    ['five rupees and fifty paise', '5.50'],
    // As recognisers mix them
    ['टू थाउज़ेंड फाइव हंड्रेड', '2500'],
    ['फिफ्टीन हंड्रेड', '1500'],
    ['पाँच hundred', '500'],
    ['राशि पंद्रह सौ है', '1500'],
    ['amount 1500 please', '1500'],
    ['paid fifteen hundred rupees to the driver', '1500'],
  ])('%s is %s', (utterance, rupees) => {
    expect(spokenAmount(utterance)).toBe(rupees)
  })
})

describe('what is no amount, or might be another one', () => {
  test.each([
    ['nothing', ''],
    ['no number', 'सीमेंट की बोरी'],
    ['English without a number', 'hello there'],
    ['only the currency', 'रुपये'],
    ['only a filler', 'and'],
    ['two amounts', 'दो बोरी सीमेंट पाँच सौ'],
    ['from … to', 'बीस पच्चीस हज़ार'],
    ['from … to in English', 'twenty thirty'],
    ['from … to in figures', '20-25'],
    ['the smaller multiplier first', 'पाँच हज़ार दो लाख'],
    ['one multiplier twice', 'दो हज़ार तीन हज़ार'],
    ['a multiplier without its number', 'दो लाख हज़ार'],
    ['a part that does not fit', 'एक सौ पाँच सौ'],
    ['साढ़े without a number', 'साढ़े'],
    ['a half after a multiplier', 'one lakh and a half'],
    ['a number after rupees that may be paise', '5 रुपये 50'],
    ['100 paise', 'सौ पैसे'],
    ['less than a paisa', '5.555'],
    ['a point without digits', 'five point'],
    ['two points', '1.50.000'],
    ['a sum', '2+3'],
    ['more than the ledger takes', 'सौ करोड़'],
    ['many digits', '1234567890123'],
    ['a number with a unit in between', '20 मीटर 500'],
    ['a word that sounds like the number before hundred', 'to hundred bags'],
  ])('%s: %s', (_what, utterance) => {
    expect(spokenAmount(utterance)).toBeUndefined()
  })
})

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
      expect(spokenAmount(said), said).toBe(String(number))
    }),
    { seed, numRuns: 5_000 },
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
      expect(spokenAmount(said), said).toBe(String(number))
    }),
    { seed, numRuns: 3_000 },
  )
})

test('every number in figures is understood, in Latin and in Devanagari digits, with and without its commas', () => {
  const indian = new Intl.NumberFormat('en-IN')
  const devanagari = new Intl.NumberFormat('hi-IN-u-nu-deva')
  fc.assert(
    fc.property(upToTenCrore, (number) => {
      for (const said of [String(number), indian.format(number), devanagari.format(number)])
        expect(spokenAmount(said), said).toBe(String(number))
    }),
    { seed, numRuns: 1_000 },
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
      expect(spokenAmount(said) ?? '0').toMatch(/^\d{1,9}(\.\d\d)?$/)
    }),
    { seed, numRuns: 5_000 },
  )
})
