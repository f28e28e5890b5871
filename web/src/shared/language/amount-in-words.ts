import type { Language } from './language-setting.ts'

/** 1 to 99 in spoken Hindi, in the usual spelling. */
const HINDI_NUMBER_WORDS =
  'एक दो तीन चार पाँच छह सात आठ नौ दस ग्यारह बारह तेरह चौदह पंद्रह सोलह सत्रह अठारह उन्नीस बीस इक्कीस बाईस तेईस चौबीस पच्चीस छब्बीस सत्ताईस अट्ठाईस उनतीस तीस इकतीस बत्तीस तैंतीस चौंतीस पैंतीस छत्तीस सैंतीस अड़तीस उनतालीस चालीस इकतालीस बयालीस तैंतालीस चवालीस पैंतालीस छियालीस सैंतालीस अड़तालीस उनचास पचास इक्यावन बावन तिरपन चौवन पचपन छप्पन सत्तावन अट्ठावन उनसठ साठ इकसठ बासठ तिरसठ चौंसठ पैंसठ छियासठ सड़सठ अड़सठ उनहत्तर सत्तर इकहत्तर बहत्तर तिहत्तर चौहत्तर पचहत्तर छिहत्तर सतहत्तर अठहत्तर उन्यासी अस्सी इक्यासी बयासी तिरासी चौरासी पचासी छियासी सत्तासी अट्ठासी नवासी नब्बे इक्यानवे बानवे तिरानवे चौरानवे पंचानवे छियानवे सत्तानवे अट्ठानवे निन्यानवे'.split(
    ' ',
  )
const ENGLISH_ONES =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const ENGLISH_TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

/** The Indian groups, the largest first: the number of each, and their names. */
const INDIAN_GROUPS = [
  { size: 10_000_000, en: 'crore', hi: 'करोड़' },
  { size: 100_000, en: 'lakh', hi: 'लाख' },
  { size: 1000, en: 'thousand', hi: 'हज़ार' },
  { size: 100, en: 'hundred', hi: 'सौ' },
] as const

const UNIT_NAMES = {
  en: { rupees: ['rupee', 'rupees'], paise: ['paisa', 'paise'], and: ' and ' },
  hi: { rupees: ['रुपया', 'रुपये'], paise: ['पैसा', 'पैसे'], and: ' ' },
} as const

/**
 * Returns an amount in words, so that a user notices a wrong one before it is saved.
 * @param typed rupees as in an amount field: digits, at most nine before the point and two after it
 * @returns undefined where that is no such amount, or zero
 * @example amountInWords('1550.50', 'en') === 'one thousand five hundred fifty rupees and fifty paise'
 */
export function amountInWords(typed: string, language: Language): string | undefined {
  const [, rupees = '', paise = ''] = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(typed) ?? []
  const names = UNIT_NAMES[language]
  const parts = [
    countInWords(Number(rupees), names.rupees, language),
    countInWords(Number(paise.padEnd(2, '0')), names.paise, language),
  ].filter((part) => part !== '')
  return parts.length === 0 ? undefined : parts.join(names.and)
}

function countInWords(count: number, [one, several]: readonly [string, string], language: Language): string {
  return count === 0 ? '' : `${numberInWords(count, language)} ${count === 1 ? one : several}`
}

function numberInWords(number: number, language: Language): string {
  const said: string[] = []
  let rest = number
  for (const { size, ...names } of INDIAN_GROUPS) {
    const count = Math.floor(rest / size)
    if (count > 0) said.push(`${numberBelowHundred(count, language)} ${names[language]}`)
    rest %= size
  }
  if (rest > 0) said.push(numberBelowHundred(rest, language))
  return said.join(' ')
}

function numberBelowHundred(number: number, language: Language): string {
  if (language === 'hi') return `${HINDI_NUMBER_WORDS[number - 1]}`
  if (number < 20) return `${ENGLISH_ONES[number - 1]}`
  const tens = `${ENGLISH_TENS[Math.floor(number / 10) - 2]}`
  return number % 10 === 0 ? tens : `${tens} ${ENGLISH_ONES[(number % 10) - 1]}`
}
