import { DATE_AHEAD, type Instant, isDay, readDate, readInstant } from '@ledger/contracts/dates.ts'
import { Invalid } from './errors.ts'

/**
 * Returns the date of a transaction, from the request.
 * @throws Invalid where it is no date or more than a day ahead
 */
export function dateOf(given: string | undefined, now: Instant): Instant {
  const date = readDate(given, now)
  if (date !== undefined) return date
  const isAhead = given !== undefined && (isDay(given) || readInstant(given) !== undefined)
  throw new Invalid({ path: 'date', message: isAhead ? DATE_AHEAD : 'Please enter a valid date' })
}
