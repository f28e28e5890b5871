import { type Kysely, sql } from 'kysely'

const TABLES = ['bills', 'bill_contents', 'bill_uploads', 'read.bill_uses']

/**
 * A bill's id is the SHA-256 of its bytes in lower-case hex: it is part of file names and of keys of a store. New rows are held to that. Rows from before
 * are not looked at, so that one that a forged backup brought keeps no installation from its update: where a name or a key is made,
 * the program looks again. Each in a statement of its own, as Citus asks of a table that is spread (docs/decisions/0026-on-citus.md).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of TABLES)
    await sql`
      ALTER TABLE ${sql.table(table)} ADD CONSTRAINT ${sql.ref(`${table.replace('read.', '')}_id_is_a_hash`)}
        CHECK (bill_id ~ '^[0-9a-f]{64}$') NOT VALID`.execute(db)
}
