import type { Database } from '@ledger/database/tables.ts'
import { type ColumnTypes, unnest } from '@ledger/database/unnest.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Joining, ReadTable, Writer } from './read-table.ts'

/** Writes rows of one company, a statement for each call. Table names are unqualified: the search path says which table it is. */
export function statements(db: Kysely<Database>, companyId: string): Writer {
  return {
    async insert(table, rows) {
      if (rows.length > 0) await insertion(companyId, table, rows).execute(db)
    },

    async join(table, rows) {
      if (rows.length > 0) await joining(companyId, table, rows).execute(db)
    },

    async update({ name, key }, columns, given) {
      if (given.length === 0) return 0
      const { names, rows } = unnest(given, columns)
      const set = Object.keys(columns).map((column) => sql`${sql.ref(column)} = ${sql.ref(`c.${column}`)}`)
      const found = key.map((column) => sql`${sql.ref(`${name}.${column}`)} = ${sql.ref(`c.${column}`)}`)
      const { numAffectedRows } = await sql`
        UPDATE ${sql.table(name)} SET ${sql.join(set)} FROM ${rows} AS c (${names})
        WHERE ${sql.ref(`${name}.company_id`)} = ${companyId} AND ${sql.join(found, sql` AND `)}`.execute(db)
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
  const waiting = new Map<string, RawBuilder<unknown>>()

  async function add(table: string, statement: RawBuilder<unknown>): Promise<void> {
    // Parts of one statement do not see what the others write.
    if (waiting.has(table)) await finish()
    waiting.set(table, statement)
  }

  async function finish(): Promise<void> {
    if (waiting.size === 0) return
    const parts = [...waiting].map(([table, statement]) => sql`${sql.ref(`into_${table}`)} AS (${statement})`)
    waiting.clear()
    await sql`WITH ${sql.join(parts)} SELECT`.execute(db)
  }

  return {
    async insert(table, rows) {
      if (rows.length > 0) await add(table.name, insertion(companyId, table, rows))
    },

    async join(table, rows) {
      if (rows.length > 0) await add(table.name, joining(companyId, table, rows))
    },

    async update(table, columns, rows) {
      if (rows.length > 0) await finish()
      return update(table, columns, rows)
    },

    finish,
  }
}

function insertion<Row>(
  companyId: string,
  { name, columns }: ReadTable<Row>,
  given: readonly Row[],
  onConflict = sql``,
): RawBuilder<unknown> {
  const { names, rows } = unnest(given, columns as ColumnTypes<Row>)
  return sql`INSERT INTO ${sql.table(name)} (company_id, ${names}) SELECT ${companyId}::uuid, * FROM ${rows} ${onConflict}`
}

function joining<Row>(companyId: string, table: ReadTable<Row>, rows: readonly Row[]): RawBuilder<unknown> {
  const key = sql.join(table.key.map((column) => sql.ref(column)))
  return insertion(companyId, table, rows, sql`ON CONFLICT (company_id, ${key}) DO ${joined(table)}`)
}

function joined({ name, joining }: Pick<ReadTable, 'name' | 'joining'>): RawBuilder<unknown> {
  const set = Object.entries(joining).flatMap(([column, how = 'first']) => {
    const [kept, added] = [sql.ref(`${name}.${column}`), sql.ref(`excluded.${column}`)]
    return how === 'first' ? [] : [sql`${sql.ref(column)} = ${JOINED[how](kept, added)}`]
  })
  return set.length === 0 ? sql`NOTHING` : sql`UPDATE SET ${sql.join(set)}`
}

const JOINED: Record<
  Exclude<Joining, 'first'>,
  (kept: RawBuilder<unknown>, added: RawBuilder<unknown>) => RawBuilder<unknown>
> = {
  sum: (kept, added) => sql`${kept} + ${added}`,
  greatest: (kept, added) => sql`greatest(${kept}, ${added})`,
}
