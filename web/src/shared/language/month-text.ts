import { LOCALE, MONTH_STYLE } from './format-money-and-dates.ts'
import type { Language } from './language-setting.ts'

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
