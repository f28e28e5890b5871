import { memoize } from '@ledger/contracts/text/memoize.ts'
import { writeInt64 } from './int8-and-uuid.ts'

/** 2000-01-01, the origin of PostgreSQL's microseconds. */
const POSTGRES_EPOCH_MS = Date.UTC(2000, 0, 1)
const DAY_MICROSECONDS = 86_400_000_000

/** Consecutive events often have the same instant, which is then parsed once. */
let lastWritten: { instant: string | undefined; microseconds: number } = { instant: undefined, microseconds: 0 }

/**
 * Writes an instant in ISO 8601 in UTC, to the millisecond, as the 8 bytes of PostgreSQL's timestamptz.
 * @returns the offset after it
 * @throws RangeError for a text that is no instant
 */
export function writeTimestamptz(bytes: Buffer, instant: string, at: number): number {
  if (instant !== lastWritten.instant) {
    const milliseconds = Date.parse(instant)
    if (Number.isNaN(milliseconds)) throw new RangeError(`${instant} is no instant`)
    // The number of microseconds is a multiple of 8, and therefore exact far beyond the year 2999.
    lastWritten = { instant, microseconds: (milliseconds - POSTGRES_EPOCH_MS) * 1000 }
  }
  return writeInt64(bytes, lastWritten.microseconds, at)
}

/**
 * Formats microseconds since 2000 as ISO 8601 in UTC, with milliseconds; with all six digits if the instant is more
 * precise.
 */
export function formatMicroseconds(microseconds: number): string {
  const day = Math.floor(microseconds / DAY_MICROSECONDS)
  const within = microseconds - day * DAY_MICROSECONDS
  const seconds = Math.floor(within / 1_000_000)
  const minutes = Math.floor(seconds / 60)
  const fraction = String(within - seconds * 1_000_000).padStart(6, '0')
  const digits = within % 1000 === 0 ? fraction.slice(0, 3) : fraction
  const [hour, minute] = [TWO_DIGITS[Math.floor(minutes / 60)], TWO_DIGITS[minutes % 60]]
  return `${dayText(day)}${hour}:${minute}:${TWO_DIGITS[seconds % 60]}.${digits}Z`
}

const TWO_DIGITS = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'))
const MAX_CACHED_DAYS = 10_000

/** Returns a day as text, `2026-11-21T`; each day is formatted once. */
const dayText = memoize(MAX_CACHED_DAYS, (day: number) =>
  new Date(POSTGRES_EPOCH_MS + day * (DAY_MICROSECONDS / 1000)).toISOString().slice(0, 11),
)
