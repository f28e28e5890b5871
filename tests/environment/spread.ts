import type pg from 'pg'
import { inject } from 'vitest'

/** Spreads a table of a test's own like the product's, where the database is a cluster's. */
export async function spread(sql: Pick<pg.Pool, 'query'>, table: string): Promise<void> {
  if (inject('servers').length > 1)
    await sql.query(`SELECT create_distributed_table($1, 'company_id', colocate_with => 'log_heads')`, [table])
}
