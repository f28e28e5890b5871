import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, sql } from 'kysely'

/** What the worker's connections for following the logs are called in pg_stat_activity. */
export const PROJECTOR_APPLICATION_NAME = 'site-ledger projector'

/**
 * How long every worker has been silent, in milliseconds; 0 where one asks the database for something just now. One that lives looks for news
 * several times a second, also where there is none (follow.ts). Of one that signs in with another login than this only that it is there can be
 * seen, which counts as 0.
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
