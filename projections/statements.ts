import { inOne, type Part } from '@ledger/database/in-one.ts'
import type { Database } from '@ledger/database/tables.ts'
import { columnsOf, columnsOfAny, OF_COMPANY } from '@ledger/database/unnest.ts'
import { CompiledQuery, type Kysely } from 'kysely'
import { type AnyRow, JoinedRows, type Joining, type ReadTable, type Writer } from './read-table.ts'

/** Writes rows of one company, a statement for each call. Table names are unqualified: the search path says which table it is. */
export function statements(db: Kysely<Database>, companyId: string): Writer {
  return {
    async insert(table, rows) {
      if (rows.length > 0) await run(db, insertion(new Map([[companyId, rows]]), table))
    },

    async join(table, add) {
      const rows = joinedBy(add)
      if (rows.length > 0) await run(db, insertion(new Map([[companyId, rows]]), table, onConflict(table)))
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

/** Rows of one company or several, which are written together. */
export interface Gathered {
  of(companyId: string): Writer
  finish(): Promise<void>
}

/** Rows for a table by their company, and what becomes of those whose key is there. */
interface Waiting {
  table: ReadTable
  rows: Map<string, readonly AnyRow[]>
  onConflict: string
}

/**
 * Gathers rows and writes them in one statement, at the end and before each update. One by one the tables of a page cost a round trip each,
 * and nobody sees its events before the last of them.
 */
export function gathered(db: Kysely<Database>): Gathered {
  const all = new Map<string, Waiting>()

  async function add<Row>(
    companyId: string,
    table: ReadTable<Row>,
    rows: readonly Row[],
    onConflict = '',
  ): Promise<void> {
    if (rows.length === 0) return
    const there = all.get(table.name)
    // Parts of one statement do not see what the others write.
    if (there?.rows.has(companyId) || (there && there.onConflict !== onConflict)) await finish()
    const waiting = all.get(table.name) ?? { table: table as ReadTable, rows: new Map(), onConflict }
    all.set(table.name, waiting)
    // What is asked of a row from here on is that it fits its table, which the compiler has seen.
    waiting.rows.set(companyId, rows as readonly AnyRow[])
  }

  async function finish(): Promise<void> {
    if (all.size === 0) return
    const parts = [...all.values()].map(({ table, rows, onConflict }) => insertion(rows, table, onConflict))
    all.clear()
    await run(db, inOne(parts))
  }

  function of(companyId: string): Writer {
    const { update } = statements(db, companyId)
    return {
      insert: (table, rows) => add(companyId, table, rows),
      join: (table, addTo) => add(companyId, table, joinedBy(addTo), onConflict(table)),
      async update(table, columns, rows) {
        if (rows.length > 0) await finish()
        return update(table, columns, rows)
      },
    }
  }

  return { of, finish }
}

/** What a page comes to by itself: what was there before is the server's. */
function joinedBy<Row>(add: (rows: JoinedRows<Row>) => void): Row[] {
  const rows = new JoinedRows<Row>()
  add(rows)
  return [...rows.values()]
}

const run = (db: Kysely<Database>, { text, values }: Omit<Part, 'name'>) =>
  db.executeQuery(CompiledQuery.raw(text, [...values]))

/** Of one company the statement names it, by which Citus finds the node where it is; of several each row brings its own. */
function insertion<Row>(all: ReadonlyMap<string, readonly Row[]>, table: ReadTable<Row>, onConflict = ''): Part {
  const { name, columns: types } = table
  const [[companyId, rows] = [], ...others] = all
  if (companyId && rows && others.length === 0) {
    const columns = columnsOfAny<Row>(types)
    const text = `INSERT INTO ${name} (company_id, ${columns.names}) SELECT company_id, ${columns.names}
    FROM ${OF_COMPANY} CROSS JOIN ${columns.from(2)} ${onConflict}`
    return { name, text, values: [companyId, ...columns.values(rows)] }
  }
  const columns = columnsOfAny<{ company_id: string }>({ company_id: 'uuid', ...types })
  const text = `INSERT INTO ${name} (${columns.names}) SELECT ${columns.names} FROM ${columns.from(1)} ${onConflict}`
  const each = [...all].flatMap(([company_id, own]) => own.map((row) => ({ company_id, ...row })))
  return { name, text, values: columns.values(each) }
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
