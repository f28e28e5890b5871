import type { Part } from '@ledger/database/in-one.ts'
import type { Database } from '@ledger/database/tables.ts'
import { columnsOf, columnsOfAny, OF_COMPANY } from '@ledger/database/unnest.ts'
import { CompiledQuery, type Kysely } from 'kysely'
import { type AnyRow, JoinedRows, type Joining, type ReadTable, type Writer } from './read-table.ts'

/** Writes rows of one company, a statement for each call. Table names are unqualified: the search path says which table it is. */
export function statements(db: Kysely<Database>, companyId: string): Writer {
  async function write<Row>(table: ReadTable<Row>, rows: readonly Row[], onConflict = ''): Promise<void> {
    if (rows.length === 0) return
    const waiting = { table: table as ReadTable, rows: new Map([[companyId, rows as readonly AnyRow[]]]), onConflict }
    await run(db, insertion(waiting))
  }

  return {
    async insert(table, rows) {
      await write(table, rows)
    },

    async join(table, add) {
      await write(table, joinedBy(add), onConflict(table))
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

/** Rows for a table by their company, and what becomes of those whose key is there. */
export interface Waiting {
  table: ReadTable
  rows: Map<string, readonly AnyRow[]>
  onConflict: string
}

/** What a page comes to by itself: what was there before is the server's. */
export function joinedBy<Row>(add: (rows: JoinedRows<Row>) => void): Row[] {
  const rows = new JoinedRows<Row>()
  add(rows)
  return [...rows.values()]
}

export const run = <Row>(db: Kysely<Database>, { text, values }: Omit<Part, 'name'>) =>
  db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))

/** Of whom rows are written: of one company, `$1`, as a row beside them; of several, by the condition that each of theirs has to meet. */
interface Whose {
  one: string
  several: string
}

const OF_ALL: Whose = { one: OF_COMPANY, several: '' }
/** Those alone whose checkpoints are moved by the same statement, which therefore moves them first. */
export const OF_TAKEN: Whose = {
  one: '(SELECT company_id FROM into_taken WHERE company_id = $1) AS company',
  several: 'WHERE company_id IN (SELECT company_id FROM into_taken)',
}

/** Of one company the statement names it, by which Citus finds the node where it is; of several each row brings its own. */
export function insertion({ table, rows: all, onConflict }: Waiting, whose = OF_ALL): Part {
  const { name, columns: types } = table
  const [[companyId, rows] = [], ...others] = all
  if (companyId && rows && others.length === 0) {
    const columns = columnsOfAny<AnyRow>(types)
    const text = `INSERT INTO ${name} (company_id, ${columns.names}) SELECT company_id, ${columns.names}
    FROM ${whose.one} CROSS JOIN ${columns.from(2)} ${onConflict}`
    return { name, text, values: [companyId, ...columns.values(rows)] }
  }
  const columns = columnsOfAny<{ company_id: string }>({ company_id: 'uuid', ...types })
  const text = `INSERT INTO ${name} (${columns.names}) SELECT ${columns.names} FROM ${columns.from(1)} ${whose.several} ${onConflict}`
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
