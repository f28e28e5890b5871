import type { AccountDay } from '@ledger/contracts/http/reports/account-days-schemas.ts'
import type { QueryClient } from '@tanstack/react-query'
import { accountDaysFromMonths } from './account-days-from-months.ts'
import { addChangesToDaySums, type DayChange } from './add-changes-to-day-sums.ts'

/**
 * Adds to the sums of days that were read what no longer waits because it was booked, until they are read again:
 * otherwise the sums of a day would be without it for that time.
 */
export function addBookedToCachedDays(client: QueryClient, changes: readonly DayChange[]): void {
  for (const [queryKey, days] of client.getQueriesData<AccountDay[]>({ queryKey: ['/api/site/days'] })) {
    const known = accountDaysFromMonths([{ month: String(queryKey[1]), days, error: null }])
    const { sums } = addChangesToDaySums(known, changes)
    const now = [...sums.values()].flatMap(({ closing, ...day }) => (closing === undefined ? [] : { ...day, closing }))
    // The time of the read stays, because the rest is as old as before.
    if (days !== undefined)
      client.setQueryData(queryKey, now, { updatedAt: client.getQueryState(queryKey)?.dataUpdatedAt ?? 0 })
  }
}
