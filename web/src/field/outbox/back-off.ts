const FIRST_MS = 1000
const LONGEST_MS = 60_000

/**
 * How long to wait after so many rounds in a row that came to nothing. With jitter, because all phones of a site lose a server in the same
 * moment and are not to come back in the same moment; never sooner than the server asked for.
 * @param failures from 1
 * @param chance from 0 to below 1
 * @param askedMs what `Retry-After` said
 */
export function backOffMs(failures: number, chance: number, askedMs = 0): number {
  const most = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures - 1, 16))
  return Math.max(askedMs, most * (0.5 + chance))
}

/** @returns ms; a date, and what is no number of seconds, count as none. Nobody waits longer than an hour for a header. */
export function retryAfterMs(header: string | null): number {
  const seconds = Number(header ?? 0)
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 3600) * 1000 : 0
}
