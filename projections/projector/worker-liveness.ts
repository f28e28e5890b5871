import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, sql } from 'kysely'

/** The name in pg_stat_activity of the connections by which the worker follows the logs. */
export const PROJECTOR_APPLICATION_NAME = 'site-ledger projector'

/**
 * Returns how long all workers have been silent, in milliseconds; 0 while one runs a query. A live worker polls even
 * where there are no new events: several times a second, and at least every 10 s (log-subscription.ts). A worker with
 * another login than this shows only that it is connected, which counts as 0.
 * @returns undefined where none is connected
 */
export async function readWorkerSilenceMs(db: Kysely<Database>): Promise<number | undefined> {
  const { rows } = await sql<{ silentMs: number | null }>`
    SELECT min(CASE WHEN state = 'active' OR state_change IS NULL THEN 0
      ELSE greatest(0, extract(epoch FROM clock_timestamp() - state_change) * 1000) END)::float8 AS "silentMs"
    FROM pg_stat_activity WHERE datname = current_database() AND application_name = ${PROJECTOR_APPLICATION_NAME}`.execute(
    db,
  )
  return rows[0]?.silentMs ?? undefined
}
