import { randomUUID } from 'node:crypto'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { parseInt8, parseTimestamptz } from '../connection/connection-pool.ts'
import type { Database } from '../tables/database-schema.ts'

/** Stands between two fields. Nobody can type it (contracts/invisible-characters.ts); a text of an old event can hold it all the same. */
const FIELD_SEPARATOR = '\u001f'
/** Before a value that could be null; of null there is nothing at all. */
const NOT_NULL_MARK = '='

/** Of the rows of a query. Those that can be null are said to be. */
export interface PackedColumn {
  name: string
  nullable: boolean
}

/** The fields of rows, each asked for once and in the order of the columns. */
export interface PackedFieldReader {
  text(): string
  integer(): number
  instant(): string
  textOrNull(): string | null
  instantOrNull(): string | null
}

/** What the server answers: how many rows, and all their fields; null of none. */
export interface PackedRows {
  count: number
  fields: string | null
}

/**
 * Reads the rows of a query as one text: the driver spends more on every field of every row than there is in it, and a page of a list has nine
 * hundred of them. The server puts them all behind each other, which costs it less than JSON (docs/decisions/0038-a-page-as-one-text.md).
 * @param columns of the query
 * @param readTransactionListRow makes a row of its fields
 */
export function createRowPacker<Row>(columns: readonly PackedColumn[], rowIn: (fields: PackedFieldReader) => Row) {
  const usual = packedFieldsSql(columns, FIELD_SEPARATOR)

  function rowsOf({ count, fields }: PackedRows, between: string): Row[] | undefined {
    const values = fields === null ? [] : fields.split(between)
    if (values.length !== count * columns.length) return undefined
    const next = createFieldReader(values)
    const rows: Row[] = []
    while (rows.length < count) rows.push(rowIn(next))
    return rows
  }

  return {
    /** A query for the rows of another as one text, of the columns of OneText. */
    of: (query: RawBuilder<unknown>) => packedRowsQuery(query, usual),
    /** @returns undefined where a text holds what stands between two fields: then there are more than there should be */
    rowsIn: (text: PackedRows) => rowsOf(text, FIELD_SEPARATOR),
    async read(db: Kysely<Database>, query: RawBuilder<unknown>): Promise<Row[]> {
      const rows = rowsOf(await fetchPackedRows(db, packedRowsQuery(query, usual)), FIELD_SEPARATOR)
      if (rows) return rows
      // No text holds what nobody knew before.
      const between = randomUUID()
      const again = rowsOf(
        await fetchPackedRows(db, packedRowsQuery(query, packedFieldsSql(columns, between))),
        between,
      )
      if (again) return again
      throw new RangeError('Rows have more fields than columns')
    },
  }
}

/** All fields of all rows, behind each other. */
function packedFieldsSql(columns: readonly PackedColumn[], between: string): RawBuilder<unknown> {
  const fields = columns.map(({ name, nullable }) => (nullable ? `coalesce('${NOT_NULL_MARK}' || ${name}, '')` : name))
  return sql.raw(`string_agg(concat_ws('${between}', ${fields.join(', ')}), '${between}')`)
}

const packedRowsQuery = (query: RawBuilder<unknown>, text: RawBuilder<unknown>) =>
  sql<PackedRows>`SELECT count(*) AS count, ${text} AS fields FROM (${query}) AS rows`

async function fetchPackedRows(db: Kysely<Database>, query: RawBuilder<PackedRows>): Promise<PackedRows> {
  const { rows } = await query.execute(db)
  return rows[0] ?? { count: 0, fields: null }
}

function createFieldReader(values: readonly string[]): PackedFieldReader {
  let at = 0
  const text = () => values[at++] ?? ''
  function textOrNull() {
    const value = text()
    return value === '' ? null : value.slice(NOT_NULL_MARK.length)
  }
  return {
    text,
    textOrNull,
    integer: () => parseInt8(text()),
    instant: () => parseTimestamptz(text()),
    instantOrNull() {
      const value = textOrNull()
      return value === null ? null : parseTimestamptz(value)
    },
  }
}
