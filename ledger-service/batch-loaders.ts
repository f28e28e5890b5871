import { isOnCitus } from '@ledger/database/connection/is-on-citus.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { openReadBarriers } from '@ledger/projections/notifications/read-your-writes.ts'
import { openAccountNameLoader } from '@ledger/projections/queries/account-name-loader.ts'
import { openNewestPages } from '@ledger/projections/queries/newest-page-loader.ts'
import { openBalanceLoader } from '@ledger/projections/read-models/balances.ts'
import type { Kysely } from 'kysely'
import { openSessionLookup } from './access/session-lookup.ts'

export type BatchLoaders = Awaited<ReturnType<typeof openBatchLoaders>>

/**
 * Opens the reads that every request makes, for all companies of a process: one query answers the requests that come at
 * the same moment.
 */
export async function openBatchLoaders(db: Kysely<Database>) {
  // On Citus companies are on several nodes, and a statement reads one company only.
  const mayJoin = !(await isOnCitus(db))
  return {
    sessions: openSessionLookup(db, mayJoin),
    freshness: openReadBarriers(db, mayJoin),
    balances: openBalanceLoader(db, mayJoin),
    names: openAccountNameLoader(db, mayJoin),
    newest: openNewestPages(db, mayJoin),
  }
}
