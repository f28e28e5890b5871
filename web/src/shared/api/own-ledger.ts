import type { ChangeKind } from '@ledger/contracts/changes.ts'
import type { Day } from '@ledger/contracts/dates.ts'
import type { Balance, Transaction } from '@ledger/contracts/shapes.ts'
import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  type QueryFilters,
  queryOptions,
} from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { addressOf, callOf, readPage } from './call.ts'
import { changedLists } from './changed-lists.ts'
import { FILE_PAGE } from './file-page.ts'
import { type RowNow, readAgainWith, showRow } from './known-rows.ts'
import { REFETCH_MS, showBalance } from './site-account.ts'

/** The filter of the full list, applied by the server (§2); "" and undefined filter nothing. */
export interface ListFilter {
  readonly q?: string
  readonly from?: string
  readonly to?: string
  readonly type?: Transaction['type']
}

const LIST = '/api/site/transactions'

/**
 * A list of more pages than this is left out of the 30 s refetch, which would ask for each page again: 500 of them for
 * 100,000 rows. A change of the balance, which is refetched as ever, has the list read again (use-pages.ts).
 */
export const REFRESHED_PAGES = 5

interface Loaded {
  readonly state: {
    readonly data?: { readonly pages: readonly unknown[] } | undefined
    readonly isInvalidated: boolean
  }
}
const isShort = ({ state }: Loaded) => (state.data?.pages.length ?? 0) <= REFRESHED_PAGES

/** The full list, page by page as the reader scrolls. The `Link` header of a page names the next one. */
export function pagesQuery(filter: ListFilter) {
  return infiniteQueryOptions({
    queryKey: [LIST, 'pages', filter],
    queryFn: ({ pageParam }) => readPage<'siteTransactions'>(pageParam),
    initialPageParam: addressOf<'siteTransactions'>(LIST, { query: { ...filter } }),
    getNextPageParam: (last) => last.next,
    // Comparing 100,000 rows with the earlier ones would be a long task.
    structuralSharing: false,
    refetchInterval: (query) => (isShort(query) ? REFETCH_MS : false),
    refetchOnWindowFocus: isShort,
    refetchOnMount: (query) => query.state.isInvalidated || isShort(query),
  })
}

const getSums = callOf<'siteTransactionSums'>('GET', '/api/site/transactions/sums')
/** The number of all rows that match the filter, and their sums. */
export function listSumsQuery(filter: ListFilter) {
  return queryOptions({
    queryKey: [LIST, 'sums', filter],
    queryFn: () => getSums({ query: filter }),
    refetchInterval: REFETCH_MS,
    placeholderData: keepPreviousData,
  })
}

/** The address of the first page of the filtered list, for a file. */
export const listAddress = (filter: ListFilter) =>
  addressOf<'siteTransactions'>(LIST, { query: { ...filter, limit: FILE_PAGE } })

const getLedger = callOf<'siteLedger'>('GET', '/api/site/ledger')
/**
 * The sums and the number of rows of the whole ledger. The query asks for a single row, because the rows are not
 * needed.
 */
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

export const transfer = callOf<'transfer'>('POST', '/api/site/transfer')

const getTransaction = callOf<'siteTransaction'>('GET', '/api/site/transactions/:id')
/** One entry as it is now, with its last change. */
export function entryQuery(id: string) {
  return queryOptions({ queryKey: [LIST, 'one', id], queryFn: () => getTransaction({ id }) })
}

/**
 * Returns the row as it is now, and shows it in the lists; undefined where it was deleted meanwhile, which the lists
 * show once they are read again.
 */
export async function readAgain(client: QueryClient, { id }: Transaction): Promise<Transaction | undefined> {
  const row = await getTransaction({ id }).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  })
  void showOwn(client, row)
  return row
}

const listsThatShow = (...kinds: ChangeKind[]): QueryFilters => {
  const paths = changedLists('site', kinds)
  return { predicate: ({ queryKey: [path] }) => paths.has(path) }
}
/** The lists that a command of this account changes. */
const CHANGED = listsThatShow('balance', 'transactions', 'beneficiaries')
/** The lists that a transfer changes. The last recipient of a transfer is sorted first among the recipients. */
const CHANGED_BY_TRANSFER = listsThatShow('balance', 'transactions', 'people')

/**
 * §4: replaces the balance and the row by those in the answer, and has the lists read again.
 * @param now undefined where the row is not known here
 */
export function showOwn(client: QueryClient, now: RowNow | undefined, balance?: Balance): Promise<void> {
  const isTransfer = now !== undefined && 'isTransfer' in now && now.isTransfer
  return readAgainWith(client, isTransfer ? CHANGED_BY_TRANSFER : CHANGED, () => {
    if (balance !== undefined) showBalance(client, balance)
    if (now !== undefined) showRow(client, CHANGED, now)
  })
}

const getTransactions = callOf<'siteTransactions'>('GET', LIST)
/**
 * The number of rows read. Among so many that mention a name, one is surely paid to it: the search cannot match an
 * exact name.
 */
const MENTIONS = '50'

/** The last expense paid to a beneficiary; null where none is found. */
export function lastPaidQuery(name: string) {
  return queryOptions({
    queryKey: [LIST, 'last paid', name],
    async queryFn() {
      const rows = await getTransactions({ query: { q: name.slice(0, 100), type: 'debit', limit: MENTIONS } })
      return rows.find((row) => !row.isTransfer && row.recipient === name) ?? null
    },
  })
}
