import { type Day, dayAfter } from '@ledger/contracts/dates.ts'
import type { PeriodQuery } from '@ledger/contracts/http/query-parameters.ts'
import { ALL_SPANS, PERIOD_NAME_LENGTHS, type PeriodRange, type PeriodSpan, periodOfDay } from './calendar-periods.ts'

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
