import { dayOf, type Instant } from '@ledger/contracts/dates.ts'
import { closedUpTo } from '../../domain/closings/closings-state.ts'
import { closingsAfter, readClosingEvents } from '../../proof/seals/closings-of-log.ts'
import type { CompanyContext } from '../company-context.ts'

/**
 * Returns the function that tells whether the date of an entry is in closed books. It reads the log, as the decision
 * about a change of the entry does.
 */
export async function readClosedBooks({
  db,
  companyId,
}: Pick<CompanyContext, 'db' | 'companyId'>): Promise<(date: Instant) => boolean> {
  const last = closedUpTo(closingsAfter(await readClosingEvents(db, companyId)))
  return (date) => last !== null && dayOf(date) <= last
}
