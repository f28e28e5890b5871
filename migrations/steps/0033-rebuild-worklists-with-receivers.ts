import { type Kysely, sql } from 'kysely'

/** The tables of the read model `worklists`. */
const TABLES = ['alike_entries', 'shared_bills', 'amount_counts', 'office_limits']

/**
 * Entries that look alike name the receiver of a transfer by account (projections/read-models/worklists/party-key.ts),
 * and no longer by name. The worker fills the read model again from the first event. Each statement runs by itself, as
 * Citus requires for a distributed table (docs/decisions/0007-citus.md).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // First, so that it waits for a worker that is writing, and this worker finds its position changed.
  await sql`UPDATE read.checkpoints SET position = 0, stopped_because = NULL WHERE projection = 'worklists'`.execute(db)
  for (const table of TABLES) await sql`DELETE FROM ${sql.table(`read.${table}`)}`.execute(db)
}
