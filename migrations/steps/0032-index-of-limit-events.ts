import { type Kysely, sql } from 'kysely'

/**
 * The events that set limits of the worklists and alert levels, which a decision about them reads
 * (ledger-service/event-store/append/load-state/load-folded-states.ts). They are few; other events are not in the
 * index.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE INDEX events_of_limits ON events (company_id, position)
      WHERE type IN ('OfficeSettingsChanged', 'AlertLevelSet')`.execute(db)
}
