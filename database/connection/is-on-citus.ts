import { type Kysely, sql } from 'kysely'
import type { Database } from '../tables/database-schema.ts'

/**
 * Whether the database has Citus, and so may distribute its tables over nodes: an SQL expression that works on every
 * PostgreSQL.
 */
export const IS_ON_CITUS_SQL = `(to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL)`

const citusChecks = new WeakMap<Kysely<Database>, Promise<boolean>>()

/** Returns whether the database has Citus. Queried once for each pool; a failed query is repeated at the next call. */
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
