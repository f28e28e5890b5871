import { type Day, dayOf, type Instant, startOfDay } from '@ledger/contracts/dates.ts'
import { sql } from 'kysely'

/** Calendar periods of India: days, months and years. */

/** The account of totals and counts of all accounts. */
export const ALL_ACCOUNTS = '00000000-0000-0000-0000-000000000000'

/** The length of the part of a day's name that names a period: `2026-04-05`, `2026-04`, `2026`. */
export const PERIOD_NAME_LENGTHS = { day: 10, month: 7, year: 4 } as const
export type PeriodSpan = keyof typeof PERIOD_NAME_LENGTHS
export const ALL_SPANS: readonly PeriodSpan[] = ['day', 'month', 'year']
export const DAYS_AND_MONTHS: readonly PeriodSpan[] = ['day', 'month']

/** Returns the name of the period of a span that contains an instant. */
export const periodOfInstant = (span: PeriodSpan, instant: Instant): string => periodOfDay(span, dayOf(instant))

/** Returns the name of the period of a span that contains a day. */
export const periodOfDay = (span: PeriodSpan, day: Day): string => day.slice(0, PERIOD_NAME_LENGTHS[span])

/** Periods of one span: from `from` up to, but not including, `below`, in the order of their names. */
export interface PeriodRange {
  span: PeriodSpan
  from: string
  below: string | undefined
}

/** Returns the condition that a row of totals (span, period) is in a range. */
export function inPeriodRangeSql({ span, from, below }: PeriodRange) {
  const until = below === undefined ? sql`` : sql`AND period < ${below}`
  return sql`span = ${sql.lit(span)} AND period >= ${from} ${until}`
}

/** Returns the first instant of a range, and the first one after it; undefined where the range has no end. */
export function instantsOfRange({ from, below }: PeriodRange): { from: Instant; before: Instant | undefined } {
  const firstOf = (period: string) => startOfDay(`${period}-01`.slice(0, 10))
  return { from: firstOf(from), before: below === undefined ? undefined : firstOf(below) }
}
