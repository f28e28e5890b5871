import { kolkataClock } from '@ledger/contracts/dates.ts'
import { PAYMENT_MODE_LABELS } from '@ledger/contracts/labels/transaction-labels.ts'
import type { Language } from '@ledger/contracts/languages.ts'
import { PAYMENT_MODES } from '@ledger/contracts/payment-modes.ts'

const SHORT_MONTH_NAMES: Readonly<Record<Language, readonly string[]>> = {
  en: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec'],
  hi: [...['जनवरी', 'फ़रवरी', 'मार्च', 'अप्रैल', 'मई', 'जून'], ...['जुलाई', 'अगस्त', 'सितंबर', 'अक्टूबर', 'नवंबर', 'दिसंबर']],
}

/**
 * Returns an instant as 2 Apr 2026, 10:15:30 in Asia/Kolkata. Uses arithmetic, because `Intl` took a tenth of the time
 * for a long file.
 */
export function formatKolkataTime(instant: string, language: Language): string {
  const clock = kolkataClock(instant)
  const day = `${clock.getUTCDate()} ${SHORT_MONTH_NAMES[language][clock.getUTCMonth()]} ${clock.getUTCFullYear()}`
  return `${day}, ${twoDigits(clock.getUTCHours())}:${twoDigits(clock.getUTCMinutes())}:${twoDigits(clock.getUTCSeconds())}`
}

const twoDigits = (count: number) => (count < 10 ? `0${count}` : String(count))

/** Returns a day such as `2026-04-02` as 2 Apr 2026. */
export function formatDay(day: string, language: Language): string {
  return `${Number(day.slice(8, 10))} ${SHORT_MONTH_NAMES[language][Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`
}

/**
 * Returns the API's own decimal string in Indian grouping, always with both digits of paise: 1,23,456.50, or -250.50.
 */
export function formatGrouped(decimal: string): string {
  const isNegative = decimal.startsWith('-')
  const [whole = '0', fraction = '00'] = (isNegative ? decimal.slice(1) : decimal).split('.')
  const [thousands, rest] = [whole.slice(0, -3), whole.slice(-3)]
  const grouped = thousands.replaceAll(/\B(?=(\d\d)+$)/g, ',')
  return `${isNegative ? '-' : ''}${grouped === '' ? '' : `${grouped},`}${rest}.${fraction}`
}

/** Returns a count in Indian grouping: 1,00,000. */
export const formatCount = (count: number) => formatGrouped(String(count)).slice(0, -'.00'.length)

/** Returns an amount that is not negative as rupees: ₹1,23,456.50. */
export const formatRupees = (decimal: string) => `₹${formatGrouped(decimal)}`

/** Returns the name of a payment mode; one that this program does not know stays as it is stored. */
export function paymentModeLabel(value: string, language: Language): string {
  const mode = PAYMENT_MODES.find((known) => known === value)
  return mode ? PAYMENT_MODE_LABELS[mode][language] : value
}
