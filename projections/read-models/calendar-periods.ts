import { type Day, dayAfter, dayOf, type Instant, startOfDay } from '@ledger/contracts/dates.ts'
import type { PeriodQuery } from '@ledger/contracts/http/query-parameters.ts'
import { sql } from 'kysely'

/** Calendar periods of India, and how few of them cover a range of days. */

/** The account of totals and counts of all accounts. */
export const ALL_ACCOUNTS = '00000000-0000-0000-0000-000000000000'

/** The length of the part of a day's name that names a period: `2026-04-05`, `2026-04`, `2026`. */
const PERIOD_NAME_LENGTHS = { day: 10, month: 7, year: 4 } as const
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

/**
 * Covers a period with as few totals as possible: whole years, whole months before and after them, and days at both
 * ends.
 */
export function coverWithPeriods({ from, to }: PeriodQuery, spans: readonly PeriodSpan[] = ALL_SPANS): PeriodRange[] {
  return coverFrom(from ?? '', to === undefined ? undefined : dayAfter(to), spans)
}

/** Days whose rows are added to stored totals of whole months, or subtracted from them. */
export interface EdgeDays {
  days: PeriodRange
  sign: 1 | -1
}

/**
 * Covers a period where only totals of months are stored: returns the months that come nearest to it, and the days at
 * its ends by which it is longer or shorter, whose rows are read. At most half a month of rows is read for each end.
 */
export function coverWithMonthsAndDays({ from, to }: PeriodQuery): { months: PeriodRange[]; ends: EdgeDays[] } {
  const end = to === undefined ? undefined : dayAfter(to)
  const months = { from: from && nearestMonth(from), below: end && nearestMonth(end) }
  if (months.from !== undefined && months.below !== undefined && months.from >= months.below)
    return { months: [], ends: edgeDaysBetween(from, end) }
  return {
    months: [{ span: 'month', from: months.from ?? '', below: months.below }],
    ends: [
      ...edgeDaysBetween(from, beginningOfMonth(months.from)),
      ...edgeDaysBetween(beginningOfMonth(months.below), end),
    ],
  }
}

/** Returns the days from `one` up to, but not including, `other`; they are subtracted where `other` comes first. */
function edgeDaysBetween(one: Day | undefined, other: Day | undefined): EdgeDays[] {
  if (one === undefined || other === undefined || one === other) return []
  const [from, below] = [one, other].sort() as [Day, Day]
  return [{ days: { span: 'day', from, below }, sign: one < other ? 1 : -1 }]
}

/** Returns the month whose beginning is nearest to that of a day. */
function nearestMonth(day: Day): string {
  const [month, next] = [periodOfDay('month', day), startOfNextPeriod(day, 'month')]
  const time = Date.parse(day)
  return time - Date.parse(month) <= Date.parse(next) - time ? month : next
}

/** The first day of a month. */
const beginningOfMonth = (month: string | undefined) => month && `${month}-01`

/**
 * Covers the time from the beginning of a day or a larger period up to, but not including, another; `spans` begins with
 * the smallest.
 */
function coverFrom(from: string, below: string | undefined, spans: readonly PeriodSpan[]): PeriodRange[] {
  const [span, ...larger] = spans
  if (span === undefined) throw new RangeError('There is no span')
  const [next] = larger
  if (next === undefined) return [{ span, from, below }]
  const firstWhole = startOfNextPeriod(from, next)
  const lastWhole = below?.slice(0, PERIOD_NAME_LENGTHS[next])
  if (lastWhole !== undefined && firstWhole >= lastWhole) return [{ span, from, below }]
  return [
    ...(from < firstWhole ? [{ span, from, below: firstWhole }] : []),
    ...coverFrom(firstWhole, lastWhole, larger),
    ...(below !== undefined && lastWhole !== undefined && !isStartOfPeriod(below, next)
      ? [{ span, from: lastWhole, below }]
      : []),
  ]
}

/**
 * Returns the first period of a span that begins at or after a shorter one; the beginning of time ('') is the start of
 * a period.
 */
function startOfNextPeriod(from: string, span: PeriodSpan): string {
  if (from === '' || isStartOfPeriod(from, span)) return from.slice(0, PERIOD_NAME_LENGTHS[span])
  const [year, month] = [Number(from.slice(0, 4)), Number(from.slice(5, 7))]
  const next = new Date(span === 'year' ? Date.UTC(year + 1, 0) : Date.UTC(year, month))
  return next.toISOString().slice(0, PERIOD_NAME_LENGTHS[span])
}

/** Returns whether a day or a month is the first of the month or year that contains it. */
const isStartOfPeriod = (period: string, span: PeriodSpan) => /^(-01)*$/.test(period.slice(PERIOD_NAME_LENGTHS[span]))

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
