import { type Instant, readDate } from '@ledger/contracts/dates.ts'
import { Invalid } from './errors.ts'

/** When a transaction happened, as the request says. @throws Invalid where it is no date or more than a day ahead */
export function dateOf(given: string | undefined, now: Instant): Instant {
  const date = readDate(given, now)
  if (date === undefined) throw new Invalid({ path: 'date', message: 'Please enter a valid date' })
  return date
}
