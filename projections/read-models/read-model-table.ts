import type { PgColumnType, PgColumnValue } from '@ledger/database/binary/binary-row-encoder.ts'
import type { ColumnTypes } from '@ledger/database/binary/unnest-columns.ts'
import type { Database, RowOf } from '@ledger/database/tables/database-schema.ts'

/** A row of any columns, whose values can be written. */
export type UntypedRow = { [column: string]: PgColumnValue }

/** How a column is merged with that of the row of the same key: added up, the larger value, the first or last one. */
export type MergeRule = 'sum' | 'greatest' | 'first' | 'last'

/** A table of a read model: its columns without the company, its key, and how rows of one key are merged. */
export interface ReadModelTable<Row = UntypedRow> {
  readonly name: keyof Database
  readonly columns: { readonly [Column in keyof Row]: PgColumnType }
  readonly key: readonly (keyof Row & string)[]
  /** The rules of every column outside the key, in a table whose rows are made of many events each. */
  readonly mergeRules: { readonly [Column in keyof Row & string]?: MergeRule }
  /** How the rows of a series are numbered, where they are. */
  readonly numbering?: RowNumbering<Row> | undefined
}

/**
 * The rows of a series are numbered 1, 2, 3, … in the order of a column that grows with the log. Writers fill in the
 * number: it goes on from the last one of the table, which `apply` cannot know.
 */
export interface RowNumbering<Row = UntypedRow> {
  /** The `bigint` column of the number, which is not among the columns of the table. */
  readonly column: string
  readonly series: keyof Row & string
  readonly order: keyof Row & string
}

/** Returns the table; the compiler checks that no column is missing, and that the values fit. */
export function defineReadModelTable<Name extends keyof Database>(
  name: Name,
  columns: ColumnTypes<RowOf<Name>> & ReadModelTable<RowOf<Name>>['columns'],
  key: readonly (keyof RowOf<Name> & string)[],
  mergeRules: ReadModelTable<RowOf<Name>>['mergeRules'] = {},
): ReadModelTable<RowOf<Name>> {
  return { name, columns, key, mergeRules }
}

/**
 * Returns a table whose primary key is the series and the number in it. Its rows lack the number, so they are given to
 * `insert` alone, in the order of `numbering.order`. A row that is not behind the last one of its series is left out:
 * it has its number already.
 */
export function defineNumberedTable<Name extends keyof Database, Column extends keyof RowOf<Name> & string>(
  name: Name,
  columns: ColumnTypes<Omit<RowOf<Name>, Column>> & ReadModelTable<Omit<RowOf<Name>, Column>>['columns'],
  numbering: RowNumbering<Omit<RowOf<Name>, Column>> & { readonly column: Column },
): ReadModelTable<Omit<RowOf<Name>, Column>> {
  return { name, columns, key: [], mergeRules: {}, numbering }
}
