import { type Kysely, sql } from 'kysely'
import type { Database } from '../tables/database-schema.ts'

/** Whether the database has Citus, and so may have its tables spread over nodes: an expression of SQL that every PostgreSQL understands. */
export const IS_ON_CITUS_SQL = `(to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL)`

const citusChecks = new WeakMap<Kysely<Database>, Promise<boolean>>()

/** Asked once for each pool; what could not be answered is asked again. */
export function isOnCitus(db: Kysely<Database>): Promise<boolean> {
  const asked = citusChecks.get(db) ?? queryIsOnCitus(db)
  citusChecks.set(db, asked)
  asked.catch(() => citusChecks.delete(db))
  return asked
}

async function queryIsOnCitus(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ is_citus: boolean }>`SELECT ${sql.raw(IS_ON_CITUS_SQL)} AS is_citus`.execute(db)
  return rows[0]?.is_citus ?? false
}
