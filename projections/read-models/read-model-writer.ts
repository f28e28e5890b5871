import type { ColumnTypes } from '@ledger/database/binary/unnest-columns.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { ReadModelTable } from './read-model-table.ts'
import type { RowAccumulator } from './row-accumulator.ts'

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
