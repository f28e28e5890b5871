import { type Kysely, sql } from 'kysely'

const TABLES = [
  'kept_folds',
  'kept_sums',
  'kept_balances',
  'kept_beneficiaries',
  'kept_beneficiary_use',
  'kept_directory',
] as const

/**
 * Drops what one comparison of the read models with the log stored for the next one: each comparison now replays the
 * whole log. Each statement runs by itself, as Citus requires for a distributed table
 * (docs/decisions/0007-citus.md).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of TABLES) await sql`DROP TABLE ${sql.table(`read.${table}`)}`.execute(db)
}
