import { isOnCitus } from '@ledger/database/on-citus.ts'
import type { Database } from '@ledger/database/tables.ts'
import { openBalances } from '@ledger/projections/balances.ts'
import { openFreshness } from '@ledger/projections/freshness.ts'
import { openNames } from '@ledger/projections/names.ts'
import { openNewestPages } from '@ledger/projections/newest-pages.ts'
import type { Kysely } from 'kysely'
import { openSessionLookup } from './access/session-lookup.ts'

export type LookUps = Awaited<ReturnType<typeof openLookUps>>

/** What every request reads: for all companies of a process, so that those that ask at the same moment are answered by one query. */
export async function openLookUps(db: Kysely<Database>) {
  // There companies are on several nodes, and no statement is of more than one.
  const mayJoin = !(await isOnCitus(db))
  return {
    sessions: openSessionLookup(db, mayJoin),
    freshness: openFreshness(db, mayJoin),
    balances: openBalances(db, mayJoin),
    names: openNames(db, mayJoin),
    newest: openNewestPages(db, mayJoin),
  }
}
