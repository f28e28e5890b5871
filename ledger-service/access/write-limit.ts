/** So many in the long run, and so many at once. */
interface Rate {
  eachMs: number
  burst: number
}

/** Ten commands a second, and at once so many as a phone brings that comes back with a week's entries. */
const COMMANDS: Rate = { eachMs: 100, burst: 600 }
/** What such a phone brings of bills; in the long run one a minute, so that an account fills no more than 7 GB of a disk in a day. */
export const BILLS: Rate = { eachMs: 60_000, burst: 300 }

export interface WriteLimit {
  /** Counts one more of an account. @returns 0 where it may be made, else the seconds to wait */
  take(account: string): number
}

/** In this process only: behind n of them somebody writes n times as fast. Nothing is counted that was refused. */
export function openWriteLimit(
  nowMs: () => number = () => performance.now(),
  { eachMs, burst }: Rate = COMMANDS,
): WriteLimit {
  /** When each account has its whole burst again (GCRA, the leaky bucket as one number): one number for each field account. */
  const wholeAt = new Map<string, number>()
  return {
    take(account) {
      const now = nowMs()
      const next = Math.max(now, wholeAt.get(account) ?? now) + eachMs
      const overMs = next - now - burst * eachMs
      if (overMs > 0) return Math.ceil(overMs / 1000)
      wholeAt.set(account, next)
      return 0
    },
  }
}

/** Lets everything through: for load tests only (WRITE_LIMIT=off). */
export const NO_WRITE_LIMIT: WriteLimit = { take: () => 0 }
