import { type Kysely, sql } from 'kysely'

/**
 * An entry is found by the id of its first event, so that an unchanged entry needs no row of its own. The rows of
 * entries from before this step remain, because their first events have other ids.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE UNIQUE INDEX events_by_id ON events (company_id, event_id)`.execute(db)
}
