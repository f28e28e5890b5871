import type { Language } from './language.ts'

const RUPEES = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  // §9: 0 to 2 fraction digits. Whole rupees show none, all others two, as on a bill: ₹5,000 and ₹3,749.50.
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  trailingZeroDisplay: 'stripIfInteger',
})

const DECIMAL = /^-?\d+(\.\d+)?$/

function isDecimal(text: string): text is `${number}` {
  return DECIMAL.test(text)
}

/**
 * A decimal string as rupees in Indian grouping, exact at any size; what is no number shows as ₹0 (§9).
 * @example rupees('-123456.50') === '−₹1,23,456.50'
 */
export function rupees(decimal: string): string {
  const text = isDecimal(decimal) ? RUPEES.format(decimal) : '₹0'
  return text.replace('-', '−')
}

/** The same with its sign: + for money in, − for money out; zero has none. Colour is never the only sign. */
export function signedRupees(decimal: string, type: 'credit' | 'debit'): string {
  if (isZero(decimal)) return rupees(decimal)
  return `${type === 'credit' ? '+' : '−'}${rupees(decimal)}`
}

/** Whether a decimal string of the API's is nothing: neither a surplus nor a deficit. */
export function isZero(decimal: string): boolean {
  return /^-?0+(\.0+)?$/.test(decimal)
}

function roundFormat(language: Language): Intl.NumberFormat {
  const digits = { notation: 'compact', minimumFractionDigits: 0, maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat(
    LOCALE[language],
    // As money, Hindi shortens a crore to क॰ at any length.
    language === 'hi' ? { ...digits, compactDisplay: 'long' } : { ...digits, style: 'currency', currency: 'INR' },
  )
}

/** Round rupees for the axis of a picture: ₹1.5L and ₹1.3Cr, or ₹1.5 लाख and ₹1.3 करोड़. */
export function roundRupees(amount: number, language: Language): string {
  ROUND[language] ??= roundFormat(language)
  const text = ROUND[language].format(amount)
  return text.includes('₹') ? text : `₹${text}`
}
const ROUND: Partial<Record<Language, Intl.NumberFormat>> = {}

const COUNT = new Intl.NumberFormat('en-IN')

/** How many, in Indian grouping: 1,00,000. */
export function countText(count: number): string {
  return COUNT.format(count)
}

// Figures stay Latin digits in both languages, as on Indian bank messages; a day is a day in Asia/Kolkata.
const LOCALE: Readonly<Record<Language, string>> = { en: 'en-IN-u-nu-latn', hi: 'hi-IN-u-nu-latn' }
const KOLKATA = { timeZone: 'Asia/Kolkata' } as const

// A month cut short ends in Hindi with a sign that looks like a zero: नव॰.
const MONTH: Readonly<Record<Language, 'short' | 'long'>> = { en: 'short', hi: 'long' }

function dateFormat(language: Language): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(LOCALE[language], {
    ...KOLKATA,
    day: 'numeric',
    month: MONTH[language],
    year: 'numeric',
  })
}
const DATES = { en: dateFormat('en'), hi: dateFormat('hi') }
const TIMES = new Intl.DateTimeFormat(LOCALE.en, { ...KOLKATA, hour: '2-digit', minute: '2-digit', hour12: true })

/** §9: 21 Nov 2026, or 21 नवंबर 2026. */
export function dateText(instant: string, language: Language): string {
  return DATES[language].format(new Date(instant))
}

const WEEKDAYS = { en: weekdayFormat('en'), hi: weekdayFormat('hi') }

function weekdayFormat(language: Language): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(LOCALE[language], { ...KOLKATA, weekday: 'long' })
}

/** A day written `2026-11-22`, as 22 Nov 2026, Sunday or 22 नवंबर 2026, रविवार. */
export function dayText(day: string, language: Language): string {
  const noon = `${day}T12:00:00+05:30`
  return `${dateText(noon, language)}, ${WEEKDAYS[language].format(new Date(noon))}`
}

const MONTHS = { en: monthFormat('en', 'long'), hi: monthFormat('hi', 'long') }
const SHORT_MONTHS = { en: monthFormat('en', 'short'), hi: monthFormat('hi', 'short') }

function monthFormat(language: Language, form: 'long' | 'short'): Intl.DateTimeFormat {
  const asked =
    form === 'short' ? ({ month: 'short' } as const) : ({ month: MONTH[language], year: 'numeric' } as const)
  return new Intl.DateTimeFormat(LOCALE[language], { timeZone: 'UTC', ...asked })
}

/** A month written `2026-04`, as Apr 2026 or अप्रैल 2026; under a column only Apr or अग, without the sign that looks like a zero. */
export function monthText(month: string, language: Language, form: 'long' | 'short' = 'long'): string {
  const text = (form === 'long' ? MONTHS : SHORT_MONTHS)[language].format(new Date(`${month}-01T00:00:00Z`))
  return text.replace('॰', '')
}

/** §9: two-digit hour and minute, 12-hour, Indian English in both languages. */
export function timeText(instant: string): string {
  return TIMES.format(new Date(instant))
}

const DEVANAGARI_ZERO = 0x0966

/** Digits typed on a Hindi keyboard count as the Latin ones (hindi glossary: "understood"). */
function latinDigits(text: string): string {
  return text.replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - DEVANAGARI_ZERO))
}

/** §5: a mobile number field holds only digits, ten at most. */
export function mobileDigits(typed: string): string {
  return latinDigits(typed).replace(/\D/g, '').slice(0, 10)
}

/** §5: an amount field holds only digits and one dot; a grouping comma that was pasted goes. */
export function amountDigits(typed: string): string {
  const [rupees = '', ...rest] = latinDigits(typed)
    .replace(/[^\d.]/g, '')
    .split('.')
  return rest.length === 0 ? rupees : `${rupees}.${rest.join('')}`
}
