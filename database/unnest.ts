import { bigints, booleans, byteas, integers, jsons, smallints, texts, timestamps, uuids } from './binary-arrays.ts'

/** What a column's values are sent as, by its type in PostgreSQL. */
const ENCODERS = {
  bigint: bigints,
  boolean: booleans,
  bytea: byteas,
  integer: integers,
  json: jsons,
  smallint: smallints,
  text: texts,
  timestamptz: timestamps,
  uuid: uuids,
}

/** The types that take the values of a column. */
type TypeOf<Value> = {
  [Type in keyof typeof ENCODERS]: Value[] extends Parameters<(typeof ENCODERS)[Type]>[0] ? Type : never
}[keyof typeof ENCODERS]

/** Of each column of a row its type in PostgreSQL; the compiler sees that none is missing, and that the values fit. */
export type ColumnTypes<Row> = { readonly [Column in keyof Row]: TypeOf<Row[Column]> }

/** The columns of rows in one order, whichever of these is asked for. */
export interface Columns<Row> {
  /** `position, event_id, …` */
  names: string
  /** `unnest($2::bigint[], …) AS given (position, …)`; the first column's values are the parameter `$<first>`. */
  from(first: number): string
  /** An array for each column. */
  values(rows: readonly Row[]): Buffer[]
}

/**
 * The company `$1` as a row, `company_id`, beside those that an INSERT is given. On Citus a statement that takes its company from a table is sent
 * whole to the company's node; with the company as a parameter alone, the rows would go there through the coordinator's memory.
 */
export const OF_COMPANY = '(SELECT company_id FROM log_heads WHERE company_id = $1) AS company'

export function columnsOf<Row>(types: ColumnTypes<Row>): Columns<Row> {
  return columnsOfAny(types)
}

/** The same for rows of a table that is only known when it runs: the compiler has seen elsewhere that they fit. */
export function columnsOfAny<Row>(types: { readonly [Column in keyof Row]: keyof typeof ENCODERS }): Columns<Row> {
  const names = Object.keys(types) as (keyof Row & string)[]
  return {
    names: names.join(', '),
    from: (first) =>
      `unnest(${names.map((name, index) => `$${first + index}::${types[name]}[]`).join(', ')}) AS given (${names.join(', ')})`,
    values: (rows) => names.map((name) => arrayOf(rows, name, types[name])),
  }
}

function arrayOf<Row>(rows: readonly Row[], name: keyof Row & string, type: keyof typeof ENCODERS): Buffer {
  // The encoder of the type takes the values of the column: that is what ColumnTypes says.
  const encode = ENCODERS[type] as (values: Row[keyof Row & string][]) => Buffer
  return encode(rows.map((row) => row[name]))
}
