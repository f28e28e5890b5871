import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, sql } from 'kysely'

/** The size and the state of a company, for the operator of the installation. Instants are ISO 8601 in UTC. */
export interface CompanyActivityAndLag {
  events: number
  /** The number of events that the read model with the greatest lag has still to apply. */
  lag: number
  /** Read models that have stopped, each before the event that it cannot apply. */
  stopped: { projection: string; before: number }[]
  /** The later of the last event and the last use of a session; null where there was neither. */
  lastUse: string | null
}

const NO_USAGE: CompanyActivityAndLag = { events: 0, lag: 0, stopped: [], lastUse: null }

/** Reads the usage of every company. */
export async function readCompanyActivityAndLag(
  db: Kysely<Database>,
): Promise<(companyId: string) => CompanyActivityAndLag> {
  const { rows } = await sql<{ companyId: string; events: number; lag: number; lastEvent: string | null }>`
    SELECT h.company_id AS "companyId", h.position AS events,
      h.position - coalesce((SELECT min(position) FROM checkpoints WHERE company_id = h.company_id), 0) AS lag,
      CASE WHEN h.position > 0 THEN h.recorded_at END AS "lastEvent"
    FROM log_heads h`.execute(db)
  const { rows: stopped } = await sql<{ companyId: string; projection: string; before: number }>`
    SELECT company_id AS "companyId", projection, position + 1 AS before
    FROM checkpoints WHERE stopped_because IS NOT NULL ORDER BY projection`.execute(db)
  // Reads the sessions by themselves: they stay on the coordinator where the other tables are spread over nodes.
  const { rows: sessions } = await sql<{ companyId: string; lastUse: string }>`
    SELECT company_id AS "companyId", max(last_used_at) AS "lastUse" FROM sessions GROUP BY company_id`.execute(db)
  const used = new Map(sessions.map(({ companyId, lastUse }) => [companyId, lastUse]))
  const stoppedAt = Map.groupBy(stopped, ({ companyId }) => companyId)
  const found = new Map(
    rows.map(({ companyId, events, lag, lastEvent }): [string, CompanyActivityAndLag] => [
      companyId,
      {
        ...{ events, lag, lastUse: laterInstant(lastEvent, used.get(companyId)) },
        stopped: (stoppedAt.get(companyId) ?? []).map(({ projection, before }) => ({ projection, before })),
      },
    ]),
  )
  return (companyId) => found.get(companyId) ?? NO_USAGE
}

/** Returns the later of two instants, in UTC. */
function laterInstant(one: string | null, other: string | undefined): string | null {
  return one === null || (other !== undefined && other > one) ? (other ?? null) : one
}
