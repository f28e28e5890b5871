import { folded } from './fold-spelling.ts'

/**
 * What one word of an utterance means for an amount.
 * - `number`: 0 to 99; `english` ones are built from two words ("twenty five"), the Hindi ones never are
 * - `times`: सौ, thousand, लाख …; `alone` where the word may be one of them ("सौ रुपये")
 * - `fraction`: stands for itself (डेढ़, half) or changes the number after it (साढ़े तीन); quarters of one
 */
export type NumberWord =
  | { readonly kind: 'number'; readonly value: number; readonly english: boolean }
  | { readonly kind: 'times'; readonly value: bigint; readonly alone: boolean }
  | { readonly kind: 'fraction'; readonly alone: number | undefined; readonly added: number | undefined }
  | { readonly kind: 'half' | 'point' | 'rupees' | 'paise' }

/** 0 to 99, each with the spellings that recognisers and people use; how the fold works, fold-spelling.ts says. */
export const HINDI_NUMBERS: readonly string[] = [
  'शून्य सुन्ना',
  'एक',
  'दो',
  'तीन',
  'चार',
  'पाँच पाच',
  'छह छः छे छै छ',
  'सात',
  'आठ',
  'नौ',
  'दस',
  'ग्यारह ग्यारा',
  'बारह बारा',
  'तेरह',
  'चौदह चौदा चोदह',
  'पंद्रह पंदरह पंद्रा पन्दरा पनरा',
  'सोलह सोला',
  'सत्रह सतरह सत्तरह सत्रा',
  'अठारह अट्ठारह अठारा',
  'उन्नीस उन्नीश',
  'बीस',
  'इक्कीस',
  'बाईस',
  'तेईस',
  'चौबीस चोबीस',
  'पच्चीस',
  'छब्बीस',
  'सत्ताईस',
  'अट्ठाईस अठ्ठाईस',
  'उनतीस उन्तीस उनत्तीस',
  'तीस',
  'इकतीस इकत्तीस इक्तीस',
  'बत्तीस',
  'तैंतीस तेंतीस तैतीस तेतीस',
  'चौंतीस चौतीस',
  'पैंतीस पैतीस',
  'छत्तीस',
  'सैंतीस सैतीस सेंतीस',
  'अड़तीस अढ़तीस',
  'उनतालीस उन्तालीस उनचालीस उन्चालीस',
  'चालीस',
  'इकतालीस इक्तालीस',
  'बयालीस बियालीस ब्यालीस',
  'तैंतालीस तैतालीस तेंतालीस तेतालीस तिरतालीस',
  'चवालीस चौवालीस चौंवालीस चौआलीस चव्वालीस',
  'पैंतालीस पैतालीस',
  'छियालीस छयालीस छ्यालीस',
  'सैंतालीस सैतालीस',
  'अड़तालीस अढ़तालीस',
  'उनचास उन्चास',
  'पचास',
  'इक्यावन इक्कावन',
  'बावन',
  'तिरपन तिरेपन त्रेपन',
  'चौवन चउवन चौअन चव्वन',
  'पचपन',
  'छप्पन',
  'सत्तावन',
  'अट्ठावन अठ्ठावन अंठावन',
  'उनसठ उन्सठ',
  'साठ',
  'इकसठ इक्सठ',
  'बासठ',
  'तिरसठ तिरेसठ त्रेसठ',
  'चौंसठ चौसठ',
  'पैंसठ पैसठ पेंसठ',
  'छियासठ छयासठ छासठ',
  'सड़सठ सरसठ',
  'अड़सठ अढ़सठ',
  'उनहत्तर उन्हत्तर उनहतर',
  'सत्तर',
  'इकहत्तर इखत्तर',
  'बहत्तर',
  'तिहत्तर',
  'चौहत्तर',
  'पचहत्तर पिचहत्तर पिचत्तर',
  'छिहत्तर छियत्तर',
  'सतहत्तर सतत्तर',
  'अठहत्तर अठत्तर',
  'उन्यासी उनासी उन्नासी उनअस्सी',
  'अस्सी',
  'इक्यासी',
  'बयासी बियासी ब्यासी',
  'तिरासी तेरासी',
  'चौरासी',
  'पचासी पिचासी',
  'छियासी छयासी',
  'सत्तासी',
  'अट्ठासी अठ्ठासी',
  'नवासी',
  'नब्बे नव्वे',
  'इक्यानवे इक्यानबे',
  'बानवे बानबे',
  'तिरानवे तिरानबे',
  'चौरानवे चौरानबे',
  'पंचानवे पंचानबे पचानवे पचानबे पिचानवे',
  'छियानवे छियानबे',
  'सत्तानवे सत्तानबे',
  'अट्ठानवे अट्ठानबे अठ्ठानवे',
  'निन्यानवे निन्यानबे',
]

