import { LOCALE } from '../language/format-money-and-dates.ts'
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
