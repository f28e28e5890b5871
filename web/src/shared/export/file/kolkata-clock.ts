import type { Instant } from '@ledger/contracts/dates.ts'

const KOLKATA_OFFSET_MS = 5.5 * 3_600_000

/** Returns a date whose UTC fields are the clock in Asia/Kolkata: a spreadsheet's date-time has no zone. */
export const kolkataClock = (instant: Instant) => new Date(Date.parse(instant) + KOLKATA_OFFSET_MS)
