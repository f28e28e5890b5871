import type { Day } from './dates.ts'

/** Returns the year in which the financial year of a day begins. A financial year runs from 1 April to 31 March. */
export function financialYearOf(day: Day): number {
  const year = Number(day.slice(0, 4))
  return Number(day.slice(5, 7)) < 4 ? year - 1 : year
}

/** Returns the first and the last day of the financial year that begins in a year. */
export function daysOfFinancialYear(year: number): { from: Day; to: Day } {
  return { from: `${year}-04-01`, to: `${year + 1}-03-31` }
}
