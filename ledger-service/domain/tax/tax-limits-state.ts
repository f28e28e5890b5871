import type { Day } from '@ledger/contracts/dates.ts'
import type { NewEvent } from '@ledger/contracts/events/event-schemas.ts'
import type { TaxLimits } from '@ledger/contracts/events/setting-schemas.ts'
import { DEFAULT_TAX_LIMITS } from '@ledger/contracts/tax/default-tax-limits.ts'

/** The limits of the lists for tax from a day on, until the day before the next ones. */
export interface TaxLimitsFrom {
  readonly from: Day
  readonly limits: TaxLimits
}

/** Returns the limits after an event, the oldest day first. Those of a day that had some replace them. Pure. */
export function evolveTaxLimits(set: readonly TaxLimitsFrom[], event: NewEvent): readonly TaxLimitsFrom[] {
  if (event.type !== 'TaxLimitsSet') return set
  const { from, after: limits } = event.data
  const others = set.filter((one) => one.from !== from)
  return [...others, { from, limits }].sort((one, other) => (one.from < other.from ? -1 : 1))
}

/** Returns the limits that hold on a day: those of the law before the first that were set. */
export function taxLimitsOn(set: readonly TaxLimitsFrom[], day: Day): TaxLimits {
  return set.findLast(({ from }) => from <= day)?.limits ?? DEFAULT_TAX_LIMITS
}
