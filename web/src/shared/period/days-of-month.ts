import type { Day } from '@ledger/contracts/dates.ts'

/**
 * Returns the first and the last day of a month.
 * @param month such as 2026-04
 */
export function daysOfMonth(month: string): { from: Day; to: Day } {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return { from: `${month}-01`, to: new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10) }
}
