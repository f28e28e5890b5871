import type { Day } from '@ledger/contracts/dates.ts'
import type { Transaction } from '@ledger/contracts/shapes.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { inServersWords } from '../language/payment-mode-words.ts'
import { addressOf, callOf, readPage } from './call.ts'
import { REFETCH_MS } from './site-account.ts'

/** What narrows the full list on the server (§2); "" and undefined narrow nothing. */
export interface ListFilter {
  readonly q?: string
  readonly from?: string
  readonly to?: string
  readonly type?: Transaction['type']
}

const LIST = '/api/site/transactions'

/**
 * Beyond this many pages the 30 s refetch leaves the list alone: it would ask for each page anew, 500 of them for 100,000
 * rows. A change of the balance, which is asked for as ever, has them read again (use-pages.ts).
 */
export const REFRESHED_PAGES = 5

interface Loaded {
  readonly state: {
    readonly data?: { readonly pages: readonly unknown[] } | undefined
    readonly isInvalidated: boolean
  }
}
const isShort = ({ state }: Loaded) => (state.data?.pages.length ?? 0) <= REFRESHED_PAGES

/** The full list, a page at a time as the reader scrolls, each where the `Link` header of the one before it says. */
export function pagesQuery(filter: ListFilter) {
  return infiniteQueryOptions({
    queryKey: [LIST, 'pages', filter],
    queryFn: ({ pageParam }) => readPage<'siteTransactions'>(pageParam),
    initialPageParam: addressOf<'siteTransactions'>(LIST, { query: { ...filter, q: inServersWords(filter.q ?? '') } }),
    getNextPageParam: (last) => last.next,
    // Comparing 100,000 rows with those before would be a long task.
    structuralSharing: false,
    refetchInterval: (query) => (isShort(query) ? REFETCH_MS : false),
    refetchOnWindowFocus: isShort,
    refetchOnMount: (query) => query.state.isInvalidated || isShort(query),
  })
}

const getLedger = callOf<'siteLedger'>('GET', '/api/site/ledger')
/** The sums of the whole ledger and how many rows are in them; the rows themselves are left out as far as can be. */
export const ledgerSumsQuery = queryOptions({
  queryKey: ['/api/site/ledger', 'sums'],
  queryFn: () => getLedger({ query: { limit: '1' } }),
  refetchInterval: REFETCH_MS,
})

const getSummary = callOf<'siteSummary'>('GET', '/api/site/summary')
/** @param from the first day; undefined for all time */
export function summaryQuery(from: Day | undefined) {
  return queryOptions({
    queryKey: ['/api/site/summary', from ?? ''],
    queryFn: () => getSummary({ query: { from } }),
    refetchInterval: REFETCH_MS,
  })
}

const getSupervisors = callOf<'siteSupervisors'>('GET', '/api/site/supervisors')
export const supervisorsQuery = queryOptions({
  queryKey: ['/api/site/supervisors'],
  queryFn: () => getSupervisors(),
})

export const transfer = callOf<'transfer'>('POST', '/api/site/transfer')
export const editExpense = callOf<'editExpense'>('PUT', '/api/site/transactions/:id')
export const deleteExpense = callOf<'deleteExpense'>('DELETE', '/api/site/transactions/:id')

const getTransactions = callOf<'siteTransactions'>('GET', LIST)
/** The row as it is now; undefined where it was deleted meanwhile. No call gives a single row, so its day is asked for. */
export async function readAgain(row: Transaction, day: string): Promise<Transaction | undefined> {
  const rows = await getTransactions({ query: { from: day, to: day, limit: '1000' } })
  return rows.find(({ id }) => id === row.id)
}
