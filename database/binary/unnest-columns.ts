import {
  encodeBigintArray,
  encodeBooleanArray,
  encodeByteaArray,
  encodeIntegerArray,
  encodeJsonArray,
  encodeSmallintArray,
  encodeTextArray,
  encodeTimestamptzArray,
  encodeUuidArray,
} from './binary-arrays.ts'

/** The encoder for a column's values, by its PostgreSQL type. */
const ARRAY_ENCODERS = {
  bigint: encodeBigintArray,
  boolean: encodeBooleanArray,
  bytea: encodeByteaArray,
  integer: encodeIntegerArray,
  json: encodeJsonArray,
  smallint: encodeSmallintArray,
  text: encodeTextArray,
  timestamptz: encodeTimestamptzArray,
  uuid: encodeUuidArray,
}

/** The types whose encoder accepts the values of a column. */
type ColumnTypeFor<Value> = {
  [Type in keyof typeof ARRAY_ENCODERS]: Value[] extends Parameters<(typeof ARRAY_ENCODERS)[Type]>[0] ? Type : never
}[keyof typeof ARRAY_ENCODERS]

/**
 * The PostgreSQL type of each column of a row. The compiler checks that no column is missing and that the values fit.
 */
export type ColumnTypes<Row> = { readonly [Column in keyof Row]: ColumnTypeFor<Row[Column]> }

/** The columns of rows, in one order for names, placeholders and values. */
export interface UnnestColumns<Row> {
  /** `position, event_id, …` */
  names: string
  /**
   * Returns `unnest($2::bigint[], …) AS given (position, …)`; the values of the first column are the parameter
   * `$<first>`.
   */
  from(first: number): string
  /** Returns an array for each column. */
  values(rows: readonly Row[]): Buffer[]
}

/**
 * The company `$1` as a row, `company_id`, joined to the rows of an INSERT. On Citus, a statement that takes its
 * company from a table is sent whole to the company's node; with the company only as a parameter, the rows would pass
 * through the coordinator's memory.
 */
export const COMPANY_SOURCE_SQL = '(SELECT company_id FROM log_heads WHERE company_id = $1) AS company'

export function unnestColumns<Row>(types: ColumnTypes<Row>): UnnestColumns<Row> {
  return unnestColumnsUnchecked(types)
}

/** The same for a table that is known only at run time. The compiler checks the types elsewhere. */
export function unnestColumnsUnchecked<Row>(
  types: { readonly [Column in keyof Row]: keyof typeof ARRAY_ENCODERS },
): UnnestColumns<Row> {
  const names = Object.keys(types) as (keyof Row & string)[]
  return {
    names: names.join(', '),
    from: (first) =>
      `unnest(${names.map((name, index) => `$${first + index}::${types[name]}[]`).join(', ')}) AS given (${names.join(', ')})`,
    values: (rows) => names.map((name) => encodeColumn(rows, name, types[name])),
  }
}

function encodeColumn<Row>(rows: readonly Row[], name: keyof Row & string, type: keyof typeof ARRAY_ENCODERS): Buffer {
  // ColumnTypes ensures that the encoder of the type accepts the values of the column.
  const encode = ARRAY_ENCODERS[type] as (values: Row[keyof Row & string][]) => Buffer
  return encode(rows.map((row) => row[name]))
}
