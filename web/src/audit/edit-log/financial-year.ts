import type { Day } from '@ledger/contracts/dates.ts'

const YEARS_KEPT = 8

/** Returns the year in which the financial year of a day begins. A financial year runs from 1 April to 31 March. */
export function financialYearOf(day: Day): number {
  const year = Number(day.slice(0, 4))
  return Number(day.slice(5, 7)) < 4 ? year - 1 : year
}

/**
 * Returns the financial years that can be chosen. Books must be preserved for eight years (Companies Act 2013, section
 * 128(5)).
 */
export function financialYears(today: Day): number[] {
  const last = financialYearOf(today)
  return Array.from({ length: YEARS_KEPT }, (_, back) => last - back)
}
