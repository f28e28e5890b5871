import type { PgColumnType, PgColumnValue } from '@ledger/database/binary/binary-row-encoder.ts'
import type { ColumnTypes } from '@ledger/database/binary/bulk-insert.ts'
import type { Database, RowOf } from '@ledger/database/tables/database-schema.ts'

/** A row of which only that is known: that it can be written. */
export type UntypedRow = { [column: string]: PgColumnValue }

/** What becomes of a column where a row is joined to the one that has its key: added up, the larger one kept, or the first. */
export type MergeRule = 'sum' | 'greatest' | 'first'

/** A table of a read model: its columns but the company's, which of them are its key, and how rows of one key are joined. */
export interface ReadModelTable<Row = UntypedRow> {
  readonly name: keyof Database
  readonly columns: { readonly [Column in keyof Row]: PgColumnType }
  readonly key: readonly (keyof Row & string)[]
  /** Of every column but the key's, in a table whose rows are made of many events each. */
  readonly mergeRules: { readonly [Column in keyof Row & string]?: MergeRule }
}

/** The compiler sees that no column is missing, and that the values fit. */
export function defineReadModelTable<Name extends keyof Database>(
  name: Name,
  columns: ColumnTypes<RowOf<Name>> & ReadModelTable<RowOf<Name>>['columns'],
  key: readonly (keyof RowOf<Name> & string)[],
  joining: ReadModelTable<RowOf<Name>>['mergeRules'] = {},
): ReadModelTable<RowOf<Name>> {
  return { name, columns, key, mergeRules: joining }
}

/** Rows that events are added up in, by a name that stands for the key, in every page the same. */
export class RowAccumulator<Row> extends Map<string, Row> {
  /** Whether a number in one of them is so large that it ought to be written before more is added: beyond the exact integers it would be wrong. */
  nearOverflow = false

  /** To be told of each sum of amounts; counts do not come so far. */
  checkOverflow(sum: number): void {
    if (sum > OVERFLOW_THRESHOLD || sum < -OVERFLOW_THRESHOLD) this.nearOverflow = true
  }

  override clear(): void {
    super.clear()
    this.nearOverflow = false
  }
}

const OVERFLOW_THRESHOLD = Number.MAX_SAFE_INTEGER / 2

/** Where the rows of a read model go: statement by statement (upsert-writer.ts), or copied into a new table (bulk-loader.ts). */
export interface ReadModelWriter {
  /** Rows whose keys are not there yet. */
  insert<Row>(table: ReadModelTable<Row>, rows: readonly Row[]): Promise<void>
  /**
   * Rows of different keys, each joined to the row of its key where there is one.
   * @param add is called at once: adds a page to rows that the writer gives it, some of which may be there from pages before
   */
  upsert<Row>(table: ReadModelTable<Row>, add: (rows: RowAccumulator<Row>) => void): Promise<void>
  /**
   * Changes columns of rows that are there, found by the key.
   * @param columns those of the rows, with their types
   * @returns how many were there
   */
  update<Row extends object>(
    table: { readonly name: keyof Database; readonly key: readonly string[] },
    columns: ColumnTypes<Row>,
    rows: readonly Row[],
  ): Promise<number>
}
