import { inOne, type Part } from '@ledger/database/in-one.ts'
import type { Database } from '@ledger/database/tables.ts'
import { type ColumnTypes, columnsOf, OF_COMPANY } from '@ledger/database/unnest.ts'
import { CompiledQuery, type Kysely } from 'kysely'
import type { Joining, ReadTable, Writer } from './read-table.ts'

/** Writes rows of one company, a statement for each call. Table names are unqualified: the search path says which table it is. */
export function statements(db: Kysely<Database>, companyId: string): Writer {
  return {
    async insert(table, rows) {
      if (rows.length > 0) await run(db, insertion(companyId, table, rows))
    },

    async join(table, rows) {
      if (rows.size > 0) await run(db, joining(companyId, table, [...rows.values()]))
    },

    async update({ name, key }, types, rows) {
      if (rows.length === 0) return 0
      const columns = columnsOf(types)
      const set = Object.keys(types).map((column) => `${column} = given.${column}`)
      const found = key.map((column) => `${name}.${column} = given.${column}`)
      const text = `UPDATE ${name} SET ${set.join(', ')} FROM ${columns.from(2)} WHERE ${name}.company_id = $1 AND ${found.join(' AND ')}`
      const { numAffectedRows } = await run(db, { text, values: [companyId, ...columns.values(rows)] })
      return Number(numAffectedRows)
    },
  }
}

/**
 * Gathers rows and writes them in one statement, at the end and before each update. One by one the tables of a page cost a round trip each,
 * and nobody sees its events before the last of them.
 */
export function gathered(db: Kysely<Database>, companyId: string): Writer & { finish(): Promise<void> } {
  const { update } = statements(db, companyId)
  let waiting: Part[] = []

  async function add(part: Part): Promise<void> {
    // Parts of one statement do not see what the others write.
    if (waiting.some(({ name }) => name === part.name)) await finish()
    waiting.push(part)
  }

  async function finish(): Promise<void> {
    if (waiting.length === 0) return
    const parts = waiting
    waiting = []
    await run(db, inOne(parts))
  }

  return {
    async insert(table, rows) {
      if (rows.length > 0) await add(insertion(companyId, table, rows))
    },

    async join(table, rows) {
      if (rows.size > 0) await add(joining(companyId, table, [...rows.values()]))
    },

    async update(table, columns, rows) {
      if (rows.length > 0) await finish()
      return update(table, columns, rows)
    },

    finish,
  }
}

const run = (db: Kysely<Database>, { text, values }: Omit<Part, 'name'>) =>
  db.executeQuery(CompiledQuery.raw(text, [...values]))

function insertion<Row>(companyId: string, table: ReadTable<Row>, rows: readonly Row[], onConflict = ''): Part {
  const { name } = table
  const columns = columnsOf(table.columns as ColumnTypes<Row>)
  const text = `INSERT INTO ${name} (company_id, ${columns.names}) SELECT company_id, ${columns.names}
    FROM ${OF_COMPANY} CROSS JOIN ${columns.from(2)} ${onConflict}`
  return { name, text, values: [companyId, ...columns.values(rows)] }
}

function joining<Row>(companyId: string, table: ReadTable<Row>, rows: readonly Row[]): Part {
  return insertion(companyId, table, rows, onConflict(table))
}

/** What becomes of a row whose key is there. */
export function onConflict(table: Pick<ReadTable, 'name' | 'key' | 'joining'>): string {
  return `ON CONFLICT (company_id, ${table.key.join(', ')}) DO ${joined(table)}`
}

function joined({ name, joining }: Pick<ReadTable, 'name' | 'joining'>): string {
  const set = Object.entries(joining).flatMap(([column, how = 'first']) =>
    how === 'first' ? [] : [`${column} = ${JOINED[how](`${name}.${column}`, `excluded.${column}`)}`],
  )
  return set.length === 0 ? 'NOTHING' : `UPDATE SET ${set.join(', ')}`
}

const JOINED: Record<Exclude<Joining, 'first'>, (kept: string, added: string) => string> = {
  sum: (kept, added) => `${kept} + ${added}`,
  greatest: (kept, added) => `greatest(${kept}, ${added})`,
}
