import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, sql } from 'kysely'

type Db = Kysely<Database>

/** A table of a read model, live and rebuilt, and the company whose rows in it are meant. */
interface LiveAndShadowTable {
  readonly table: string
  readonly companyId: string
  /** The columns of its key, without the company. */
  readonly key: readonly string[]
}

/** The values of a key, as text. */
type KeyValues = readonly string[]

/** Keys above `above` and up to `upTo`; without limit on a side that is undefined. */
interface KeyRange {
  readonly above?: KeyValues | undefined
  readonly upTo?: KeyValues | undefined
}

/** A range of rows of a read table. */
export interface RowChunk extends LiveAndShadowTable, KeyRange {}

/** Yields all rows of a table in chunks of `rows` rebuilt rows each; the last chunk may have fewer. */
export async function* chunksOf(db: Db, companyId: string, table: string, rows: number): AsyncGenerator<RowChunk> {
  const two = await describeTable(db, companyId, table)
  let above: KeyValues | undefined
  do {
    const upTo = await readLastKeyOfChunk(db, two, rows, above)
    yield { ...two, above, upTo }
    above = upTo
  } while (above)
}

/** Replaces the live rows of a chunk by the rebuilt ones. A row that is the same in both is not written. */
export async function reconcileChunk(db: Db, part: RowChunk): Promise<void> {
  const [live, rebuilt] = [sql.table(`read.${part.table}`), sql.table(`rebuild.${part.table}`)]
  const key = keyColumnsSql(part)
  const where = inKeyRangeSql(part, part)
  // EXCEPT treats NULL as equal to NULL.
  const except = (one: typeof live, other: typeof live) =>
    sql`(SELECT * FROM ${one} WHERE ${where} EXCEPT SELECT * FROM ${other} WHERE ${where}) AS rows`
  // MATERIALIZED: the differing rows are found once, however few rows the planner expects.
  await sql`
    WITH wrong AS MATERIALIZED (SELECT ${key} FROM ${except(live, rebuilt)})
    DELETE FROM ${live} WHERE ${where} AND (${key}) IN (SELECT ${key} FROM wrong)`.execute(db)
  await sql`INSERT INTO ${live} SELECT * FROM ${except(rebuilt, live)}`.execute(db)
}

async function describeTable(db: Db, companyId: string, table: string): Promise<LiveAndShadowTable> {
  const { rows } = await sql<{ name: string }>`
    SELECT a.attname AS name FROM pg_index i CROSS JOIN unnest(i.indkey) WITH ORDINALITY AS part (number, at)
    JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = part.number
    WHERE i.indrelid = ${`read.${table}`}::regclass AND i.indisprimary AND a.attname <> 'company_id' ORDER BY part.at`.execute(
    db,
  )
  return { table, companyId, key: rows.map(({ name }) => name) }
}

/** Returns the key of the last of `rows` rebuilt rows above `above`; undefined where there are fewer. */
async function readLastKeyOfChunk(
  db: Db,
  two: LiveAndShadowTable,
  rows: number,
  above: KeyValues | undefined,
): Promise<KeyValues | undefined> {
  const texts = sql.join(two.key.map((column) => sql`${sql.ref(column)}::text`))
  // The alias is the name of no column, because ORDER BY would refer to it.
  const { rows: found } = await sql<{ the_last: KeyValues }>`
    SELECT ARRAY[${texts}] AS the_last FROM ${sql.table(`rebuild.${two.table}`)} WHERE ${inKeyRangeSql(two, { above })}
    ORDER BY ${keyColumnsSql(two)} OFFSET ${sql.lit(rows - 1)} LIMIT 1`.execute(db)
  return found[0]?.the_last
}

const keyColumnsSql = ({ key }: LiveAndShadowTable) => sql.join(key.map((column) => sql.ref(column)))

function inKeyRangeSql(two: LiveAndShadowTable, { above, upTo }: KeyRange) {
  const key = keyColumnsSql(two)
  return sql`company_id = ${two.companyId}
    ${above ? sql`AND (${key}) > (${sql.join(above)})` : sql``} ${upTo ? sql`AND (${key}) <= (${sql.join(upTo)})` : sql``}`
}
