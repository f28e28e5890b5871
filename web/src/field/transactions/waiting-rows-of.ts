import { dayOf, type Instant } from '@ledger/contracts/dates.ts'
import type { ListFilter } from '../../shared/api/own-transaction-queries.ts'

/**
 * Returns the rows that are not in the ledger yet and belong to a filtered list. They are money spent, and words are
 * left to the server, which does not know them.
 */
export function waitingRowsOf<R extends { readonly date: Instant }>(
  { q, from, to, type }: ListFilter,
  added: readonly R[],
): readonly R[] {
  if (q || type === 'credit') return []
  if (!from && !to) return added
  return added.filter(({ date }) => {
    const day = dayOf(date)
    return (!from || from <= day) && (!to || day <= to)
  })
}
