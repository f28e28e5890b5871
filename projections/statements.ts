import type { Database } from '@ledger/database/tables.ts'
import { type ColumnTypes, unnest } from '@ledger/database/unnest.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Joining, ReadTable, Writer } from './read-table.ts'

/** Writes rows of one company, a statement for each call. Table names are unqualified: the search path says which table it is. */
export function statements(db: Kysely<Database>, companyId: string): Writer {
  async function insert<Row>({ name, columns }: ReadTable<Row>, given: readonly Row[], onConflict = sql``) {
    if (given.length === 0) return
    const { names, rows } = unnest(given, columns as ColumnTypes<Row>)
    await sql`
      INSERT INTO ${sql.table(name)} (company_id, ${names}) SELECT ${companyId}, * FROM ${rows} ${onConflict}`.execute(
      db,
    )
  }
  return {
    insert: (table, rows) => insert(table, rows),

    join(table, rows) {
      const key = sql.join(table.key.map((column) => sql.ref(column)))
      return insert(table, rows, sql`ON CONFLICT (company_id, ${key}) DO ${joined(table)}`)
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
