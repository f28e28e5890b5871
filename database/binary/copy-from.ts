import { type Kysely, sql } from 'kysely'
import type { Database } from '../tables/database-schema.ts'
import { copyRows } from './run-copy.ts'

/**
 * Adds rows to a table by COPY, on the connection or in the transaction of `db`.
 * @param rows the rows as encoded by BinaryRowEncoder; they must not change until the promise resolves
 */
export async function copyIntoTable(
  db: Kysely<Database>,
  table: string,
  columns: readonly string[],
  rows: Buffer,
): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column)))
  await copyRows(db, sql`COPY ${sql.table(table)} (${names}) FROM STDIN (FORMAT binary)`, rows)
}
