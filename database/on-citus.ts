import { type Kysely, sql } from 'kysely'
import type { Database } from './tables.ts'

/** Whether the database has Citus, and so may have its tables spread over nodes: an expression of SQL that every PostgreSQL understands. */
export const ON_CITUS = `(to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL)`

const known = new WeakMap<Kysely<Database>, Promise<boolean>>()

/** Asked once for each pool; what could not be answered is asked again. */
export function isOnCitus(db: Kysely<Database>): Promise<boolean> {
  const asked = known.get(db) ?? ask(db)
  known.set(db, asked)
  asked.catch(() => known.delete(db))
  return asked
}

async function ask(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ is_citus: boolean }>`SELECT ${sql.raw(ON_CITUS)} AS is_citus`.execute(db)
  return rows[0]?.is_citus ?? false
}
