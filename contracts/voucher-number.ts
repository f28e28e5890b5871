import { dayOf } from './dates.ts'
import type { Entry } from './events/event-schemas.ts'
import { financialYearOf } from './financial-year.ts'

/**
 * Voucher numbers, such as `P/26-27/000123`. The log gives them: each series counts its entries in the order in which
 * they were recorded, 1 for the first. So an edit or a deletion changes no number.
 */

const SERIES_LETTERS = { credit: 'R', debit: 'P', transfer: 'T' } as const satisfies Record<Entry['kind'], string>

/** At least so many digits: longer numbers keep all of theirs. */
const NUMBER_DIGITS = 6

/** Returns the series of an entry as it was first recorded, such as `R/26-27`: its kind, and its financial year. */
export function voucherSeriesOf({ kind, date }: Pick<Entry, 'kind' | 'date'>): string {
  const year = financialYearOf(dayOf(date))
  return `${SERIES_LETTERS[kind]}/${twoDigits(year)}-${twoDigits(year + 1)}`
}

const twoDigits = (year: number) => String(year % 100).padStart(2, '0')

/** A number within its series. */
export interface Voucher {
  series: string
  number: number
}

/** Returns the number as people read it. */
export function formatVoucherNumber({ series, number }: Voucher): string {
  return `${series}/${String(number).padStart(NUMBER_DIGITS, '0')}`
}

const VOUCHER_FORM = /^([RPT])\/(\d\d)[-–](\d\d)\/0*([1-9]\d{0,14})$/i

/**
 * Reads a word of a search that is a voucher number, in any case and with or without its zeros; undefined for any other
 * word, also for years that do not follow each other.
 * @param word in the form of `foldForSearch`
 */
export function parseVoucherNumber(word: string): Voucher | undefined {
  const [, letter = '', from = '', to = '', number] = VOUCHER_FORM.exec(word) ?? []
  if (number === undefined || twoDigits(Number(from) + 1) !== to) return undefined
  return { series: `${letter.toUpperCase()}/${from}-${to}`, number: Number(number) }
}
