import { dayOf } from '@ledger/contracts/dates.ts'
import type { Transaction } from '@ledger/contracts/http/transaction-schemas.ts'
import { useQuery } from '@tanstack/react-query'
import { booksQuery } from './closing-queries.ts'

/** The first day that the ledger takes: the checklist up to it has nothing to count. */
const FIRST_DAY = '2000-01-01'

/**
 * Returns the function that tells whether the day of an entry is in closed books; of no entry until that is known.
 * @param isWanted false where the user changes no entry, so that nothing is asked
 */
export function useIsInClosedBooks(isWanted: boolean): (row: Pick<Transaction, 'date'>) => boolean {
  const { data } = useQuery({ ...booksQuery(FIRST_DAY), enabled: isWanted, refetchInterval: false })
  const last = data?.closedUpTo ?? null
  return ({ date }) => last !== null && dayOf(date) <= last
}
