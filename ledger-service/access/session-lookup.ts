import {
  type CompanyLookupKeys,
  createBatchLoader,
  indexByCompanyAndKey,
  type PerCompany,
  toCompanyAndKeyColumns,
} from '@ledger/database/connection/batch-loader.ts'
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

/**
 * Opens the lookup of a process: one query answers all requests that ask at the same time.
 * @param mayJoin whether one query may read several companies
 */
export function openSessionLookup(
  db: Kysely<Database>,
  mayJoin: boolean,
  idleMs = SESSION_IDLE_MS,
): PerCompany<SessionLookup> {
  return createBatchLoader<string, LiveSession | undefined>(
    {
      async loadForCompany(companyId, digests) {
        const found = await readSessions(db, companyId, idleMs, digests)
        return (digest) => found.get(digest)
      },
      loadForCompanies: (asked) => readSessionsOfSeveral(db, idleMs, asked),
    },
    mayJoin,
  )
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
  return new Map(rows.map((row) => [sessionHashOf(row), liveSessionFrom(row)]))
}

async function readSessionsOfSeveral(
  db: Kysely<Database>,
  idleMs: number,
  asked: readonly CompanyLookupKeys<string>[],
) {
  const { companyIds, keys } = toCompanyAndKeyColumns(asked)
  const digests = padForGenericPlan(keys).map((digest) => Buffer.from(digest, 'hex'))
  const { rows } = await sql<SessionRow & { company_id: string }>`
    SELECT s.company_id, s.sid_hash, s.data, s.last_used_at, c.mobile
    FROM unnest(${padForGenericPlan(companyIds)}::uuid[], ${digests}::bytea[]) AS asked (company_id, sid_hash)
    CROSS JOIN LATERAL (SELECT * FROM sessions
      WHERE sid_hash = asked.sid_hash AND company_id = asked.company_id AND revoked_at IS NULL AND expires_at > now()
        AND last_used_at > ${new Date(Date.now() - idleMs).toISOString()} OFFSET ${OPTIMIZER_FENCE}) s
    CROSS JOIN LATERAL (SELECT FROM account_states
      WHERE company_id = s.company_id AND account_id = s.account_id AND epoch = s.epoch AND status = 'active' OFFSET ${OPTIMIZER_FENCE}) a
    CROSS JOIN LATERAL (SELECT mobile FROM contacts WHERE company_id = s.company_id AND account_id = s.account_id OFFSET ${OPTIMIZER_FENCE}) c`.execute(
    db,
  )
  const found = indexByCompanyAndKey(rows, sessionHashOf)
  return (companyId: string, digest: string) => {
    const row = found(companyId, digest)
    return row && liveSessionFrom(row)
  }
}

const sessionHashOf = ({ sid_hash }: SessionRow) => sid_hash.toString('hex')
const liveSessionFrom = ({ data, last_used_at: lastUsedAt, mobile }: SessionRow): LiveSession => ({
  data,
  lastUsedAt,
  mobile,
})
