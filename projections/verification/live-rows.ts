import { prefetchPages } from '@ledger/database/connection/prefetch-pages.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { ReadModelTable } from '../read-models/read-model-table.ts'
import { type Columns, keyOf } from './row-digests.ts'

const PAGE = 10_000
const EVERYTHING = Number.MAX_SAFE_INTEGER

/** Some columns of a read table; the first `keys` of them are its key, after the company. */
export interface Slice<Named extends Columns = Columns> {
  readonly table: keyof Database
  readonly keys: number
  readonly columns: Named
}

/** Returns all columns of a read table; those of the key come first. */
export function wholeOf<Row>({ name, columns, key }: ReadModelTable<Row>): Slice<ReadModelTable<Row>['columns']> {
  return { table: name, keys: key.length, columns }
}

/**
 * Yields the rows of a read table as the bytes that the server sends, in the order of its key, a page at a time; the
 * next page is read ahead.
 */
export function liveRows(
  db: Kysely<Database>,
  companyId: string,
  { table, keys, columns }: Slice,
  where: RawBuilder<unknown> = sql`true`,
): AsyncGenerator<Buffer[]> {
  const names = Object.keys(columns)
  const key = sql.join(names.slice(0, keys).map((name) => sql.ref(name)))
  const read = async (last: Buffer | undefined): Promise<Buffer[]> => {
    const after = last && sql`AND (${key}) > (${sql.join(keyOf(columns, last, keys).map((value) => sql.lit(value)))})`
    const query = sql`
      COPY (
        SELECT ${sql.join(names.map((name) => sql.ref(name)))} FROM ${sql.table(`read.${table}`)}
        WHERE company_id = ${sql.lit(companyId)} AND ${where} ${after ?? sql``} ORDER BY ${key} LIMIT ${sql.lit(PAGE)}
      ) TO STDOUT (FORMAT binary)`.compile(db)
    const rows: Buffer[] = []
    for await (const page of db.getExecutor().stream<Buffer>(query, EVERYTHING)) rows.push(...page.rows)
    return rows
  }
  return prefetchPages<Buffer, Buffer | undefined>(undefined, read, (row) => row)
}
