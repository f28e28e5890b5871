import type { Day } from '@ledger/contracts/dates.ts'
import { useQuery } from '@tanstack/react-query'
import { accountDaysQuery } from '../../shared/api/field-queries.ts'
import { useLazyParts } from '../store-filled-by-lazy-parts.ts'
import { type AccountDays, accountDaysFromMonths } from './account-days-from-months.ts'

/**
 * Returns the sums of the days that have entries, of the months of two days, as far as they are known, with what waits.
 * Days are read by their month, so that all headings of a month share one call.
 */
export function useAccountDaySums(first: Day, last: Day, enabled = true): AccountDays {
  const earlier = useQuery({ ...accountDaysQuery(monthOf(first)), enabled })
  const later = useQuery({ ...accountDaysQuery(monthOf(last)), enabled })
  const withWaiting = useLazyParts((state) => state.withWaiting)
  const known = accountDaysFromMonths([
    { month: monthOf(first), days: earlier.data, error: earlier.error },
    { month: monthOf(last), days: later.data, error: later.error },
  ])
  return withWaiting ? withWaiting(known) : known
}

const monthOf = (day: Day) => day.slice(0, 7)
