import type pg from 'pg'
import { inject } from 'vitest'

/** Distributes a table of the test like the product's, if the database belongs to a cluster. */
export async function distributeTable(sql: Pick<pg.Pool, 'query'>, table: string): Promise<void> {
  if (inject('servers').length > 1)
    await sql.query(`SELECT create_distributed_table($1, 'company_id', colocate_with => 'log_heads')`, [table])
}
