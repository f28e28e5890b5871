import { DAY_MS, MINUTE_MS } from '@ledger/contracts/dates.ts'
import { hmacSha256 } from '@ledger/database/binary/sha256-and-hmac.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, sql } from 'kysely'

/** The first wrong tries cost nothing; each later one doubles the wait (security.md, Sign-in). */
const FREE_WRONG_TRIES = 5
/** A correct try costs a hash, too: this is more than a person who mistypes needs, and little for one core. */
const MAX_TRIES_PER_MINUTE = 20
const LONGEST_WAIT_MINUTES = 15
const TRIES_EXPIRE_AFTER_MS = DAY_MS

/**
 * Counts the tries at one company in PostgreSQL, so that all API processes count together and tries at one company
 * delay no other company.
 * Keys are stored as HMACs, so the table contains no names.
 * Each call is one statement, so a hundred tries at once are counted as a hundred.
 */
export interface RateLimiter {
  /**
   * Counts one try in a time window.
   * @returns 0 within the limit, else the seconds until the window ends
   */
  countInWindow(key: string, limit: number, windowMs: number): Promise<number>
  /** Returns the same without counting: 0 where one more try would be within the limit. */
  secondsUntilAllowed(key: string, limit: number, windowMs: number): Promise<number>
  /**
   * Counts a try that may prove wrong, and limits the correct ones per minute.
   * @returns 0 where it may be made, else the seconds to wait
   */
  countAttempt(key: string): Promise<number>
  /** Removes the counts of a key, after a correct try. */
  reset(key: string): Promise<void>
}

export function openRateLimiter(db: Kysely<Database>, companyId: string, secret: string): RateLimiter {
  const keyed = hmacSha256(secret)
  const digest = (key: string) => keyed(`${companyId} ${key}`)

  async function countInWindow(key: string, limit: number, windowMs: number): Promise<number> {
    const { rows } = await sql<{ tries: number; seconds: number }>`
      INSERT INTO tries (key, tries, last_at, blocked_until) VALUES (${digest(key)}, 1, now(), now())
      ON CONFLICT (key) DO UPDATE SET
        tries = CASE WHEN ${windowIsOver(windowMs)} THEN 1 ELSE tries.tries + 1 END,
        last_at = CASE WHEN ${windowIsOver(windowMs)} THEN now() ELSE tries.last_at END
      RETURNING tries, ${secondsLeftInWindow(windowMs)} AS seconds`.execute(db)
    const [row] = rows
    return row === undefined || row.tries <= limit ? 0 : row.seconds
  }

  async function secondsUntilAllowed(key: string, limit: number, windowMs: number): Promise<number> {
    const { rows } = await sql<{ seconds: number }>`
      SELECT ${secondsLeftInWindow(windowMs)} AS seconds FROM tries
      WHERE key = ${digest(key)} AND tries >= ${limit} AND NOT ${windowIsOver(windowMs)}`.execute(db)
    return rows[0]?.seconds ?? 0
  }

  async function countAttempt(key: string): Promise<number> {
    const busy = await countInWindow(`any ${key}`, MAX_TRIES_PER_MINUTE, MINUTE_MS)
    if (busy > 0) return busy
    // A free try blocks nothing, also not one whose statement began earlier and waited for it.
    const tries = sql`CASE WHEN ${windowIsOver(TRIES_EXPIRE_AFTER_MS)} THEN 1 ELSE tries.tries + 1 END`
    const { rows } = await sql`
      INSERT INTO tries (key, tries, last_at, blocked_until) VALUES (${digest(key)}, 1, now(), '-infinity')
      ON CONFLICT (key) DO UPDATE SET tries = ${tries}, last_at = now(),
        blocked_until = CASE WHEN ${tries} < ${FREE_WRONG_TRIES} THEN '-infinity'
          ELSE now() + least(power(2, least(${tries} - ${FREE_WRONG_TRIES}, 10)), ${LONGEST_WAIT_MINUTES}) * interval '1 minute' END
      WHERE tries.blocked_until <= now()
      RETURNING tries`.execute(db)
    return rows.length > 0 ? 0 : secondsLeft(key)
  }

  async function secondsLeft(key: string): Promise<number> {
    const { rows } = await sql<{ seconds: number }>`
      SELECT ceil(extract(epoch FROM blocked_until - now()))::integer AS seconds FROM tries WHERE key = ${digest(key)}`.execute(
      db,
    )
    return Math.max(1, rows[0]?.seconds ?? 1)
  }

  async function reset(key: string): Promise<void> {
    await db.deleteFrom('tries').where('key', '=', digest(key)).execute()
  }

  return { countInWindow, secondsUntilAllowed, countAttempt, reset }
}

/**
 * Returns the condition that the window is over. For `count`, `last_at` is when the window began; for `attempt`, the
 * last try.
 */
const windowIsOver = (windowMs: number) => sql`tries.last_at < now() - ${windowMs} * interval '1 millisecond'`

/** Returns the seconds until the window that began at `last_at` ends, at least 1. */
const secondsLeftInWindow = (windowMs: number) =>
  sql`greatest(1, ceil(extract(epoch FROM tries.last_at + ${windowMs} * interval '1 millisecond' - now())))::integer`

/** Refuses nothing: for load tests only (SIGN_IN_LIMIT=off). */
export const NO_RATE_LIMIT: RateLimiter = {
  countInWindow: async () => 0,
  secondsUntilAllowed: async () => 0,
  countAttempt: async () => 0,
  reset: async () => undefined,
}
