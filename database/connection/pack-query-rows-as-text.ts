import { randomUUID } from 'node:crypto'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../tables/database-schema.ts'
import { parseInt8, parseTimestamptz } from './connection-pool.ts'

/**
 * Separates two fields. No user can type it (contracts/text/invisible-characters.ts), but a text of an old event can
 * contain it.
 */
const FIELD_SEPARATOR = '\u001f'
/** Precedes a value of a nullable column; null is an empty text. */
const NOT_NULL_MARK = '='

/** A column of a query, and whether its values can be null. */
export interface PackedColumn {
  name: string
  nullable: boolean
}

/** Reads the fields of rows; the caller reads each once, in the order of the columns. */
export interface PackedFieldReader {
  text(): string
  integer(): number
  instant(): string
  textOrNull(): string | null
  instantOrNull(): string | null
}

/** The server's answer: the number of rows, and all their fields; null if there are no rows. */
export interface PackedRows {
  count: number
  fields: string | null
}

/**
 * Reads the rows of a query as one text, because the driver spends more on each field of each row than the field is
 * worth, and a page of a list has nine hundred fields. The server concatenates them, which costs it less than JSON
 * (docs/decisions/0012-batch-loaders-and-packed-rows.md).
 * @param columns the columns of the query
 * @param rowIn makes a row of its fields
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
    /** Returns a query for the rows of another query as one text, with the columns of PackedRows. */
    of: (query: RawBuilder<unknown>) => packedRowsQuery(query, usual),
    /** Returns the rows of a packed text; undefined if a field contains the separator, which makes too many fields. */
    rowsIn: (text: PackedRows) => rowsOf(text, FIELD_SEPARATOR),
    async read(db: Kysely<Database>, query: RawBuilder<unknown>): Promise<Row[]> {
      const rows = rowsOf(await fetchPackedRows(db, packedRowsQuery(query, usual)), FIELD_SEPARATOR)
      if (rows) return rows
      // No stored text contains a separator that was made just now.
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

/** Returns the expression that concatenates all fields of all rows. */
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
