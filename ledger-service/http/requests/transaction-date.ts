import {
  DATE_IN_FUTURE_MESSAGE,
  INVALID_DATE_MESSAGE,
  type Instant,
  isDay,
  parseEntryDate,
  parseInstant,
} from '@ledger/contracts/dates.ts'
import { InvalidRequest } from '../errors.ts'

/**
 * Returns the date of a transaction, from the request.
 * @throws InvalidRequest where it is no date or more than a day ahead
 */
export function transactionDate(given: string | undefined, now: Instant): Instant {
  const date = parseEntryDate(given, now)
  if (date !== undefined) return date
  const isAhead = given !== undefined && (isDay(given) || parseInstant(given) !== undefined)
  throw new InvalidRequest({ path: 'date', message: isAhead ? DATE_IN_FUTURE_MESSAGE : INVALID_DATE_MESSAGE })
}
