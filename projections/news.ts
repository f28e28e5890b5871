import type { Database, RowOf } from '@ledger/database/tables.ts'
import { type Kysely, sql } from 'kysely'

/** Where a projection of a company stands. */
export type Checkpoint = RowOf<'checkpoints'>

/**
 * The companies whose log goes on beyond a projection that has not stopped, with where all projections of each stand: one look for all. A
 * company of which nothing was projected yet is among them.
 * @param among only these; left out, every one
 */
export async function companiesWithNews(
  db: Kysely<Database>,
  among?: readonly string[],
): Promise<Map<string, Checkpoint[]>> {
  const { rows } = await sql<{ company_id: string } & { [K in keyof Checkpoint]: Checkpoint[K] | null }>`
    SELECT h.company_id, c.projection, c.position, c.stopped_because
    FROM log_heads h LEFT JOIN checkpoints c ON c.company_id = h.company_id
    WHERE (h.position > (SELECT min(a.position) FROM checkpoints a
        WHERE a.company_id = h.company_id AND a.stopped_because IS NULL)
      OR NOT EXISTS (SELECT FROM checkpoints a WHERE a.company_id = h.company_id))
      ${among === undefined ? sql`` : sql`AND h.company_id = ANY(${among}::uuid[])`}`.execute(db)
  const news = new Map<string, Checkpoint[]>()
  for (const { company_id: companyId, projection, position, stopped_because } of rows) {
    const known = projection === null || position === null ? [] : [{ projection, position, stopped_because }]
    news.set(companyId, [...(news.get(companyId) ?? []), ...known])
  }
  return news
}
