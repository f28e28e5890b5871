import type { Database } from '@ledger/database/tables/database-schema.ts'
import { CompiledQuery, type Kysely, sql } from 'kysely'
import { createUpsertWriter, onConflictSql, TABLES_OF_THIS_SERVER } from '../projector/upsert-writer.ts'
import type { ReadModelTable, RowNumbering, UntypedRow } from '../read-models/read-model-table.ts'
import type { ReadModelWriter } from '../read-models/read-model-writer.ts'
import { RowAccumulator } from '../read-models/row-accumulator.ts'
import { CopyBuffer } from './copy-buffer.ts'

/**
 * The most rows of a table that are merged in memory: the totals of some months. Pairs of accounts and payees repeat
 * too seldom for any number to help.
 */
const MAX_ACCUMULATED_ROWS = 20_000

interface AccumulatedTable {
  table: ReadModelTable
  rows: RowAccumulator<UntypedRow>
  /** Whether the table has rows already. */
  isBegun: boolean
  /**
   * Whether there were too many rows: the earlier ones are in a temporary table, where several may have the same key.
   */
  isSpilled: boolean
}

/**
 * Fills new tables by COPY. Rows that are made of many events each are merged in memory and written at the end: until
 * `finish` the tables lack them, and other rows may not have arrived. Where there are too many for memory they are
 * copied into a temporary table, and the server merges all of them once. All calls need the same connection, or
 * transaction.
 */
export class BulkLoader implements ReadModelWriter {
  readonly #db: Kysely<Database>
  readonly #companyId: string
  readonly #maxAccumulatedRows: number
  readonly #statements: ReadModelWriter
  readonly #copied = new Map<string, CopyBuffer>()
  readonly #accumulated = new Map<string, AccumulatedTable>()
  /** The last number of each series of a table whose rows are numbered. */
  readonly #lastNumbers = new Map<string, number>()

  constructor(db: Kysely<Database>, companyId: string, maxAccumulatedRows = MAX_ACCUMULATED_ROWS) {
    this.#db = db
    this.#companyId = companyId
    this.#maxAccumulatedRows = maxAccumulatedRows
    this.#statements = createUpsertWriter(db, companyId, TABLES_OF_THIS_SERVER)
  }

  async insert<Row>(table: ReadModelTable<Row>, rows: readonly Row[]): Promise<void> {
    const untyped = table as unknown as ReadModelTable
    const given = rows as unknown as readonly UntypedRow[]
    const { columns, numbering } = untyped
    if (!numbering) return this.#copy(untyped, given)
    const numbered = { ...untyped, columns: { ...columns, [numbering.column]: 'bigint' as const } }
    await this.#copy(numbered, this.#numberRows(untyped.name, numbering, given))
  }

  /** The tables begin empty and the log comes in order, so each series begins with 1. */
  #numberRows(table: string, { column, series }: RowNumbering, rows: readonly UntypedRow[]): UntypedRow[] {
    return rows.map((row) => {
      const key = `${table} ${row[series]}`
      const number = (this.#lastNumbers.get(key) ?? 0) + 1
      this.#lastNumbers.set(key, number)
      return { ...row, [column]: number }
    })
  }

  async upsert<Row>(given: ReadModelTable<Row>, add: (rows: RowAccumulator<Row>) => void): Promise<void> {
    const table = given as unknown as ReadModelTable
    const accumulated = this.#accumulated.get(table.name) ?? {
      table,
      rows: new RowAccumulator<UntypedRow>(),
      isBegun: false,
      isSpilled: false,
    }
    this.#accumulated.set(table.name, accumulated)
    add(accumulated.rows as unknown as RowAccumulator<Row>)
    // The server adds up sums that are beyond the exact integers of JavaScript.
    if (accumulated.rows.size >= this.#maxAccumulatedRows || accumulated.rows.nearOverflow)
      await this.#spill(accumulated)
  }

  update: ReadModelWriter['update'] = async (table, columns, rows) => {
    if (rows.length > 0) await this.#copied.get(table.name)?.flush()
    return this.#statements.update(table, columns, rows)
  }

  /** Writes the merged rows; afterwards every row is in the tables. */
  async finish(): Promise<void> {
    for (const accumulated of this.#accumulated.values()) {
      if (!accumulated.isSpilled) await this.#write(accumulated)
      else {
        await this.#spill(accumulated)
        await this.#mergeSpilled(accumulated)
      }
    }
    for (const table of this.#copied.values()) await table.flush()
  }

  async #write(accumulated: AccumulatedTable): Promise<void> {
    const { table, rows, isBegun } = accumulated
    if (isBegun) {
      await this.#copied.get(table.name)?.flush()
      await this.#statements.upsert(table, (given) => {
        for (const [name, row] of rows) given.set(name, row)
      })
    } else await this.#copy(table, rows.values())
    accumulated.isBegun = true
    rows.clear()
  }

  async #spill(accumulated: AccumulatedTable): Promise<void> {
    const { table, rows, isSpilled } = accumulated
    // The rules `first` and `last` need rows that are written in order; they apply to names, which are few.
    if (Object.values(table.mergeRules).some((how) => how === 'first' || how === 'last'))
      return this.#write(accumulated)
    if (!isSpilled)
      await sql`CREATE TEMP TABLE ${sql.table(spillTableName(table))} (LIKE ${sql.table(table.name)})`.execute(this.#db)
    accumulated.isSpilled = true
    await this.#copy(table, rows.values(), spillTableName(table))
    rows.clear()
  }

  /** Merges the temporary table into the table in the order of the key, so that its index grows at its end. */
  async #mergeSpilled(accumulated: AccumulatedTable): Promise<void> {
    const { table, isBegun } = accumulated
    for (const name of [table.name, spillTableName(table)]) await this.#copied.get(name)?.flush()
    const key = `company_id, ${table.key.join(', ')}`
    const sums = Object.entries(table.mergeRules).map(
      ([column, how]) => `${how === 'sum' ? 'sum' : 'max'}(${column})::${table.columns[column]}`,
    )
    const text = `INSERT INTO ${table.name} (${[key, ...Object.keys(table.mergeRules)].join(', ')})
      SELECT ${[key, ...sums].join(', ')} FROM ${spillTableName(table)} GROUP BY ${key} ORDER BY ${key} ${isBegun ? onConflictSql(table) : ''}`
    await this.#db.executeQuery(CompiledQuery.raw(text))
    await sql`DROP TABLE ${sql.table(spillTableName(table))}`.execute(this.#db)
    accumulated.isBegun = true
    accumulated.isSpilled = false
  }

  async #copy(
    { columns, ...table }: ReadModelTable,
    rows: Iterable<UntypedRow>,
    name: string = table.name,
  ): Promise<void> {
    const copied = this.#copied.get(name) ?? new CopyBuffer(this.#db, this.#companyId, { name, columns })
    this.#copied.set(name, copied)
    await copied.add(rows)
  }
}

const spillTableName = ({ name }: ReadModelTable) => `${name}_spilled`
