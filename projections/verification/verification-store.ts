import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, sql } from 'kysely'

/**
 * `ledger`: a verification of the log, the states and the bills, each night, by the signer. `read_models`: a comparison
 * of the lists with the log, on the nights that due-comparisons.ts selects, by the worker.
 */
export const VERIFICATION_KINDS = ['ledger', 'read_models'] as const
export type VerificationKind = (typeof VERIFICATION_KINDS)[number]

export interface StoredVerification {
  what: VerificationKind
  verifiedAt: string
  ok: boolean
  /** As it was stored: of the ledger a verification report, of the read models a `ReadModelVerification`. */
  report: Record<string, unknown>
}

/** Stores the result, for the screen and for the alarm. */
export async function saveVerification(
  db: Kysely<Database>,
  companyId: string,
  verification: { ok: boolean },
): Promise<void> {
  await db
    .insertInto('verifications')
    .values({ company_id: companyId, ok: verification.ok, report: JSON.stringify(verification) })
    .execute()
}

/** Returns the last results of each kind, the newest first, at most `most` of each, of the last 400 days. */
export async function readRecentVerifications(
  db: Kysely<Database>,
  companyId: string,
  most: number,
): Promise<StoredVerification[]> {
  const results = await Promise.all(
    VERIFICATION_KINDS.map((what) => readRecentVerificationsOfKind(db, companyId, what, most)),
  )
  return results.flat().sort((a, b) => (a.verifiedAt < b.verifiedAt ? 1 : -1))
}

/**
 * Returns, for each kind, the oldest of the last verifications of all companies, and whether each of these found
 * nothing wrong.
 */
export async function readOverallVerifications(
  db: Kysely<Database>,
): Promise<{ what: VerificationKind; verifiedAt: string; ok: boolean }[]> {
  const found = await Promise.all(
    VERIFICATION_KINDS.map(async (what) => {
      const { rows } = await sql<{ verifiedAt: string | null; ok: boolean }>`
        SELECT min(v.verified_at) AS "verifiedAt", bool_and(v.ok) AS ok FROM ${lastVerificationOfEachSql(what)}`.execute(
        db,
      )
      return rows.flatMap(({ verifiedAt, ok }) => (verifiedAt === null ? [] : [{ what, verifiedAt, ok }]))
    }),
  )
  return found.flat()
}

/** The last verification of a company. */
interface LastVerification {
  /** ISO 8601. */
  at: string
  ok: boolean
}

/** The last comparison of a company's read models. */
export interface LastComparison extends LastVerification {
  /** Every row was compared with the log up to here; null in a report of an older version, which compared some rows. */
  position: number | null
  /** The number of read models that were compared. */
  models: number
}

/**
 * Returns when each company was last verified, by any kind, and whether its last verification of each kind found
 * nothing wrong.
 */
export async function readLastVerificationsByCompany(db: Kysely<Database>): Promise<Map<string, LastVerification>> {
  const last = new Map<string, LastVerification>()
  for (const what of VERIFICATION_KINDS)
    for (const [companyId, { at, ok }] of await readLastVerificationsOfKind(db, what)) {
      const other = last.get(companyId)
      last.set(companyId, other ? { at: other.at > at ? other.at : at, ok: other.ok && ok } : { at, ok })
    }
  return last
}

/** Returns the last verification of one kind, by company. */
export async function readLastVerificationsOfKind(
  db: Kysely<Database>,
  what: VerificationKind,
): Promise<Map<string, LastVerification>> {
  const { rows } = await sql<{ companyId: string; at: string; ok: boolean }>`
    SELECT c.company_id AS "companyId", v.verified_at AS at, v.ok FROM ${lastVerificationOfEachSql(what)}`.execute(db)
  return new Map(rows.map(({ companyId, at, ok }) => [companyId, { at, ok }]))
}

/** Returns the last comparison of each company that had one. */
export async function readLastComparisons(db: Kysely<Database>): Promise<Map<string, LastComparison>> {
  // Reads few bytes of each report, because the query runs each hour for all companies.
  const { rows } = await sql<LastComparison & { companyId: string }>`
    SELECT c.company_id AS "companyId", v.verified_at AS at, v.ok, (v.report ->> 'position')::bigint AS position,
      json_array_length(v.report -> 'projections') AS models
    FROM ${lastVerificationOfEachSql('read_models')}`.execute(db)
  return new Map(rows.map(({ companyId, ...last }) => [companyId, last]))
}

/** Reads the rows of each company by itself: where companies are spread over nodes, each node reads its own. */
const lastVerificationOfEachSql = (what: VerificationKind) => sql`log_heads c CROSS JOIN LATERAL (
  SELECT verified_at, ok, report FROM verifications
  WHERE company_id = c.company_id AND verified_at > now() - interval '400 days'
    AND ((report -> 'head') IS NOT NULL) = ${sql.lit(what === 'ledger')}
  ORDER BY verified_at DESC LIMIT 1
) v`

async function readRecentVerificationsOfKind(
  db: Kysely<Database>,
  companyId: string,
  what: VerificationKind,
  most: number,
) {
  // Only a report on the ledger has the end of the log (`head`).
  const isOfLedger = sql<boolean>`(report -> 'head') IS NOT NULL`
  const rows = await db
    .selectFrom('verifications')
    .select(['verified_at', 'ok', 'report'])
    .where('company_id', '=', companyId)
    .where('verified_at', '>', sql<string>`now() - interval '400 days'`)
    .where(what === 'ledger' ? isOfLedger : sql<boolean>`NOT (${isOfLedger})`)
    .orderBy('verified_at', 'desc')
    .limit(most)
    .execute()
  return rows.map(
    ({ verified_at: verifiedAt, ok, report }): StoredVerification => ({
      what,
      verifiedAt,
      ok,
      report: JSON.parse(report),
    }),
  )
}
