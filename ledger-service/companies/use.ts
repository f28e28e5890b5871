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

/** Of every company. */
export async function readUse(pool: Pick<Pool, 'query'>): Promise<(companyId: string) => Use> {
  const { rows } = await pool.query<{
    companyId: string
    events: number
    lag: number
    lastEvent: string | null
    verifiedAt: string | null
    ok: boolean | null
  }>(
    `SELECT h.company_id AS "companyId", h.position AS events, v.verified_at AS "verifiedAt", v.ok,
      h.position - coalesce((SELECT min(position) FROM checkpoints WHERE company_id = h.company_id), 0) AS lag,
      CASE WHEN h.position > 0 THEN h.recorded_at END AS "lastEvent"
    FROM log_heads h LEFT JOIN LATERAL (SELECT verified_at, ok FROM verifications WHERE company_id = h.company_id
      ORDER BY verified_at DESC LIMIT 1) v ON true`,
  )
  // By themselves: sessions stay on the coordinator where the others are spread over nodes.
  const { rows: sessions } = await pool.query<{ companyId: string; lastUse: string }>(
    'SELECT company_id AS "companyId", max(last_used_at) AS "lastUse" FROM sessions GROUP BY company_id',
  )
  const used = new Map(sessions.map(({ companyId, lastUse }) => [companyId, lastUse]))
  const found = new Map(
    rows.map(({ companyId, events, lag, lastEvent, verifiedAt, ok }): [string, Use] => [
      companyId,
      {
        ...{ events, lag, lastUse: latest(lastEvent, used.get(companyId)) },
        lastVerification: verifiedAt === null ? null : { at: verifiedAt, ok: ok === true },
      },
    ]),
  )
  return (companyId) => found.get(companyId) ?? NONE
}

/** The later of two instants, in UTC. */
function latest(one: string | null, other: string | undefined): string | null {
  return one === null || (other !== undefined && other > one) ? (other ?? null) : one
}
