import type { ColumnType, Value } from '@ledger/database/row-bytes.ts'
import type { Database, RowOf } from '@ledger/database/tables.ts'
import type { ColumnTypes } from '@ledger/database/unnest.ts'

/** A row of which only that is known: that it can be written. */
export type AnyRow = { [column: string]: Value }

/** What becomes of a column where a row is joined to the one that has its key: added up, the larger one kept, or the first. */
export type Joining = 'sum' | 'greatest' | 'first'

/** A table of a read model: its columns but the company's, which of them are its key, and how rows of one key are joined. */
export interface ReadTable<Row = AnyRow> {
  readonly name: keyof Database
  readonly columns: { readonly [Column in keyof Row]: ColumnType }
  readonly key: readonly (keyof Row & string)[]
  /** Of every column but the key's, in a table whose rows are made of many events each. */
  readonly joining: { readonly [Column in keyof Row & string]?: Joining }
}

/** The compiler sees that no column is missing, and that the values fit. */
export function readTable<Name extends keyof Database>(
  name: Name,
  columns: ColumnTypes<RowOf<Name>> & ReadTable<RowOf<Name>>['columns'],
  key: readonly (keyof RowOf<Name> & string)[],
  joining: ReadTable<RowOf<Name>>['joining'] = {},
): ReadTable<RowOf<Name>> {
  return { name, columns, key, joining }
}

/** Rows that events are added up in, by a name that stands for the key, in every page the same. */
export class JoinedRows<Row> extends Map<string, Row> {
  /** Whether a number in one of them is so large that it ought to be written before more is added: beyond the exact integers it would be wrong. */
  areLarge = false

  /** To be told of each sum of amounts; counts do not come so far. */
  mind(sum: number): void {
    if (sum > LARGE || sum < -LARGE) this.areLarge = true
  }

  override clear(): void {
    super.clear()
    this.areLarge = false
  }
}

const LARGE = Number.MAX_SAFE_INTEGER / 2

/** Where the rows of a read model go: statement by statement (statements.ts), or copied into a new table (copied-rows.ts). */
export interface Writer {
  /** Rows whose keys are not there yet. */
  insert<Row>(table: ReadTable<Row>, rows: readonly Row[]): Promise<void>
  /**
   * Rows of different keys, each joined to the row of its key where there is one.
   * @param add is called at once: adds a page to rows that the writer gives it, some of which may be there from pages before
   */
  join<Row>(table: ReadTable<Row>, add: (rows: JoinedRows<Row>) => void): Promise<void>
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
