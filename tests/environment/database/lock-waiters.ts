import type pg from 'pg'
import { inject } from 'vitest'

/** Returns the connections of this database that wait for a lock here, or on a cluster at the node of the row. */
export async function connectionsWaitingForLock(sql: pg.Pool, name = '%'): Promise<number[]> {
  const waits =
    inject('servers').length > 1
      ? `(wait_event_type = 'Lock' OR pid IN (SELECT waiting_gpid % 10000000000 FROM citus_lock_waits))`
      : `wait_event_type = 'Lock'`
  const { rows } = await sql.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE application_name LIKE $1 AND datname = current_database() AND ${waits}`,
    [name],
  )
  return rows.map(({ pid }) => pid)
}
