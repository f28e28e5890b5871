import { randomUUID } from 'node:crypto'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { instantIn, integerIn } from './connect.ts'
import type { Database } from './tables.ts'

/** Stands between two fields. Nobody can type it (contracts/characters.ts); a text of an old event can hold it all the same. */
const USUAL = '\u001f'
/** Before a value that could be null; of null there is nothing at all. */
const THERE = '='

/** Of the rows of a query. Those that can be null are said to be. */
export interface Column {
  name: string
  nullable: boolean
}

/** The fields of rows, each asked for once and in the order of the columns. */
export interface Fields {
  text(): string
  integer(): number
  instant(): string
  textOrNull(): string | null
  instantOrNull(): string | null
}

/**
 * Reads the rows of a query as one text: the driver spends more on every field of every row than there is in it, and a page of a list has nine
 * hundred of them. The server puts them all behind each other, which costs it less than JSON (docs/decisions/0038-a-page-as-one-text.md).
 * @param columns of the query
 * @param rowIn makes a row of its fields
 */
export function inOneText<Row>(columns: readonly Column[], rowIn: (fields: Fields) => Row) {
  const usual = textOf(columns, USUAL)
  return async (db: Kysely<Database>, query: RawBuilder<unknown>): Promise<Row[]> => {
    const fields = await fieldsOf(db, query, usual)
    if (fields.count * columns.length === fields.values.length) return rowsOf(fields, rowIn)
    // More than there should be: a text holds what stands between two. No text holds what nobody knew before.
    const between = randomUUID()
    return rowsOf(await fieldsOf(db, query, textOf(columns, between)), rowIn)
  }
}

interface Text {
  between: string
  /** Makes it of all rows. */
  sql: RawBuilder<string | null>
}

function textOf(columns: readonly Column[], between: string): Text {
  const fields = columns.map(({ name, nullable }) => (nullable ? `coalesce('${THERE}' || ${name}, '')` : name))
  return { between, sql: sql.raw(`string_agg(concat_ws('${between}', ${fields.join(', ')}), '${between}')`) }
}

interface Read {
  /** How many rows. */
  count: number
  values: readonly string[]
}

async function fieldsOf(db: Kysely<Database>, query: RawBuilder<unknown>, text: Text): Promise<Read> {
  const { rows } = await sql<{ count: number; fields: string | null }>`
    SELECT count(*) AS count, ${text.sql} AS fields FROM (${query}) AS rows`.execute(db)
  const [{ count = 0, fields = null } = {}] = rows
  return { count, values: fields === null ? [] : fields.split(text.between) }
}

function rowsOf<Row>({ count, values }: Read, rowIn: (fields: Fields) => Row): Row[] {
  const fields = fieldsIn(values)
  const rows: Row[] = []
  while (rows.length < count) rows.push(rowIn(fields))
  return rows
}

function fieldsIn(values: readonly string[]): Fields {
  let at = 0
  const text = () => values[at++] ?? ''
  function textOrNull() {
    const value = text()
    return value === '' ? null : value.slice(THERE.length)
  }
  return {
    text,
    textOrNull,
    integer: () => integerIn(text()),
    instant: () => instantIn(text()),
    instantOrNull() {
      const value = textOrNull()
      return value === null ? null : instantIn(value)
    },
  }
}
