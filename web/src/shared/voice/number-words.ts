import { foldHindiSpelling } from './fold-hindi-spelling.ts'
import { HINDI_IN_LATIN, HINDI_NUMBERS } from './hindi-number-words.ts'

/**
 * The meaning of one word of an utterance for an amount.
 * - `number`: 0 to 99; `english` ones are built from two words ("twenty five"), the Hindi ones never are
 * - `times`: सौ, thousand, लाख …; `alone` where the word may mean one of them ("सौ रुपये")
 * - `fraction`: stands for itself (डेढ़, half) or changes the number after it (साढ़े तीन); quarters of one
 */
export type NumberWord =
  | { readonly kind: 'number'; readonly value: number; readonly english: boolean }
  | { readonly kind: 'times'; readonly value: bigint; readonly alone: boolean }
  | { readonly kind: 'fraction'; readonly alone: number | undefined; readonly added: number | undefined }
  | { readonly kind: 'half' | 'point' | 'rupees' | 'paise' }

/** English numbers, each with the spelling of a Hindi recogniser. */
const ENGLISH_NUMBERS: Readonly<Record<number, string>> = {
  0: 'zero ज़ीरो',
  1: 'one वन',
  2: 'two टू',
  3: 'three थ्री',
  4: 'four फोर',
  5: 'five फाइव',
  6: 'six सिक्स',
  7: 'seven सेवन',
  8: 'eight एट',
  9: 'nine नाइन',
  10: 'ten टेन',
  11: 'eleven इलेवन',
  12: 'twelve ट्वेल्व',
  13: 'thirteen थर्टीन',
  14: 'fourteen फोर्टीन',
  15: 'fifteen फिफ्टीन',
  16: 'sixteen सिक्सटीन',
  17: 'seventeen सेवेंटीन',
  18: 'eighteen एटीन',
  19: 'nineteen नाइनटीन',
  20: 'twenty ट्वेंटी',
  30: 'thirty थर्टी',
  40: 'forty fourty फोर्टी',
  50: 'fifty फिफ्टी',
  60: 'sixty सिक्सटी',
  70: 'seventy सेवेंटी',
  80: 'eighty एटी',
  90: 'ninety नाइंटी',
}

const MULTIPLIERS: readonly (readonly [bigint, string])[] = [
  [100n, 'सौ सैकड़ा hundred sau हंड्रेड हंडरेड हन्ड्रेड'],
  [1_000n, 'हज़ार thousand thousands hazar hazaar hajar hajaar hazaaar थाउज़ेंड थाउजंड थाउसेंड थाउसंड थाउज़ैंड'],
  [100_000n, 'लाख lakh lakhs laakh lac lacs लैक'],
  [1_000_000n, 'million मिलियन'],
  [10_000_000n, 'करोड़ crore crores cr karod karor क्रोर'],
]

/** Words that mean a multiplier only after a number, because they are also words of their own. */
const MULTIPLIERS_AFTER_NUMBER: typeof MULTIPLIERS = [
  [100n, 'सो सै saw'],
  [1_000n, 'k'],
]

/** In quarters: सवा दो is 2 and 1, साढ़े तीन is 3 and 2, पौने चार is 4 less 1. */
const FRACTIONS: readonly (readonly [string, { alone?: number; added?: number }])[] = [
  ['सवा सव्वा sava savaa sawa sawaa', { alone: 5, added: 1 }],
  ['डेढ़ dedh derh डेड़', { alone: 6 }],
  ['ढाई अढ़ाई अड़ाई dhai dhaai', { alone: 10 }],
  ['साढ़े साड़े साढ़ा saadhe sadhe saade', { added: 2 }],
  ['पौने पोने पौन paune pauna', { alone: 3, added: -1 }],
  ['आधा आधे aadha adha', { alone: 2 }],
]

const FIXED_WORDS: readonly (readonly ['half' | 'point' | 'rupees' | 'paise', string])[] = [
  ['half', 'half'],
  ['point', 'दशमलव पॉइंट पॉइन्ट प्वाइंट point'],
  ['rupees', '₹ रुपये रुपए रुपया रुपयों रुपैया रुपयो रु rupaye rupay rupiye rupees rupee rs inr'],
  ['paise', 'पैसे पैसा paise paisa'],
]

/** Words that may occur anywhere and have no meaning. */
const FILLER_WORDS = 'और एवं मात्र केवल सिर्फ़ and a an only'

const MEANINGS_BY_SPELLING = new Map<string, readonly NumberWord[]>()
for (const [value, spellings] of HINDI_NUMBERS.entries())
  addSpellings(spellings, { kind: 'number', value, english: false })
for (const [value, spellings] of HINDI_IN_LATIN.entries())
  addSpellings(spellings, { kind: 'number', value, english: false })
for (const [value, spellings] of Object.entries(ENGLISH_NUMBERS))
  addSpellings(spellings, { kind: 'number', value: Number(value), english: true })
for (const [value, spellings] of MULTIPLIERS) addSpellings(spellings, { kind: 'times', value, alone: true })
for (const [value, spellings] of MULTIPLIERS_AFTER_NUMBER)
  addSpellings(spellings, { kind: 'times', value, alone: false })
for (const [spellings, { alone, added }] of FRACTIONS) addSpellings(spellings, { kind: 'fraction', alone, added })
for (const [kind, spellings] of FIXED_WORDS) addSpellings(spellings, { kind })
addSpellings(FILLER_WORDS)

function addSpellings(spellings: string, ...meaning: readonly NumberWord[]): void {
  for (const spelling of spellings.split(' ')) {
    const key = foldHindiSpelling(spelling)
    const known = MEANINGS_BY_SPELLING.get(key)
    if (known !== undefined && known !== meaning) throw new Error(`"${spelling}" would mean two things`)
    MEANINGS_BY_SPELLING.set(key, meaning)
  }
}

/** Returns the folded spellings of all number words, to compare other words with. */
export const numberWordSpellings = (): readonly string[] => [...MEANINGS_BY_SPELLING.keys()]

/**
 * Words that people say around an amount. Any other word beside an amount may be a part of it that was not understood.
 */
const CHATTER_WORDS = new Set(
  (
    'राशि रकम खर्च है हैं था थे हुआ हुए दिया दिए दी के लिखो लिखें लिखिए डालो कुल को में का की लगे गए भुगतान किया ' +
    'amount total paid pay spent was is please to the for of it i we gave rs only cash kharch hai diya diye likho kul rashi ka ki ko'
  )
    .split(' ')
    .map(foldHindiSpelling),
)

export function isChatter(word: string): boolean {
  return CHATTER_WORDS.has(foldHindiSpelling(word))
}

const JOINED_WORDS = /^(.+)(सौ|सो|हज़ार|हजार|लाख|करोड़|करोड)$/u

/**
 * Returns the meaning of one word of an utterance for an amount: two for "दोसौ", none for a filler. Undefined where the
 * word is not known.
 */
export function meaningsOfWord(word: string): readonly NumberWord[] | undefined {
  const parts = word.normalize('NFC').replace(JOINED_WORDS, '$1 $2').split(' ')
  const meanings = parts.map((part) => MEANINGS_BY_SPELLING.get(foldHindiSpelling(part)))
  return meanings.every((meaning) => meaning !== undefined) ? meanings.flat() : undefined
}
