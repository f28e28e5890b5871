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

/** What the server answers: how many rows, and all their fields; null of none. */
export interface OneText {
  count: number
  fields: string | null
}

/**
 * Reads the rows of a query as one text: the driver spends more on every field of every row than there is in it, and a page of a list has nine
 * hundred of them. The server puts them all behind each other, which costs it less than JSON (docs/decisions/0038-a-page-as-one-text.md).
 * @param columns of the query
 * @param rowIn makes a row of its fields
 */
export function inOneText<Row>(columns: readonly Column[], rowIn: (fields: Fields) => Row) {
  const usual = textOf(columns, USUAL)

  function rowsOf({ count, fields }: OneText, between: string): Row[] | undefined {
    const values = fields === null ? [] : fields.split(between)
    if (values.length !== count * columns.length) return undefined
    const next = fieldsIn(values)
    const rows: Row[] = []
    while (rows.length < count) rows.push(rowIn(next))
    return rows
  }

  return {
    /** A query for the rows of another as one text, of the columns of OneText. */
    of: (query: RawBuilder<unknown>) => inOne(query, usual),
    /** @returns undefined where a text holds what stands between two fields: then there are more than there should be */
    rowsIn: (text: OneText) => rowsOf(text, USUAL),
    async read(db: Kysely<Database>, query: RawBuilder<unknown>): Promise<Row[]> {
      const rows = rowsOf(await ask(db, inOne(query, usual)), USUAL)
      if (rows) return rows
      // No text holds what nobody knew before.
      const between = randomUUID()
      const again = rowsOf(await ask(db, inOne(query, textOf(columns, between))), between)
      if (again) return again
      throw new RangeError('Rows have more fields than columns')
    },
  }
}

/** All fields of all rows, behind each other. */
function textOf(columns: readonly Column[], between: string): RawBuilder<unknown> {
  const fields = columns.map(({ name, nullable }) => (nullable ? `coalesce('${THERE}' || ${name}, '')` : name))
  return sql.raw(`string_agg(concat_ws('${between}', ${fields.join(', ')}), '${between}')`)
}

const inOne = (query: RawBuilder<unknown>, text: RawBuilder<unknown>) =>
  sql<OneText>`SELECT count(*) AS count, ${text} AS fields FROM (${query}) AS rows`

async function ask(db: Kysely<Database>, query: RawBuilder<OneText>): Promise<OneText> {
  const { rows } = await query.execute(db)
  return rows[0] ?? { count: 0, fields: null }
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
