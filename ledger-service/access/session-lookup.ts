import { askedTogether } from '@ledger/database/asked-together.ts'
import { plannedOnce } from '@ledger/database/planned-once.ts'
import type { Database } from '@ledger/database/tables.ts'
import { type Kysely, sql } from 'kysely'

/** A live session as its row says, and the account's mobile number of today. */
export interface FoundSession {
  data: string
  lastUsedAt: string
  mobile: string | null
}

/** By the hash of the session's id, in hex. @returns undefined for one that was ended, is idle or too old, or whose account was disabled, closed or given a new password */
export type SessionLookup = (digest: string) => Promise<FoundSession | undefined>

export function openSessionLookup(db: Kysely<Database>, companyId: string, idleMs: number): SessionLookup {
  return askedTogether(async (digests) => {
    const found = await readSessions(db, companyId, idleMs, digests)
    return (digest) => found.get(digest)
  })
}

async function readSessions(
  db: Kysely<Database>,
  companyId: string,
  idleMs: number,
  digests: string[],
): Promise<Map<string, FoundSession>> {
  // Not `=`: then the company would be known of all three tables, and its accounts be read instead of those of the sessions.
  const { rows } = await sql<{ sid_hash: Buffer; data: string; last_used_at: string; mobile: string | null }>`
    SELECT s.sid_hash, s.data, s.last_used_at, c.mobile FROM sessions s
    JOIN account_states a ON a.company_id = s.company_id AND a.account_id = s.account_id
    JOIN contacts c ON c.company_id = s.company_id AND c.account_id = s.account_id
    WHERE s.sid_hash = ANY(${plannedOnce(digests).map((digest) => Buffer.from(digest, 'hex'))}::bytea[]) AND s.company_id IS NOT DISTINCT FROM ${companyId}::uuid AND s.revoked_at IS NULL
      AND s.expires_at > now() AND s.last_used_at > ${new Date(Date.now() - idleMs).toISOString()}
      AND a.status = 'active' AND a.epoch = s.epoch`.execute(db)
  return new Map(
    rows.map(({ sid_hash, data, last_used_at: lastUsedAt, mobile }) => [
      sid_hash.toString('hex'),
      { data, lastUsedAt, mobile },
    ]),
  )
}
