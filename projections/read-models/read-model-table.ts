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

/** Rows in which events are added up, by a name that stands for the key and is the same in every page. */
export class RowAccumulator<Row> extends Map<string, Row> {
  /**
   * Whether a sum is so large that the rows ought to be written before more is added: beyond the exact integers it
   * would be wrong.
   */
  nearOverflow = false

  /** Sets `nearOverflow` for a large sum. Called with each sum of amounts; counts stay smaller. */
  checkOverflow(sum: number): void {
    if (sum > OVERFLOW_THRESHOLD || sum < -OVERFLOW_THRESHOLD) this.nearOverflow = true
  }

  override clear(): void {
    super.clear()
    this.nearOverflow = false
  }
}

const OVERFLOW_THRESHOLD = Number.MAX_SAFE_INTEGER / 2

/** Writes the rows of a read model: by statements (upsert-writer.ts), or by COPY into a new table (bulk-loader.ts). */
export interface ReadModelWriter {
  /** Inserts rows whose keys do not exist yet. */
  insert<Row>(table: ReadModelTable<Row>, rows: readonly Row[]): Promise<void>
  /**
   * Inserts rows of different keys, and merges each with the row of its key where there is one.
   * @param add called at once: adds a page to the given rows, some of which may come from pages before
   */
  upsert<Row>(table: ReadModelTable<Row>, add: (rows: RowAccumulator<Row>) => void): Promise<void>
  /**
   * Changes columns of existing rows, found by the key.
   * @param columns those of the rows, with their types
   * @returns how many rows exist
   */
  update<Row extends object>(
    table: { readonly name: keyof Database; readonly key: readonly string[] },
    columns: ColumnTypes<Row>,
    rows: readonly Row[],
  ): Promise<number>
}
