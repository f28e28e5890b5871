const CLOCK_STORAGE_KEY = 'clock'
/** Differences below this are ignored: an answer takes a while to arrive, and has its time in whole seconds. */
const MIN_CLOCK_OFFSET_MS = 60_000

/**
 * The number of milliseconds by which the server's clock is ahead of this device's, from the answers' `Date` (HTTP). A
 * phone whose battery was empty may be days off, and its user does not look at the day in the form. Only suggested
 * values use this: `enteredAt` is the phone's own time, right or wrong.
 */
let serverAheadMs = loadClockOffset()
const clockListeners = new Set<() => void>()

/**
 * Returns milliseconds since 1970 by the server's clock; by this device's where the difference is unknown or below a
 * minute.
 */
export const serverNow = (): number => Date.now() + serverAheadMs

/** @param date an answer's `Date`; null where it has none */
export function noteServerTime(date: string | null): void {
  const now = Date.now()
  const offset = Date.parse(date ?? '') - now
  if (Number.isNaN(offset)) return
  const ahead = Math.abs(offset) < MIN_CLOCK_OFFSET_MS ? 0 : offset
  storeClockOffset(ahead, now)
  if (Math.abs(ahead - serverAheadMs) < MIN_CLOCK_OFFSET_MS) return
  serverAheadMs = ahead
  for (const listener of clockListeners) listener()
}

/**
 * Calls `listener` whenever the known difference between the two clocks changes.
 * @returns a function that ends the subscription
 */
export function onServerClockChange(listener: () => void): () => void {
  clockListeners.add(listener)
  return () => void clockListeners.delete(listener)
}

function storeClockOffset(ahead: number, now: number): void {
  if (ahead !== 0) globalThis.localStorage?.setItem(CLOCK_STORAGE_KEY, JSON.stringify({ ahead, now }))
  else if (serverAheadMs !== 0) globalThis.localStorage?.removeItem(CLOCK_STORAGE_KEY)
}

/**
 * Returns the stored difference, for an app that opens without a network. If the clock was corrected since, the time is
 * either before that of the note, or later by at least the difference. Only in between was the clock surely not
 * changed.
 */
function loadClockOffset(): number {
  try {
    const { ahead, now } = JSON.parse(globalThis.localStorage?.getItem(CLOCK_STORAGE_KEY) ?? '{}')
    const since = Date.now() - now
    return since >= 0 && since < Math.abs(ahead) ? ahead : 0
  } catch {
    return 0
  }
}
