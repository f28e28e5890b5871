import { createBatchLoader } from '@ledger/database/connection/batch-loader.ts'
import { padForGenericPlan } from '@ledger/database/connection/generic-plan-padding.ts'
import { OPTIMIZER_FENCE } from '@ledger/database/connection/optimizer-fence.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, sql } from 'kysely'

/** A session ends after this time without use; refetches of the screen do not count as use (security.md, Sessions). */
export const SESSION_IDLE_MS = 30 * 60_000

/** A live session as its row has it, and the account's current mobile number. */
export interface LiveSession {
  data: string
  lastUsedAt: string
  mobile: string | null
}

/**
 * Returns the session by the hash of its id, in hex.
 * @returns undefined for one that was ended, is idle or too old, or whose account was disabled, closed or given a new
 * password
 */
export type SessionLookup = (digest: string) => Promise<LiveSession | undefined>

/** Opens the lookup of a company: one query answers all requests that ask at the same time. */
export function openSessionLookup(db: Kysely<Database>, companyId: string, idleMs = SESSION_IDLE_MS): SessionLookup {
  return createBatchLoader(async (digests) => {
    const found = await readSessions(db, companyId, idleMs, digests)
    return (digest) => found.get(digest)
  })
}

/**
 * Counts the live sessions of an account, and returns the epoch of the account to which they belong: none are live in
 * any other.
 */
export async function countLiveSessions(
  db: Kysely<Database>,
  companyId: string,
  accountId: string,
): Promise<{ epoch: number; sessions: number }> {
  // The sessions by themselves, as in readSessions: Citus joins no table that it spreads with one that it does not.
  const { rows } = await sql<{ epoch: number; sessions: number }>`
    WITH live AS MATERIALIZED (
      SELECT epoch, count(*) AS sessions FROM sessions
      WHERE company_id = ${companyId} AND account_id = ${accountId} AND revoked_at IS NULL AND expires_at > now()
        AND last_used_at > ${new Date(Date.now() - SESSION_IDLE_MS).toISOString()}
      GROUP BY epoch)
    SELECT a.epoch, CASE WHEN a.status = 'active' THEN coalesce(live.sessions, 0) ELSE 0 END AS sessions
    FROM account_states AS a LEFT JOIN live ON live.epoch = a.epoch
    WHERE a.company_id = ${companyId} AND a.account_id = ${accountId}`.execute(db)
  const [row] = rows
  return { epoch: row?.epoch ?? 0, sessions: Number(row?.sessions ?? 0) }
}

interface SessionRow {
  sid_hash: Buffer
  data: string
  last_used_at: string
  mobile: string | null
}

async function readSessions(
  db: Kysely<Database>,
  companyId: string,
  idleMs: number,
  digests: string[],
): Promise<Map<string, LiveSession>> {
  // Reads the sessions first and by themselves: they are few, and on Citus the query for the accounts goes to the
  // company's node. Selects by key alone, because the planner could also use an index to read all live sessions.
  const { rows } = await sql<SessionRow>`
    WITH named AS MATERIALIZED (
      SELECT sid_hash, account_id, epoch, data, last_used_at, expires_at FROM sessions
      WHERE sid_hash = ANY(${padForGenericPlan(digests).map((digest) => Buffer.from(digest, 'hex'))}::bytea[])
        AND company_id = ${companyId} AND revoked_at IS NULL
        AND last_used_at > ${new Date(Date.now() - idleMs).toISOString()})
    SELECT s.sid_hash, s.data, s.last_used_at, c.mobile FROM named s
    CROSS JOIN LATERAL (SELECT FROM account_states
      WHERE company_id = ${companyId} AND account_id = s.account_id AND epoch = s.epoch AND status = 'active' OFFSET ${OPTIMIZER_FENCE}) a
    CROSS JOIN LATERAL (SELECT mobile FROM contacts WHERE company_id = ${companyId} AND account_id = s.account_id OFFSET ${OPTIMIZER_FENCE}) c
    WHERE s.expires_at > now()`.execute(db)
  return new Map(
    rows.map(({ sid_hash, data, last_used_at: lastUsedAt, mobile }) => [
      sid_hash.toString('hex'),
      { data, lastUsedAt, mobile },
    ]),
  )
}
