import { type Kysely, sql } from 'kysely'

/** Devices are deleted by the time of their last sign-in, and no longer stored for ever from the first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE devices RENAME COLUMN since TO used_at`.execute(db)
}
