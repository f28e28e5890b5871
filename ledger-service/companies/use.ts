import type { Pool } from 'pg'

/** How much a company has and how it fares, for whoever runs the installation. Instants are ISO 8601 in UTC. */
export interface Use {
  events: number
  /** How many events the read model that is farthest behind has still to take. */
  lag: number
  /** The newest of the last event and the last use of a session; null where there was neither. */
  lastUse: string | null
  /** Of the whole ledger or of its read models, whichever was later. */
  lastVerification: { at: string; ok: boolean } | null
}

const NONE: Use = { events: 0, lag: 0, lastUse: null, lastVerification: null }

/** Of every company, in one look. */
export async function readUse(pool: Pick<Pool, 'query'>): Promise<(companyId: string) => Use> {
  const { rows } = await pool.query<{
    companyId: string
    events: number
    lag: number
    lastUse: string | null
    verifiedAt: string | null
    ok: boolean | null
  }>(
    `SELECT h.company_id AS "companyId", h.position AS events, v.verified_at AS "verifiedAt", v.ok,
      h.position - coalesce((SELECT min(position) FROM checkpoints WHERE company_id = h.company_id), 0) AS lag,
      greatest(CASE WHEN h.position > 0 THEN h.recorded_at END,
        (SELECT max(last_used_at) FROM sessions WHERE company_id = h.company_id)) AS "lastUse"
    FROM log_heads h LEFT JOIN LATERAL (SELECT verified_at, ok FROM verifications WHERE company_id = h.company_id
      ORDER BY verified_at DESC LIMIT 1) v ON true`,
  )
  const found = new Map(
    rows.map(({ companyId, events, lag, lastUse, verifiedAt, ok }): [string, Use] => [
      companyId,
      { events, lag, lastUse, lastVerification: verifiedAt === null ? null : { at: verifiedAt, ok: ok === true } },
    ]),
  )
  return (companyId) => found.get(companyId) ?? NONE
}