/** The same as they are written in Latin letters. "to" and "so" are left out: they are English words. */
const HINDI_IN_LATIN: readonly string[] = [
  'shunya',
  'ek',
  'do',
  'teen',
  'chaar char',
  'paanch panch',
  'chhe chhah chhai',
  'saat',
  'aath',
  'nau',
  'das dus',
  'gyarah gyaarah gyara',
  'barah baarah bara',
  'terah',
  'chaudah chauda',
  'pandrah pandra pandhrah',
  'solah sola',
  'satrah satra',
  'atharah athaarah athara',
  'unnis',
  'bees bis',
  'ikkis ikkees',
  'bais baees',
  'teis teyis',
  'chaubis chaubees',
  'pachchis pachis pachees pacchis',
  'chhabbis chabbis',
  'sattais sattaees',
  'atthais atthaees',
  'untis',
  'tees tis',
  'iktis ikattis',
  'battis',
  'taintis tentis',
  'chauntis',
  'paintis',
  'chhattis',
  'saintis',
  'adtis',
  'untalis',
  'chalis chaalis chalees',
  'iktalis',
  'bayalis',
  'taintalis',
  'chavalis chauvalis',
  'paintalis',
  'chhiyalis',
  'saintalis',
  'adtalis',
  'unchas',
  'pachas pachaas',
  'ikyavan',
  'bavan baavan',
  'tirpan',
  'chauvan',
  'pachpan',
  'chhappan',
  'sattavan',
  'atthavan',
  'unsath',
  'saath sath',
  'iksath',
  'basath',
  'tirsath',
  'chaunsath',
  'painsath',
  'chhiyasath',
  'sadsath',
  'adsath',
  'unhattar',
  'sattar',
  'ikhattar',
  'bahattar',
  'tihattar',
  'chauhattar',
  'pachhattar pichhattar',
  'chhihattar',
  'sathattar',
  'athhattar',
  'unasi unyasi',
  'assi',
  'ikyasi',
  'bayasi',
  'tirasi',
  'chaurasi',
  'pachasi',
  'chhiyasi',
  'sattasi',
  'atthasi',
  'navasi',
  'nabbe',
  'ikyanve',
  'banve',
  'tiranve',
  'chauranve',
  'pachanve panchanve',
  'chhiyanve',
  'sattanve',
  'atthanve',
  'ninyanve',
]

/** English numbers, and how a Hindi recogniser writes them. */
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

const TIMES: readonly (readonly [bigint, string])[] = [
  [100n, 'सौ सैकड़ा hundred sau हंड्रेड हंडरेड हन्ड्रेड'],
  [1_000n, 'हज़ार thousand thousands hazar hazaar hajar hajaar hazaaar थाउज़ेंड थाउजंड थाउसेंड थाउसंड थाउज़ैंड'],
  [100_000n, 'लाख lakh lakhs laakh lac lacs लैक'],
  [1_000_000n, 'million मिलियन'],
  [10_000_000n, 'करोड़ crore crores cr karod karor क्रोर'],
]

/** Words of their own, too: a number must stand before them. */
const TIMES_AFTER_A_NUMBER: typeof TIMES = [
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

const PLAIN: readonly (readonly ['half' | 'point' | 'rupees' | 'paise', string])[] = [
  ['half', 'half'],
  ['point', 'दशमलव पॉइंट पॉइन्ट प्वाइंट point'],
  ['rupees', '₹ रुपये रुपए रुपया रुपयों रुपैया रुपयो रु rupaye rupay rupiye rupees rupee rs inr'],
  ['paise', 'पैसे पैसा paise paisa'],
]

/** May stand anywhere and mean nothing. */
const FILLERS = 'और एवं मात्र केवल सिर्फ़ and a an only'

const WORDS = new Map<string, readonly NumberWord[]>()
for (const [value, spellings] of HINDI_NUMBERS.entries()) learn(spellings, { kind: 'number', value, english: false })
for (const [value, spellings] of HINDI_IN_LATIN.entries()) learn(spellings, { kind: 'number', value, english: false })
for (const [value, spellings] of Object.entries(ENGLISH_NUMBERS))
  learn(spellings, { kind: 'number', value: Number(value), english: true })
for (const [value, spellings] of TIMES) learn(spellings, { kind: 'times', value, alone: true })
for (const [value, spellings] of TIMES_AFTER_A_NUMBER) learn(spellings, { kind: 'times', value, alone: false })
for (const [spellings, { alone, added }] of FRACTIONS) learn(spellings, { kind: 'fraction', alone, added })
for (const [kind, spellings] of PLAIN) learn(spellings, { kind })
learn(FILLERS)

function learn(spellings: string, ...meaning: readonly NumberWord[]): void {
  for (const spelling of spellings.split(' ')) {
    const key = folded(spelling)
    const known = WORDS.get(key)
    if (known !== undefined && known !== meaning) throw new Error(`"${spelling}" would mean two things`)
    WORDS.set(key, meaning)
  }
}

/** What people say around an amount. Any other word beside one may be a part of it that was not understood. */
const CHATTER = new Set(
  (
    'राशि रकम खर्च है हैं था थे हुआ हुए दिया दिए दी के लिखो लिखें लिखिए डालो कुल को में का की लगे गए भुगतान किया ' +
    'amount total paid pay spent was is please to the for of it i we gave rs only cash kharch hai diya diye likho kul rashi ka ki ko'
  )
    .split(' ')
    .map(folded),
)

export function isChatter(word: string): boolean {
  return CHATTER.has(folded(word))
}

const WRITTEN_TOGETHER = /^(.+)(सौ|सो|हज़ार|हजार|लाख|करोड़|करोड)$/u

/** What one word of an utterance means for an amount: two things in "दोसौ", nothing in a filler. Undefined where it is not known. */
export function numberWords(word: string): readonly NumberWord[] | undefined {
  const parts = word.normalize('NFC').replace(WRITTEN_TOGETHER, '$1 $2').split(' ')
  const meanings = parts.map((part) => WORDS.get(folded(part)))
  return meanings.every((meaning) => meaning !== undefined) ? meanings.flat() : undefined
}
