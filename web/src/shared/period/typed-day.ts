import { type Day, isDay } from '@ledger/contracts/dates.ts'
import { latinDigits } from '@ledger/contracts/text/latin-digits.ts'

/** Tells whether a text is a day as the API writes it, of any year. */
export const isWrittenByApi = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text)

/** Writes a day as dd/mm/yyyy. A text that is no day stays as it is, and so does "", which is an open end. */
export function writtenDay(day: string): string {
  return isWrittenByApi(day) ? `${day.slice(8, 10)}/${day.slice(5, 7)}/${day.slice(0, 4)}` : day
}

const ISO_FORM = /^(\d{4})-(\d{1,2})-(\d{1,2})$/
const DAY_FIRST_FORM = /^(\d{1,2})[\s./-]+(\d{1,2})[\s./-]+(\d{4}|\d{2})$/
const DIGITS_FORM = /^(\d{2})(\d{2})(\d{4}|\d{2})$/

export type TypedDay =
  | { readonly day: Day | ''; readonly isWhole: boolean }
  /** `noSuchDay`: whole, and in no calendar, as 31/02/2026. */
  | { readonly wrong: 'incomplete' | 'noSuchDay' }
  | { readonly wrong: 'year'; readonly year: string }

/**
 * Reads a day as an accountant types it, the day before the month: 01/04/2026, 1.4.26, 1-4-2026, 010426, 01042026; also
 * 2026-04-01. A year of two digits is of this century.
 * @returns the day, "" for an empty field; `isWhole` is false for a year of two digits, which may become one of
 * four, and for a single digit at the end of an ISO day
 */
export function parseTypedDay(typed: string): TypedDay {
  const text = latinDigits(typed.trim())
  if (text === '') return { day: '', isWhole: true }
  const iso = ISO_FORM.exec(text)
  const [, first = '', month = '', last = ''] = iso ?? DAY_FIRST_FORM.exec(text) ?? DIGITS_FORM.exec(text) ?? []
  if (month === '') return { wrong: 'incomplete' }
  const [year, day] = iso === null ? [last, first] : [first, last]
  if (year.length === 4 && !year.startsWith('2')) return { wrong: 'year', year }
  const whole = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(whole)
    ? { day: whole, isWhole: year.length === 4 && (iso === null || day.length === 2) }
    : { wrong: 'noSuchDay' }
}
