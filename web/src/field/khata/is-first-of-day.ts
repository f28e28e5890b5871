import { dayOf, type Instant } from '@ledger/contracts/dates.ts'

/**
 * Tells whether a row begins a day in Asia/Kolkata, and has its heading above it.
 * @param previous the row above in the list, also where it belongs to another block or page
 */
export function isFirstOfDay(row: { date: Instant }, previous: { date: Instant } | undefined): boolean {
  return previous === undefined || dayOf(previous.date) !== dayOf(row.date)
}
