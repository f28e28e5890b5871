import type { Database, RowOf } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, sql } from 'kysely'

/** Where a projection of a company stands. */
export type ProjectionCheckpoint = RowOf<'checkpoints'>

/** Where the log of a company ends, and where all its projections stand. */
export interface PendingEvents {
  head: number
  checkpoints: ProjectionCheckpoint[]
}

/**
 * The companies whose log goes on beyond a projection that has not stopped: one look for all. A company of which nothing was projected yet is
 * among them. It looks at the checkpoints once: if a subquery looked at them again, Citus would ask every part for it.
 * @param among only these; left out, every one
 */
export async function readCompaniesWithPendingEvents(
  db: Kysely<Database>,
  among?: readonly string[],
): Promise<Map<string, PendingEvents>> {
  const { rows } = await sql<
    { company_id: string; head: number } & { [K in keyof ProjectionCheckpoint]: ProjectionCheckpoint[K] | null }
  >`
    SELECT company_id, head, projection, position, stopped_because FROM (
      SELECT h.company_id, h.position AS head, c.projection, c.position, c.stopped_because,
        min(c.position) FILTER (WHERE c.stopped_because IS NULL) OVER (PARTITION BY h.company_id) AS least
      FROM log_heads h LEFT JOIN checkpoints c ON c.company_id = h.company_id
      ${among === undefined ? sql`` : sql`WHERE h.company_id = ANY(${among}::uuid[])`}) AS standing
    WHERE head > least OR projection IS NULL`.execute(db)
  const all = new Map<string, PendingEvents>()
  for (const { company_id: companyId, head, projection, position, stopped_because } of rows) {
    const news = all.get(companyId) ?? { head, checkpoints: [] }
    all.set(companyId, news)
    if (projection !== null && position !== null) news.checkpoints.push({ projection, position, stopped_because })
  }
  return all
}
