import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { inChunkSql, keyColumnsSql, liveSql, type RowChunk, shadowSql } from './table-chunks.ts'

/** Replaces the live rows of a chunk by the rebuilt ones. A row that is the same in both is not written. */
export async function reconcileChunk(db: Kysely<Database>, chunk: RowChunk): Promise<void> {
  const [live, rebuilt] = [liveSql(chunk), shadowSql(chunk)]
  const key = keyColumnsSql(chunk)
  const where = inChunkSql(chunk)
  // EXCEPT treats NULL as equal to NULL.
  const except = (one: RawBuilder<unknown>, other: RawBuilder<unknown>) =>
    sql`(SELECT * FROM ${one} WHERE ${where} EXCEPT SELECT * FROM ${other} WHERE ${where}) AS rows`
  // MATERIALIZED: the differing rows are found once, however few rows the planner expects.
  await sql`
    WITH wrong AS MATERIALIZED (SELECT ${key} FROM ${except(live, rebuilt)})
    DELETE FROM ${live} WHERE ${where} AND (${key}) IN (SELECT ${key} FROM wrong)`.execute(db)
  await sql`INSERT INTO ${live} SELECT * FROM ${except(rebuilt, live)}`.execute(db)
}
