import { LOCALE, MONTH } from '../language/figures.ts'
import type { Language } from '../language/language.ts'

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

const MONTHS = { en: monthFormat('en', 'long'), hi: monthFormat('hi', 'long') }
const SHORT_MONTHS = { en: monthFormat('en', 'short'), hi: monthFormat('hi', 'short') }

function monthFormat(language: Language, form: 'long' | 'short'): Intl.DateTimeFormat {
  const asked =
    form === 'short' ? ({ month: 'short' } as const) : ({ month: MONTH[language], year: 'numeric' } as const)
  return new Intl.DateTimeFormat(LOCALE[language], { timeZone: 'UTC', ...asked })
}

/**
 * Returns a month written `2026-04` as Apr 2026 or अप्रैल 2026; under a column only Apr or अग, without the sign that
 * looks like a zero.
 */
export function monthText(month: string, language: Language, form: 'long' | 'short' = 'long'): string {
  const text = (form === 'long' ? MONTHS : SHORT_MONTHS)[language].format(new Date(`${month}-01T00:00:00Z`))
  return text.replace('॰', '')
}
