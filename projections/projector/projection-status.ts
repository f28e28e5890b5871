import type { ProjectionName } from '@ledger/contracts/projection-names-and-labels.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, sql } from 'kysely'
import { PROJECTIONS } from '../read-models/all-projections.ts'

/** How far the logs and the read models of all companies are. */
export interface ProjectionStatus {
  companies: number
  /** Companies that are not disabled. */
  served: number
  /** Events of all logs together. */
  events: number
  /**
   * For each read model: its lag in events where it is largest, the number of companies at which it has stopped, and
   * the event before which it has stopped, at the company where that is earliest.
   */
  projections: { name: ProjectionName; lag: number; stoppedAt: number; stoppedBefore: number | null }[]
  /** Companies that are served, and at which some read model has stopped. */
  stopped: number
}

/** Returns the status for the operator. The worker has no port of its own: its checkpoints show how far it is. */
export async function readProjectionStatus(db: Kysely<Database>): Promise<ProjectionStatus> {
  const { rows } = await sql<{ name: ProjectionName; lag: number; stoppedAt: number; stoppedBefore: number | null }>`
    SELECT p.name, max(h.position - coalesce(c.position, 0)) AS lag,
      count(c.stopped_because) AS "stoppedAt",
      min(c.position + 1) FILTER (WHERE c.stopped_because IS NOT NULL) AS "stoppedBefore"
    FROM log_heads h CROSS JOIN unnest(${PROJECTIONS.map(({ name }) => name)}::text[]) AS p (name)
    LEFT JOIN checkpoints c ON c.company_id = h.company_id AND c.projection = p.name
    GROUP BY p.name`.execute(db)
  const { rows: all } = await sql<{ companies: number; served: number; events: number }>`
    SELECT count(*) AS companies, count(*) FILTER (WHERE k.disabled_at IS NULL) AS served,
      coalesce(sum(position), 0)::bigint AS events
    FROM log_heads h JOIN companies k USING (company_id)`.execute(db)
  const { rows: some } = await sql<{ stopped: number }>`
    SELECT count(DISTINCT company_id) AS stopped FROM checkpoints JOIN companies k USING (company_id)
    WHERE stopped_because IS NOT NULL AND k.disabled_at IS NULL`.execute(db)
  const { companies = 0, served = 0, events = 0 } = all[0] ?? {}
  const { stopped = 0 } = some[0] ?? {}
  const byName = new Map(rows.map((row) => [row.name, row]))
  const projections = PROJECTIONS.map(
    ({ name }) => byName.get(name) ?? { name, lag: 0, stoppedAt: 0, stoppedBefore: null },
  )
  return { companies, served, events, projections, stopped }
}

/**
 * Returns, by company, the end of the log and the position shown, where a read model is behind; without the companies
 * at which a read model has stopped, and those that are disabled.
 */
export async function readCompaniesBehind(db: Kysely<Database>): Promise<Map<string, { head: number; shown: number }>> {
  const { rows } = await sql<{ company_id: string; head: number; shown: number }>`
    SELECT h.company_id, h.position AS head, a.shown FROM log_heads h
    JOIN companies k ON k.company_id = h.company_id AND k.disabled_at IS NULL CROSS JOIN LATERAL (
      SELECT min(coalesce(c.position, 0)) AS shown, count(c.stopped_because) AS stopped
      FROM unnest(${PROJECTIONS.map(({ name }) => name)}::text[]) AS p (name)
      LEFT JOIN checkpoints c ON c.company_id = h.company_id AND c.projection = p.name
    ) a WHERE a.shown < h.position AND a.stopped = 0`.execute(db)
  return new Map(rows.map(({ company_id, head, shown }) => [company_id, { head, shown }]))
}
