import type { PgColumnType, PgColumnValue } from '@ledger/database/binary/binary-row-encoder.ts'
import type { ColumnTypes } from '@ledger/database/binary/bulk-insert.ts'
import type { Database, RowOf } from '@ledger/database/tables/database-schema.ts'

/** A row of any columns, whose values can be written. */
export type UntypedRow = { [column: string]: PgColumnValue }

/** How a column is merged with that of the row of the same key: added up, the larger value, or the first one. */
export type MergeRule = 'sum' | 'greatest' | 'first'

/** A table of a read model: its columns without the company, its key, and how rows of one key are merged. */
export interface ReadModelTable<Row = UntypedRow> {
  readonly name: keyof Database
  readonly columns: { readonly [Column in keyof Row]: PgColumnType }
  readonly key: readonly (keyof Row & string)[]
  /** The rules of every column outside the key, in a table whose rows are made of many events each. */
  readonly mergeRules: { readonly [Column in keyof Row & string]?: MergeRule }
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
