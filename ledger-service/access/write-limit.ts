/** A field user writes so many commands a second, and at once so many as a phone brings that comes back with a week's entries. */
const A_SECOND = 10
const BURST = 600
const EACH_MS = 1000 / A_SECOND

export interface WriteLimit {
  /** Counts one more command of an account. @returns 0 where it may be made, else the seconds to wait */
  take(account: string): number
}

/** In this process only: behind n of them somebody writes n times as fast. Nothing is counted that was refused. */
export function openWriteLimit(nowMs: () => number = () => performance.now()): WriteLimit {
  /** When each account has its whole burst again (GCRA, the leaky bucket as one number): one number for each field account. */
  const wholeAt = new Map<string, number>()
  return {
    take(account) {
      const now = nowMs()
      const next = Math.max(now, wholeAt.get(account) ?? now) + EACH_MS
      const overMs = next - now - BURST * EACH_MS
      if (overMs > 0) return Math.ceil(overMs / 1000)
      wholeAt.set(account, next)
      return 0
    },
  }
}

/** Lets everything through: for load tests only (WRITE_LIMIT=off). */
export const NO_WRITE_LIMIT: WriteLimit = { take: () => 0 }
