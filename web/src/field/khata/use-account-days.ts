import type { Day } from '@ledger/contracts/dates.ts'
import type { AccountDay } from '@ledger/contracts/http/report-schemas.ts'
import { useQuery } from '@tanstack/react-query'
import { accountDaysQuery } from '../../shared/api/field-queries.ts'

/**
 * Returns the sums of the days that have entries, of the months of two days; undefined until they are known. Days are
 * read by their month, so that all headings of a month share one call.
 */
export function useAccountDays(first: Day, last: Day, enabled = true): ReadonlyMap<Day, AccountDay> | undefined {
  const { data: earlier } = useQuery({ ...accountDaysQuery(monthOf(first)), enabled })
  const { data: later } = useQuery({ ...accountDaysQuery(monthOf(last)), enabled })
  if (earlier === undefined || later === undefined) return undefined
  return new Map([...earlier, ...later].map((day) => [day.date, day] as const))
}

const monthOf = (day: Day) => day.slice(0, 7)
