import type { Database, RowOf } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, sql } from 'kysely'

/** The checkpoint of a projection of a company. */
export type ProjectionPositionRow = RowOf<'checkpoints'>

/** The end of a company's log, and the checkpoints of all its projections. */
export interface HeadWithPositions {
  head: number
  checkpoints: ProjectionPositionRow[]
}

/**
 * Returns, by one query, the companies whose log is ahead of a projection that has not stopped. A company without any
 * checkpoint is among them. The query reads the checkpoints once: for a second read in a subquery, Citus would ask
 * every shard.
 * @param only these companies; left out, all
 */
export async function readCompaniesWithPendingEvents(
  db: Kysely<Database>,
  only?: readonly string[],
): Promise<Map<string, HeadWithPositions>> {
  const { rows } = await sql<
    { company_id: string; head: number } & { [K in keyof ProjectionPositionRow]: ProjectionPositionRow[K] | null }
  >`
    SELECT company_id, head, projection, position, stopped_because FROM (
      SELECT h.company_id, h.position AS head, c.projection, c.position, c.stopped_because,
        min(c.position) FILTER (WHERE c.stopped_because IS NULL) OVER (PARTITION BY h.company_id) AS least
      FROM log_heads h LEFT JOIN checkpoints c ON c.company_id = h.company_id
      ${only === undefined ? sql`` : sql`WHERE h.company_id = ANY(${only}::uuid[])`}) AS standing
    WHERE head > least OR projection IS NULL`.execute(db)
  const all = new Map<string, HeadWithPositions>()
  for (const { company_id: companyId, head, projection, position, stopped_because } of rows) {
    const pending = all.get(companyId) ?? { head, checkpoints: [] }
    all.set(companyId, pending)
    if (projection !== null && position !== null) pending.checkpoints.push({ projection, position, stopped_because })
  }
  return all
}
