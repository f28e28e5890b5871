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
  // The sessions first and by themselves: they are few, and where the accounts are spread over nodes theirs go to the company's.
  const { rows } = await sql<{ sid_hash: Buffer; data: string; last_used_at: string; mobile: string | null }>`
    WITH found AS MATERIALIZED (
      SELECT sid_hash, account_id, epoch, data, last_used_at FROM sessions
      WHERE sid_hash = ANY(${plannedOnce(digests).map((digest) => Buffer.from(digest, 'hex'))}::bytea[])
        AND company_id = ${companyId} AND revoked_at IS NULL AND expires_at > now()
        AND last_used_at > ${new Date(Date.now() - idleMs).toISOString()})
    SELECT s.sid_hash, s.data, s.last_used_at, c.mobile FROM found s
    JOIN account_states a ON a.company_id = ${companyId} AND a.account_id = s.account_id AND a.epoch = s.epoch AND a.status = 'active'
    JOIN contacts c ON c.company_id = ${companyId} AND c.account_id = s.account_id`.execute(db)
  return new Map(
    rows.map(({ sid_hash, data, last_used_at: lastUsedAt, mobile }) => [
      sid_hash.toString('hex'),
      { data, lastUsedAt, mobile },
    ]),
  )
}
