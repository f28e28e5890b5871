const KEY = 'clock'
/** An answer is on its way for a while, and says its time in whole seconds. */
const LEAST_MS = 60_000

/**
 * How far the server's clock is ahead of this device's, as far as answers tell (HTTP's `Date`). A phone whose battery was empty may be days
 * off, and whoever enters a bill on it does not look at the day that stands in the form. Only what a person is offered follows it:
 * `enteredAt` is the phone's own time, right or wrong.
 */
let aheadMs = noted()
const told = new Set<() => void>()

/** Milliseconds since 1970 by the server's clock; by this device's where nothing is known, or less than a minute lies between them. */
export const serverNow = (): number => Date.now() + aheadMs

/** @param date an answer's `Date`; null where it has none */
export function heardTime(date: string | null): void {
  const now = Date.now()
  const heard = Date.parse(date ?? '') - now
  if (Number.isNaN(heard)) return
  const ahead = Math.abs(heard) < LEAST_MS ? 0 : heard
  note(ahead, now)
  if (Math.abs(ahead - aheadMs) < LEAST_MS) return
  aheadMs = ahead
  for (const tell of told) tell()
}

/**
 * Calls `tell` each time that the two clocks turn out to be further apart, or closer, than was known.
 * @returns how to take it back
 */
export function onClock(tell: () => void): () => void {
  told.add(tell)
  return () => void told.delete(tell)
}

function note(ahead: number, now: number): void {
  if (ahead !== 0) globalThis.localStorage?.setItem(KEY, JSON.stringify({ ahead, now }))
  else if (aheadMs !== 0) globalThis.localStorage?.removeItem(KEY)
}

/**
 * For an app that is opened without a network. A clock that was put right since would show a time before that of the note, or one later by
 * what it had been behind at least: only in between was it surely left as it was.
 */
function noted(): number {
  try {
    const { ahead, now } = JSON.parse(globalThis.localStorage?.getItem(KEY) ?? '{}')
    const since = Date.now() - now
    return since >= 0 && since < Math.abs(ahead) ? ahead : 0
  } catch {
    return 0
  }
}
