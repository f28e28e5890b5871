import { type Kysely, sql } from 'kysely'

/** A device is cleared away by when it last signed in, and no longer kept for ever from when it first did. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE devices RENAME COLUMN since TO used_at`.execute(db)
}
