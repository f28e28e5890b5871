import { dayOf } from '@ledger/contracts/dates.ts'
import type { ChangeKind } from '@ledger/contracts/http/change-notification.ts'
import type { Balance } from '@ledger/contracts/http/people/account-schemas.ts'
import type { Transaction } from '@ledger/contracts/http/transaction-schemas.ts'
import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  type QueryFilters,
  queryOptions,
} from '@tanstack/react-query'
import { affectedQueryPaths } from './affected-queries.ts'
import { createCall, fetchListPage, urlOf } from './api-client.ts'
import { ApiError } from './api-error.ts'
import { EXPORT_ROWS_PER_PAGE } from './export-page-size.ts'
import { showBalance } from './field-queries.ts'
import { readWithNewRows, rememberNewRow } from './new-rows-until-listed.ts'
import { type CurrentRow, refetchWithUpdate, showRowInLists } from './optimistic-rows.ts'
import { REFETCH_MS, refetchWhileShort } from './refetch-interval.ts'

/** The filter of the full list, applied by the server (§2); "" and undefined filter nothing. */
export interface ListFilter {
  readonly q?: string
  readonly from?: string
  readonly to?: string
  readonly type?: Transaction['type']
  readonly purpose?: string
  /** The id of a beneficiary. */
  readonly beneficiary?: string
}

const OWN_TRANSACTIONS_PATH = '/api/site/transactions'

/** A change of the balance, which is refetched as ever, has a longer list read again (use-transaction-pages.ts). */
export const MAX_PAGES_REFETCHED = 5

/** The full list, page by page as the reader scrolls. The `Link` header of a page names the next one. */
export function transactionPagesQuery(filter: ListFilter) {
  const first = urlOf<'siteTransactions'>(OWN_TRANSACTIONS_PATH, { query: { ...filter } })
  return infiniteQueryOptions({
    queryKey: [OWN_TRANSACTIONS_PATH, 'pages', filter],
    queryFn: ({ client, pageParam }) =>
      readWithNewRows(
        client,
        () => fetchListPage<'siteTransactions'>(pageParam),
        ({ next }) => ({
          fits: (row) => fitsFilter(row, filter),
          isFirst: pageParam === first,
          isLast: next === undefined,
        }),
      ),
    initialPageParam: first,
    getNextPageParam: (last) => last.next,
    // Comparing 100,000 rows with the earlier ones would be a long task.
    structuralSharing: false,
    ...refetchWhileShort(MAX_PAGES_REFETCHED),
  })
}

/**
 * Returns whether a row that the list does not have yet belongs to it. Words and names are left to the server, which
 * knows how they are spelt otherwise.
 */
export function fitsFilter(
  { date, type: ofRow }: Pick<Transaction, 'date' | 'type'>,
  { q, from, to, type, purpose, beneficiary }: ListFilter,
): boolean {
  const day = dayOf(date)
  return !q && !purpose && !beneficiary && (!type || type === ofRow) && (!from || from <= day) && (!to || day <= to)
}

const fetchListSums = createCall<'siteTransactionSums'>('GET', '/api/site/transactions/sums')
/** The number of all rows that match the filter, and their sums. */
export function listTotalsQuery(filter: ListFilter) {
  return queryOptions({
    queryKey: [OWN_TRANSACTIONS_PATH, 'sums', filter],
    queryFn: () => fetchListSums({ query: filter }),
    refetchInterval: REFETCH_MS,
    placeholderData: keepPreviousData,
  })
}

/** The address of the first page of the filtered list, for a file. */
export const listExportUrl = (filter: ListFilter) =>
  urlOf<'siteTransactions'>(OWN_TRANSACTIONS_PATH, { query: { ...filter, limit: EXPORT_ROWS_PER_PAGE } })

const fetchLedgerSums = createCall<'siteLedger'>('GET', '/api/site/ledger')
/**
 * The sums and the number of rows of the whole ledger. The query asks for a single row, because the rows are not
 * needed.
 */
export const ownAccountTotalsQuery = queryOptions({
  queryKey: ['/api/site/ledger', 'sums'],
  queryFn: () => fetchLedgerSums({ query: { limit: '1' } }),
  refetchInterval: REFETCH_MS,
})

export const transfer = createCall<'transfer'>('POST', '/api/site/transfer')

const getTransaction = createCall<'siteTransaction'>('GET', '/api/site/transactions/:id')
/** One entry as it is now, with its last change. */
export function entryQuery(id: string) {
  return queryOptions({ queryKey: [OWN_TRANSACTIONS_PATH, 'one', id], queryFn: () => getTransaction({ id }) })
}

/**
 * Returns the row as it is now, and shows it in the lists; undefined where it was deleted meanwhile, which the lists
 * show once they are read again.
 */
export async function refetchOwnRow(client: QueryClient, { id }: Transaction): Promise<Transaction | undefined> {
  const row = await getTransaction({ id }).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  })
  void showOwnChange(client, row)
  return row
}

const listsThatShow = (...kinds: ChangeKind[]): QueryFilters => {
  const paths = affectedQueryPaths('site', kinds)
  return { predicate: ({ queryKey: [path] }) => paths.has(path) }
}
/** The lists that a command of this account changes. */
const CHANGED_BY_EXPENSE = listsThatShow('balance', 'transactions', 'beneficiaries')
/** The lists that a transfer changes. The last recipient of a transfer is sorted first among the recipients. */
const CHANGED_BY_TRANSFER = listsThatShow('balance', 'transactions', 'people')

/**
 * §4: replaces the balance and the row by those in the answer, and has the lists read again.
 * @param now undefined where the row is not known here
 */
export function showOwnChange(client: QueryClient, now: CurrentRow | undefined, balance?: Balance): Promise<void> {
  const isTransfer = now !== undefined && 'isTransfer' in now && now.isTransfer
  return refetchWithUpdate(client, isTransfer ? CHANGED_BY_TRANSFER : CHANGED_BY_EXPENSE, () => {
    if (balance !== undefined) showBalance(client, balance)
    if (now !== undefined) showRowInLists(client, CHANGED_BY_EXPENSE, now)
    if (now !== undefined && !('gone' in now) && now.revision === 1) rememberNewRow(client, now)
  })
}

const fetchTransactions = createCall<'siteTransactions'>('GET', OWN_TRANSACTIONS_PATH)
/**
 * The number of rows read. Among so many that mention a name, one is surely paid to it: the search cannot match an
 * exact name.
 */
const ROWS_SEARCHED_FOR_NAME = '50'

/** The last expense paid to a beneficiary; null where none is found. */
export function lastExpenseQuery(name: string) {
  return queryOptions({
    queryKey: [OWN_TRANSACTIONS_PATH, 'last paid', name],
    async queryFn() {
      const rows = await fetchTransactions({
        query: { q: name.slice(0, 100), type: 'debit', limit: ROWS_SEARCHED_FOR_NAME },
      })
      return rows.find((row) => !row.isTransfer && row.recipient === name) ?? null
    },
  })
}
