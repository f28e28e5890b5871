import { type Kysely, sql } from 'kysely'

const TABLES = ['bills', 'bill_contents', 'bill_uploads', 'read.bill_uses']

/**
 * A bill's id is the SHA-256 of its bytes in lower-case hex: it is part of file names and of object keys. New rows must
 * have this form. Older rows are not checked, so that a row from a forged backup does not prevent the update of an
 * installation; the program checks the id wherever it makes a name or a key. Each statement runs by itself, as Citus
 * requires for a distributed table (docs/decisions/0007-citus.md).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of TABLES)
    await sql`
      ALTER TABLE ${sql.table(table)} ADD CONSTRAINT ${sql.ref(`${table.replace('read.', '')}_id_is_a_hash`)}
        CHECK (bill_id ~ '^[0-9a-f]{64}$') NOT VALID`.execute(db)
}
