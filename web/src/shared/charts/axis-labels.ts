import { LOCALE, MONTH_STYLE } from '../language/format-money-and-dates.ts'
import type { Language } from '../language/language-setting.ts'

function compactRupeeFormat(language: Language): Intl.NumberFormat {
  const digits = { notation: 'compact', minimumFractionDigits: 0, maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat(
    LOCALE[language],
    // As money, Hindi shortens a crore to क॰ at any length.
    language === 'hi' ? { ...digits, compactDisplay: 'long' } : { ...digits, style: 'currency', currency: 'INR' },
  )
}

/** Round rupees for the axis of a picture: ₹1.5L and ₹1.3Cr, or ₹1.5 लाख and ₹1.3 करोड़. */
export function compactRupees(amount: number, language: Language): string {
  COMPACT_RUPEE_FORMATS[language] ??= compactRupeeFormat(language)
  const text = COMPACT_RUPEE_FORMATS[language].format(amount)
  return text.includes('₹') ? text : `₹${text}`
}
const COMPACT_RUPEE_FORMATS: Partial<Record<Language, Intl.NumberFormat>> = {}

const MONTH_FORMATS = { en: monthFormat('en', 'long'), hi: monthFormat('hi', 'long') }
const SHORT_MONTH_FORMATS = { en: monthFormat('en', 'short'), hi: monthFormat('hi', 'short') }

function monthFormat(language: Language, form: 'long' | 'short'): Intl.DateTimeFormat {
  const asked =
    form === 'short' ? ({ month: 'short' } as const) : ({ month: MONTH_STYLE[language], year: 'numeric' } as const)
  return new Intl.DateTimeFormat(LOCALE[language], { timeZone: 'UTC', ...asked })
}

/**
 * Returns a month written `2026-04` as Apr 2026 or अप्रैल 2026; under a column only Apr or अग, without the sign that
 * looks like a zero.
 */
export function monthText(month: string, language: Language, form: 'long' | 'short' = 'long'): string {
  const text = (form === 'long' ? MONTH_FORMATS : SHORT_MONTH_FORMATS)[language].format(
    new Date(`${month}-01T00:00:00Z`),
  )
  return text.replace('॰', '')
}
