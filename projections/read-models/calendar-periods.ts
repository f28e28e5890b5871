import { type Day, dayOf, endOfDay, type Instant, startOfDay } from '@ledger/contracts/dates.ts'
import type { PeriodQuery } from '@ledger/contracts/http/report-schemas.ts'
import { sql } from 'kysely'

/** Periods of India that something is added up by, and how few of them any stretch of days is. */

/** Of whom sums and counts of all accounts are. */
export const ALL_ACCOUNTS = '00000000-0000-0000-0000-000000000000'

/** The part of a day's name that each span has: `2026-04-05`, `2026-04`, `2026`. */
const PERIOD_NAME_LENGTHS = { day: 10, month: 7, year: 4 } as const
export type PeriodSpan = keyof typeof PERIOD_NAME_LENGTHS
export const ALL_SPANS: readonly PeriodSpan[] = ['day', 'month', 'year']
export const DAYS_AND_MONTHS: readonly PeriodSpan[] = ['day', 'month']

/** The name of the period of a span that an instant lies in. */
export const periodOfInstant = (span: PeriodSpan, instant: Instant): string => periodOfDay(span, dayOf(instant))

/** The name of the period of a span that a day lies in. */
export const periodOfDay = (span: PeriodSpan, day: Day): string => day.slice(0, PERIOD_NAME_LENGTHS[span])

/** Periods of one span: from the one, up to but not with the other, in the order of their names. */
export interface PeriodRange {
  span: PeriodSpan
  from: string
  below: string | undefined
}

/** A period in as few sums as there are: whole years, whole months before and after them, and days at both ends. */
export function coverWithPeriods({ from, to }: PeriodQuery, spans: readonly PeriodSpan[] = ALL_SPANS): PeriodRange[] {
  return coverFrom(from ?? '', to === undefined ? undefined : dayAfter(to), spans)
}

/** Days whose rows are added to what is kept of whole months, or taken away from it. */
export interface EdgeDays {
  days: PeriodRange
  sign: 1 | -1
}

/**
 * A period of something of which months alone are kept: those that come nearest to it, and the days at its ends by which it is longer
 * or shorter than they, of which the rows are read. So no more than half a month of them is read for each end.
 */
export function coverWithMonthsAndDays({ from, to }: PeriodQuery): { months: PeriodRange[]; ends: EdgeDays[] } {
  const end = to === undefined ? undefined : dayAfter(to)
  const months = { from: from && nearestMonth(from), below: end && nearestMonth(end) }
  if (months.from !== undefined && months.below !== undefined && months.from >= months.below)
    return { months: [], ends: edgeDaysBetween(from, end) }
  return {
    months: [{ span: 'month', from: months.from ?? '', below: months.below }],
    ends: [...edgeDaysBetween(from, firstDayOf(months.from)), ...edgeDaysBetween(firstDayOf(months.below), end)],
  }
}

/** The days from the one up to but not with the other, which are taken away where that comes first. */
function edgeDaysBetween(one: Day | undefined, other: Day | undefined): EdgeDays[] {
  if (one === undefined || other === undefined || one === other) return []
  const [from, below] = [one, other].sort() as [Day, Day]
  return [{ days: { span: 'day', from, below }, sign: one < other ? 1 : -1 }]
}

/** The month whose beginning is nearest to that of a day. */
function nearestMonth(day: Day): string {
  const [month, next] = [periodOfDay('month', day), startOfNextPeriod(day, 'month')]
  const time = Date.parse(day)
  return time - Date.parse(month) <= Date.parse(next) - time ? month : next
}

/** The first day of a month. */
const firstDayOf = (month: string | undefined) => month && `${month}-01`

/** From the beginning of a day or of a larger period, up to but not with another; `spans` are the smallest first. */
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

const dayAfter = (day: Day): Day => dayOf(endOfDay(day))

/** The first period of a span that begins at or after a shorter one; time itself begins with one. */
function startOfNextPeriod(from: string, span: PeriodSpan): string {
  if (from === '' || isStartOfPeriod(from, span)) return from.slice(0, PERIOD_NAME_LENGTHS[span])
  const [year, month] = [Number(from.slice(0, 4)), Number(from.slice(5, 7))]
  const next = new Date(span === 'year' ? Date.UTC(year + 1, 0) : Date.UTC(year, month))
  return next.toISOString().slice(0, PERIOD_NAME_LENGTHS[span])
}

/** Whether a day or a month is the first of the month or year that it lies in. */
const isStartOfPeriod = (period: string, span: PeriodSpan) => /^(-01)*$/.test(period.slice(PERIOD_NAME_LENGTHS[span]))

/** Whether a row of sums (span, period) is of a stretch. */
export function inPeriodRangeSql({ span, from, below }: PeriodRange) {
  const until = below === undefined ? sql`` : sql`AND period < ${below}`
  return sql`span = ${sql.lit(span)} AND period >= ${from} ${until}`
}

/** The first instant of a stretch, and the first after it; undefined where it does not end. */
export function instantsOfRange({ from, below }: PeriodRange): { from: Instant; before: Instant | undefined } {
  const firstOf = (period: string) => startOfDay(`${period}-01`.slice(0, 10))
  return { from: firstOf(from), before: below === undefined ? undefined : firstOf(below) }
}
