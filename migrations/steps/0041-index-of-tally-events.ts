import { type Kysely, sql } from 'kysely'

/**
 * The events of the map to Tally and of the files for it. A change of the map reads the ones before it
 * (ledger-service/event-store/append/load-state/load-folded-states.ts), and a file the files before it. They are few;
 * other events are not in the index.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE INDEX events_of_tally ON events (company_id, position)
      WHERE type IN ('TallyMapChanged', 'TallyExported')`.execute(db)
}
