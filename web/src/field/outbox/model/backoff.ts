const FIRST_BACKOFF_MS = 1000
const MAX_BACKOFF_MS = 60_000

/**
 * Returns the wait in milliseconds after a number of failed rounds in a row. It is random, because all phones of a site
 * lose a server in the same moment and must not reconnect in the same moment. It is never shorter than the server asked
 * for.
 * @param failures from 1
 * @param chance from 0 to below 1
 * @param askedMs the wait in `Retry-After`
 */
export function backoffMs(failures: number, chance: number, askedMs = 0): number {
  const most = Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** Math.min(failures - 1, 16))
  return Math.max(askedMs, most * (0.5 + chance))
}

/** @returns milliseconds, at most an hour; 0 for a date and for anything else that is no number of seconds */
export function parseRetryAfterMs(header: string | null): number {
  const seconds = Number(header ?? 0)
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 3600) * 1000 : 0
}
