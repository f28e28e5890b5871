import type { Database } from '@ledger/database/tables.ts'
import { CompiledQuery, type Kysely, sql } from 'kysely'
import { CopiedTable } from './copied-table.ts'
import { type AnyRow, JoinedRows, type ReadTable, type Writer } from './read-table.ts'
import { onConflict, statements } from './statements.ts'

/** So many rows of a table are joined in memory: the sums of some months. Pairs of accounts and payees come again too seldom for any number. */
const MOST_JOINED = 20_000

interface Joined {
  table: ReadTable
  rows: JoinedRows<AnyRow>
  /** Whether the table has rows already. */
  isBegun: boolean
  /** Whether there were too many rows: those until then lie in a temporary table, some of them of one key. */
  isSpilled: boolean
}

/**
 * Fills new tables by COPY. Rows that are made of many events each are joined in memory first, and written at the end: until `finish` the
 * tables lack them, and other rows may be on their way. Where there are too many for memory they are put aside, by COPY as well, and the server
 * joins all of them once. It needs one connection, or transaction, for all calls.
 */
export class CopiedRows implements Writer {
  readonly #db: Kysely<Database>
  readonly #companyId: string
  readonly #mostJoined: number
  readonly #statements: Writer
  readonly #copied = new Map<string, CopiedTable>()
  readonly #joined = new Map<string, Joined>()

  constructor(db: Kysely<Database>, companyId: string, mostJoined = MOST_JOINED) {
    this.#db = db
    this.#companyId = companyId
    this.#mostJoined = mostJoined
    this.#statements = statements(db, companyId)
  }

  async insert<Row>(table: ReadTable<Row>, rows: readonly Row[]): Promise<void> {
    await this.#copy(table as unknown as ReadTable, rows as unknown as readonly AnyRow[])
  }

  async join<Row>(given: ReadTable<Row>, add: (rows: JoinedRows<Row>) => void): Promise<void> {
    const table = given as unknown as ReadTable
    const joined = this.#joined.get(table.name) ?? {
      table,
      rows: new JoinedRows<AnyRow>(),
      isBegun: false,
      isSpilled: false,
    }
    this.#joined.set(table.name, joined)
    add(joined.rows as unknown as JoinedRows<Row>)
    // What is beyond the exact integers here is added up by the server.
    if (joined.rows.size >= this.#mostJoined || joined.rows.areLarge) await this.#putAside(joined)
  }

  update: Writer['update'] = async (table, columns, rows) => {
    if (rows.length > 0) await this.#copied.get(table.name)?.flush()
    return this.#statements.update(table, columns, rows)
  }

  /** Writes what was joined; then everything is in the tables. */
  async finish(): Promise<void> {
    for (const joined of this.#joined.values()) {
      if (!joined.isSpilled) await this.#write(joined)
      else {
        await this.#putAside(joined)
        await this.#joinAside(joined)
      }
    }
    for (const table of this.#copied.values()) await table.flush()
  }

  async #write(joined: Joined): Promise<void> {
    const { table, rows, isBegun } = joined
    if (isBegun) {
      await this.#copied.get(table.name)?.flush()
      await this.#statements.join(table, (given) => {
        for (const [name, row] of rows) given.set(name, row)
      })
    } else await this.#copy(table, rows.values())
    joined.isBegun = true
    rows.clear()
  }

  async #putAside(joined: Joined): Promise<void> {
    const { table, rows, isSpilled } = joined
    // Which row was the first is known as long as they are written in order; names, of which that is asked, are few.
    if (Object.values(table.joining).includes('first')) return this.#write(joined)
    if (!isSpilled)
      await sql`CREATE TEMP TABLE ${sql.table(aside(table))} (LIKE ${sql.table(table.name)})`.execute(this.#db)
    joined.isSpilled = true
    await this.#copy(table, rows.values(), aside(table))
    rows.clear()
  }

  /** In the order of the key, in which its index grows at its end. */
  async #joinAside(joined: Joined): Promise<void> {
    const { table, isBegun } = joined
    for (const name of [table.name, aside(table)]) await this.#copied.get(name)?.flush()
    const key = `company_id, ${table.key.join(', ')}`
    const sums = Object.entries(table.joining).map(
      ([column, how]) => `${how === 'sum' ? 'sum' : 'max'}(${column})::${table.columns[column]}`,
    )
    const text = `INSERT INTO ${table.name} (${key}, ${Object.keys(table.joining).join(', ')})
      SELECT ${key}, ${sums.join(', ')} FROM ${aside(table)} GROUP BY ${key} ORDER BY ${key} ${isBegun ? onConflict(table) : ''}`
    await this.#db.executeQuery(CompiledQuery.raw(text))
    await sql`DROP TABLE ${sql.table(aside(table))}`.execute(this.#db)
    joined.isBegun = true
    joined.isSpilled = false
  }

  async #copy({ columns, ...table }: ReadTable, rows: Iterable<AnyRow>, name: string = table.name): Promise<void> {
    const copied = this.#copied.get(name) ?? new CopiedTable(this.#db, this.#companyId, { name, columns })
    this.#copied.set(name, copied)
    await copied.add(rows)
  }
}

const aside = ({ name }: ReadTable) => `${name}_aside`
