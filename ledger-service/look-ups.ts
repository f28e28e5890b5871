import { isOnCitus } from '@ledger/database/on-citus.ts'
import type { Database } from '@ledger/database/tables.ts'
import { openBalances } from '@ledger/projections/balances.ts'
import { openFreshness } from '@ledger/projections/freshness.ts'
import { openNames } from '@ledger/projections/names.ts'
import { openNewestPages } from '@ledger/projections/newest-pages.ts'
import type { Kysely } from 'kysely'
import { openSessionLookup } from './access/session-lookup.ts'

export type LookUps = Awaited<ReturnType<typeof openLookUps>>

/**
 * Opens the reads that every request makes, for all companies of a process: one query answers the requests that come at
 * the same moment.
 */
export async function openLookUps(db: Kysely<Database>) {
  // On Citus companies are on several nodes, and a statement reads one company only.
  const mayJoin = !(await isOnCitus(db))
  return {
    sessions: openSessionLookup(db, mayJoin),
    freshness: openFreshness(db, mayJoin),
    balances: openBalances(db, mayJoin),
    names: openNames(db, mayJoin),
    newest: openNewestPages(db, mayJoin),
  }
}
