/** One per `eachMs` on average, and `burst` at once. */
interface BucketRate {
  eachMs: number
  burst: number
}

/** Ten commands a second, and at once as many as a phone sends after a week offline. */
const COMMAND_RATE: BucketRate = { eachMs: 100, burst: 600 }
/**
 * The bills of such a phone at once; on average one a minute, so that an account fills at most 7 GB of a disk in a day.
 */
export const BILL_UPLOAD_RATE: BucketRate = { eachMs: 60_000, burst: 300 }

export interface TokenBucket {
  /**
   * Counts one command of an account.
   * @returns 0 where it may be made, else the seconds to wait
   */
  take(account: string): number
}

/**
 * Opens a limit of this process only: with n processes a user can write n times as fast. Refused commands are not
 * counted.
 */
export function openTokenBucket(
  nowMs: () => number = () => performance.now(),
  { eachMs, burst }: BucketRate = COMMAND_RATE,
): TokenBucket {
  /**
   * When each account has its whole burst again (GCRA, the leaky bucket as one number): one number for each field
   * account.
   */
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

/** Refuses nothing: for load tests only (WRITE_LIMIT=off). */
export const UNLIMITED_BUCKET: TokenBucket = { take: () => 0 }
