import { type Day, daysBefore, mondayOf } from '@ledger/contracts/dates.ts'
import { daysOfPeriod } from '../../shared/period/named-periods.ts'

export const PERIOD_CHIPS = ['today', 'week', 'month', 'allTime'] as const
type Chip = (typeof PERIOD_CHIPS)[number]

export interface ChipDays {
  readonly from: Day | undefined
  readonly to: Day | undefined
}

/** Returns the days of a chip, both inclusive. */
export function daysOfPeriodChip(chip: Chip, today: Day): ChipDays {
  if (chip === 'allTime') return { from: undefined, to: undefined }
  if (chip === 'today') return { from: today, to: today }
  if (chip === 'month') return daysOfPeriod('thisMonth', today)
  const monday = mondayOf(today)
  return { from: monday, to: daysBefore(monday, -6) }
}
