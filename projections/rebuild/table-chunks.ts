import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { ShadowSchema } from './create-shadow-table.ts'

type Db = Kysely<Database>

/** A table of a read model, and its copy with the rows that the log gives. */
export interface TableWithShadow {
  readonly table: string
  /** Where the copy is. */
  readonly place: ShadowSchema
  /** The columns of its key, without the company. */
  readonly key: readonly string[]
  /** The other columns. */
  readonly values: readonly string[]
}

/** The values of a key, as text. */
export type KeyValues = readonly string[]

/** Keys above `above` and up to `upTo`; without limit on a side that is undefined. */
interface KeyRange {
  readonly above?: KeyValues | undefined
  readonly upTo?: KeyValues | undefined
}

/** A range of a company's rows in a table and its copy. */
export interface RowChunk extends TableWithShadow, KeyRange {
  readonly companyId: string
}

/** Reads the columns of tables in `read`. @returns one for each table, in the given order */
export async function describeTables(
  db: Db,
  tables: readonly string[],
  place: ShadowSchema,
): Promise<TableWithShadow[]> {
  const names = tables.map((table) => `read.${table}`)
  const { rows } = await sql<{ table: string; name: string; isKey: boolean }>`
    SELECT t.relname AS table, a.attname AS name, array_position(i.indkey::int2[], a.attnum) IS NOT NULL AS "isKey"
    FROM pg_class t JOIN pg_index i ON i.indrelid = t.oid AND i.indisprimary
    JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE t.oid = ANY(${names}::regclass[]) AND a.attname <> 'company_id'
    ORDER BY array_position(i.indkey::int2[], a.attnum), a.attnum`.execute(db)
  return tables.map((table) => {
    const own = rows.filter((row) => row.table === table)
    const [key, values] = [true, false].map((isKey) => own.filter((row) => row.isKey === isKey).map(({ name }) => name))
    return { table, place, key: key ?? [], values: values ?? [] }
  })
}

/** Yields all rows of a table in chunks of `rows` rows of the copy each; the last chunk may have fewer. */
export async function* chunksOf(
  db: Db,
  companyId: string,
  table: TableWithShadow,
  rows: number,
): AsyncGenerator<RowChunk> {
  let above: KeyValues | undefined
  do {
    const upTo = await readLastKeyOfChunk(db, { ...table, companyId, above }, rows)
    yield { ...table, companyId, above, upTo }
    above = upTo
  } while (above)
}

/** Returns the key of the last of `rows` rows of the copy; undefined where there are fewer. */
async function readLastKeyOfChunk(db: Db, rest: RowChunk, rows: number): Promise<KeyValues | undefined> {
  // The alias is the name of no column, because ORDER BY would refer to it.
  const { rows: found } = await sql<{ the_last: KeyValues }>`
    SELECT ${keyTextsSql(rest)} AS the_last FROM ${shadowSql(rest)} WHERE ${inChunkSql(rest)}
    ORDER BY ${keyColumnsSql(rest)} OFFSET ${sql.lit(rows - 1)} LIMIT 1`.execute(db)
  return found[0]?.the_last
}

export const liveSql = ({ table }: TableWithShadow): RawBuilder<unknown> => sql.table(`read.${table}`)

export const shadowSql = ({ table, place }: TableWithShadow): RawBuilder<unknown> => sql.table(`${place}.${table}`)

/** The key as one array of texts. */
export const keyTextsSql = ({ key }: TableWithShadow): RawBuilder<KeyValues> =>
  sql`ARRAY[${sql.join(key.map((column) => sql`${sql.ref(column)}::text`))}]`

export const keyColumnsSql = ({ key }: TableWithShadow): RawBuilder<unknown> =>
  sql.join(key.map((column) => sql.ref(column)))

/** The condition that a row is in the chunk, of the table or of its copy. */
export function inChunkSql(chunk: RowChunk): RawBuilder<boolean> {
  const { companyId, above, upTo } = chunk
  const key = keyColumnsSql(chunk)
  return sql`company_id = ${companyId}
    ${above ? sql`AND (${key}) > (${sql.join(above)})` : sql``} ${upTo ? sql`AND (${key}) <= (${sql.join(upTo)})` : sql``}`
}
