import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import {
  inChunkSql,
  type KeyValues,
  keyColumnsSql,
  keyTextsSql,
  liveSql,
  type RowChunk,
  shadowSql,
} from '../rebuild/table-chunks.ts'

/** The rows of a chunk that are in the live table and not in its copy, or the other way round. */
export interface DifferingRows {
  readonly table: string
  readonly count: number
  /** The keys of the first ones, in order. */
  readonly keys: KeyValues[]
}

/**
 * Compares live rows with those of the copies, every column, in one statement.
 * @param most how many rows are named for each chunk
 * @returns one for each chunk that differs
 */
export async function findDifferingRows(
  db: Kysely<Database>,
  chunks: readonly RowChunk[],
  most: number,
): Promise<DifferingRows[]> {
  const parts = chunks.map((chunk) => differingRowsSql(chunk, most))
  const { rows } = await sql<{ table_name: string; the_key: KeyValues; count: number }>`
    ${sql.join(parts, sql` UNION ALL `)}`.execute(db)
  return [...Map.groupBy(rows, (row) => row.table_name)].map(([table, own]) => ({
    table,
    count: own[0]?.count ?? 0,
    keys: own.map((row) => row.the_key),
  }))
}

function differingRowsSql(chunk: RowChunk, most: number): RawBuilder<unknown> {
  // The key comes first, because a sort compares column by column; the company is the same in all rows.
  const columns = sql.join([...chunk.key, ...chunk.values].map((column) => sql.ref(column)))
  const where = inChunkSql(chunk)
  // EXCEPT treats NULL as equal to NULL, and ALL finds a row that is there twice.
  const except = (one: RawBuilder<unknown>, other: RawBuilder<unknown>) =>
    sql`(SELECT ${columns} FROM ${one} WHERE ${where} EXCEPT ALL SELECT ${columns} FROM ${other} WHERE ${where})`
  const [live, shadow] = [liveSql(chunk), shadowSql(chunk)]
  // A changed row is there twice, with one key.
  return sql`SELECT * FROM (
    SELECT ${sql.lit(chunk.table)} AS table_name, ${keyTextsSql(chunk)} AS the_key, count(*) OVER () AS count
    FROM (${except(live, shadow)} UNION ALL ${except(shadow, live)}) AS differing
    ORDER BY ${keyColumnsSql(chunk)} LIMIT ${sql.lit(2 * most)}) AS named`
}
