import type { Language } from './language-setting.ts'

/**
 * Returns a function that makes the value on its first call: these formats take a slow phone long, and the first screen
 * needs few.
 */
function lazyFormat<T>(make: () => T): () => T {
  let value: T | undefined
  return () => {
    value ??= make()
    return value
  }
}

const rupeeFormatter = lazyFormat(
  () =>
    new Intl.NumberFormat('en-IN', {
      style: 'currency',
      currency: 'INR',
      // §9: 0 to 2 fraction digits. Whole rupees show none, all others two, as on a bill: ₹5,000 and ₹3,749.50.
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
      trailingZeroDisplay: 'stripIfInteger',
    }),
)

const DECIMAL_FORM = /^-?\d+(\.\d+)?$/

/** Tells whether a text is a decimal of the API. */
export function isDecimal(text: string): text is `${number}` {
  return DECIMAL_FORM.test(text)
}

/**
 * Returns a decimal string as rupees in Indian grouping, exact at any size; ₹0 for anything else (§9).
 * @example rupees('-123456.50') === '−₹1,23,456.50'
 */
export function rupees(decimal: string): string {
  const text = isDecimal(decimal) ? rupeeFormatter().format(decimal) : '₹0'
  return text.replace('-', '−')
}

/** Returns the same with its sign: + for money in, − for money out; zero has none. Colour is never the only sign. */
export function signedRupees(decimal: string, type: 'credit' | 'debit'): string {
  if (isZero(decimal)) return rupees(decimal)
  return `${type === 'credit' ? '+' : '−'}${rupees(decimal)}`
}

/** Tells whether a decimal string of the API is zero: neither a surplus nor a deficit. */
export function isZero(decimal: string): boolean {
  return /^-?0+(\.0+)?$/.test(decimal)
}

const countFormatter = lazyFormat(() => new Intl.NumberFormat('en-IN'))

/** Returns a number in Indian grouping: 1,00,000. */
export function countText(count: number): string {
  return countFormatter().format(count)
}

// Figures stay Latin digits in both languages, as on Indian bank messages; a day is a day in Asia/Kolkata.
export const LOCALE: Readonly<Record<Language, string>> = { en: 'en-IN-u-nu-latn', hi: 'hi-IN-u-nu-latn' }
const KOLKATA_TIME_ZONE = { timeZone: 'Asia/Kolkata' } as const

/** An abbreviated month ends in Hindi with a sign that looks like a zero: नव॰. */
export const MONTH_STYLE: Readonly<Record<Language, 'short' | 'long'>> = { en: 'short', hi: 'long' }

function dateFormat(language: Language): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(LOCALE[language], {
    ...KOLKATA_TIME_ZONE,
    day: 'numeric',
    month: MONTH_STYLE[language],
    year: 'numeric',
  })
}
const dateFormatters = { en: lazyFormat(() => dateFormat('en')), hi: lazyFormat(() => dateFormat('hi')) }
const timeFormatter = lazyFormat(
  () => new Intl.DateTimeFormat(LOCALE.en, { ...KOLKATA_TIME_ZONE, hour: '2-digit', minute: '2-digit', hour12: true }),
)

/** §9: 21 Nov 2026, or 21 नवंबर 2026. */
export function dateText(instant: string, language: Language): string {
  return dateFormatters[language]().format(new Date(instant))
}

/** A day written `2026-11-22`, as 22 Nov 2026 or 22 नवंबर 2026. */
export const dateOfDayText = (day: string, language: Language) => dateText(`${day}T12:00:00+05:30`, language)

const weekdayFormatters = { en: lazyFormat(() => weekdayFormat('en')), hi: lazyFormat(() => weekdayFormat('hi')) }

function weekdayFormat(language: Language): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(LOCALE[language], { ...KOLKATA_TIME_ZONE, weekday: 'long' })
}

/** A day written `2026-11-22`, as 22 Nov 2026, Sunday or 22 नवंबर 2026, रविवार. */
export function dayText(day: string, language: Language): string {
  const noon = `${day}T12:00:00+05:30`
  return `${dateText(noon, language)}, ${weekdayFormatters[language]().format(new Date(noon))}`
}

/** §9: two-digit hour and minute, 12-hour, Indian English in both languages. */
export function timeText(instant: string): string {
  return timeFormatter().format(new Date(instant))
}
