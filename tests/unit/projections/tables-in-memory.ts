import { unnestColumnsUnchecked } from '@ledger/database/binary/unnest-columns.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { accumulateRows } from '@ledger/projections/projector/upsert-writer.ts'
import type { ReadModelTable } from '@ledger/projections/read-models/read-model-table.ts'
import type { ReadModelWriter } from '@ledger/projections/read-models/read-model-writer.ts'

type Row = Record<string, unknown>

/**
 * The tables of read models, in memory. As in PostgreSQL, a column is written where the read model names it with a type
 * that its values have, and an update changes the rows whose keys exist.
 */
export class TablesInMemory implements ReadModelWriter {
  readonly #tables = new Map<string, Map<string, Row>>()

  rows(name: keyof Database): Row[] {
    return [...this.#table(name).values()]
  }

  async insert<Inserted>({ name, columns, key }: ReadModelTable<Inserted>, rows: readonly Inserted[]): Promise<void> {
    const table = this.#table(name)
    for (const row of namedColumns(columns, rows)) {
      const id = idOf(key, row)
      if (table.has(id)) throw new Error(`${name} has ${id} already`)
      table.set(id, row)
    }
  }

  /** Takes new keys alone: how rows of one key are merged is for PostgreSQL. */
  upsert: ReadModelWriter['upsert'] = (table, add) => this.insert(table, accumulateRows(add))

  update: ReadModelWriter['update'] = async ({ name, key }, columns, rows) => {
    const table = this.#table(name)
    let found = 0
    for (const row of namedColumns(columns, rows)) {
      const existing = table.get(idOf(key, row))
      if (!existing) continue
      Object.assign(existing, row)
      found++
    }
    return found
  }

  #table(name: string): Map<string, Row> {
    const table = this.#tables.get(name) ?? new Map<string, Row>()
    this.#tables.set(name, table)
    return table
  }
}

const idOf = (key: readonly string[], row: Row) => key.map((column) => String(row[column])).join(' ')

/**
 * Returns the rows with the columns that are named.
 * @throws TypeError where a value does not fit the type of its column
 */
function namedColumns<Given>(
  columns: Parameters<typeof unnestColumnsUnchecked<Given>>[0],
  rows: readonly Given[],
): Row[] {
  unnestColumnsUnchecked(columns).values(rows)
  const names = Object.keys(columns) as (keyof Given & string)[]
  return rows.map((row) => Object.fromEntries(names.map((name) => [name, row[name]])))
}
