import type { Day } from '@ledger/contracts/dates.ts'

export const CHART_PERIODS = ['month', 'quarter', 'year', 'all'] as const
export type ChartPeriod = (typeof CHART_PERIODS)[number]

/**
 * The first day of a period that ends today; undefined for all time. A financial year of India begins on 1 April.
 * @example firstDayOfPeriod('year', '2026-02-14') === '2025-04-01'
 */
export function firstDayOfPeriod(period: ChartPeriod, today: Day): Day | undefined {
  const year = Number(today.slice(0, 4))
  const month = Number(today.slice(5, 7))
  switch (period) {
    case 'month':
      return `${today.slice(0, 8)}01`
    case 'quarter':
      return firstDayOfMonth(year, month - 2)
    case 'year':
      return firstDayOfMonth(month < 4 ? year - 1 : year, 4)
    case 'all':
      return undefined
  }
}

/** Months continue past both ends of a year: month 0 is December of the year before. */
function firstDayOfMonth(year: number, month: number): Day {
  return new Date(Date.UTC(year, month - 1, 1)).toISOString().slice(0, 10)
}
