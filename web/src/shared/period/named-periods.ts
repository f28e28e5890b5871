import type { Day } from '@ledger/contracts/dates.ts'
import type { OpenPeriod } from '../language/period-text.ts'

/** The periods that a user chooses by name, in the order of the menu. */
export const NAMED_PERIODS = [
  'today',
  'yesterday',
  'thisMonth',
  'lastMonth',
  'thisFinancialYear',
  'lastFinancialYear',
] as const
export type NamedPeriod = (typeof NAMED_PERIODS)[number]

/**
 * Returns the first and the last day of a named period, both inclusive, in Asia/Kolkata. A period that is not over
 * includes its days to come, so the next day changes nothing in its address. A financial year of India begins on
 * 1 April.
 * @example daysOfPeriod('lastFinancialYear', '2026-02-14') is { from: '2024-04-01', to: '2025-03-31' }
 */
export function daysOfPeriod(period: NamedPeriod, today: Day): { from: Day; to: Day } {
  const [year, month, day] = partsOf(today)
  const financialYear = month < 4 ? year - 1 : year
  switch (period) {
    case 'today':
      return { from: today, to: today }
    case 'yesterday':
      return { from: dayAt(year, month, day - 1), to: dayAt(year, month, day - 1) }
    case 'thisMonth':
      return { from: dayAt(year, month, 1), to: dayAt(year, month + 1, 0) }
    case 'lastMonth':
      return { from: dayAt(year, month - 1, 1), to: dayAt(year, month, 0) }
    case 'thisFinancialYear':
      return { from: dayAt(financialYear, 4, 1), to: dayAt(financialYear + 1, 3, 31) }
    case 'lastFinancialYear':
      return { from: dayAt(financialYear - 1, 4, 1), to: dayAt(financialYear, 3, 31) }
  }
}

/** Returns the name of exactly these days, if they have one: the first name of the menu where two fit. */
export function nameOfDays({ from, to }: OpenPeriod, today: Day): NamedPeriod | undefined {
  return NAMED_PERIODS.find((period) => {
    const days = daysOfPeriod(period, today)
    return days.from === from && days.to === to
  })
}

function partsOf(day: Day): [year: number, month: number, day: number] {
  return [Number(day.slice(0, 4)), Number(day.slice(5, 7)), Number(day.slice(8, 10))]
}

/** Months and days continue past both ends: month 0 is December, and day 0 the last day of the month before. */
function dayAt(year: number, month: number, day: number): Day {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)
}
