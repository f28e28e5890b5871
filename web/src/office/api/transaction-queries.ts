import type { TransactionSort } from '@ledger/contracts/http/query-parameters.ts'
import type { CompanyTransaction } from '@ledger/contracts/http/transaction-schemas.ts'
import type { WorklistName } from '@ledger/contracts/http/worklists/worklist-count-schemas.ts'
import type { PaymentMode } from '@ledger/contracts/payment-modes.ts'
import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { createCall, fetchListPage, type ListPage, urlOf } from '../../shared/api/api-client.ts'
import { EXPORT_ROWS_PER_PAGE } from '../../shared/api/export-page-size.ts'
import { refetchOfficeLists } from '../../shared/api/office-queries.ts'
import { REFETCH_MS, refetchWhileShort } from '../../shared/api/refetch-interval.ts'

/** The filter of a list of all accounts' transactions, applied by the server; "" filters nothing. */
export interface CompanyTransactionFilter {
  readonly q: string
  /** Whole days in Asia/Kolkata, `YYYY-MM-DD`, both inclusive. */
  readonly from: string
  readonly to: string
  readonly type: '' | CompanyTransaction['type']
  /** The public id of an account. */
  readonly account: string
  /** The public id of a site's incharge, the inner one of a closed account, or WITHOUT_SITE. */
  readonly site: string
  readonly mode: '' | PaymentMode
  /** The id of a beneficiary. */
  readonly beneficiary: string
  /** Exactly this purpose. */
  readonly purpose: string
  /** The least and the largest amount, as they were typed, in rupees. */
  readonly amountFrom: string
  readonly amountTo: string
  /** Only expenses that have no bill. */
  readonly bill: '' | 'without'
  /** Deleted entries too, or only deleted ones. */
  readonly deleted: '' | 'include' | 'only'
  /** The entries that the office has to look at for one reason. */
  readonly worklist: '' | WorklistName
  /** The order of the rows; "" is the newest first. */
  readonly sort: '' | TransactionSort
}

export const NO_COMPANY_FILTER: CompanyTransactionFilter = {
  q: '',
  from: '',
  to: '',
  type: '',
  account: '',
  site: '',
  mode: '',
  beneficiary: '',
  purpose: '',
  amountFrom: '',
  amountTo: '',
  bill: '',
  deleted: '',
  worklist: '',
  sort: '',
}

/** Tells whether a filter leaves out rows of its list; a worklist is a list of its own. */
export const isNarrowed = (filter: CompanyTransactionFilter): boolean =>
  JSON.stringify({ ...filter, worklist: '', sort: '' }) !== JSON.stringify(NO_COMPANY_FILTER)

const COMPANY_TRANSACTIONS_PATH = '/api/admin/transactions'
const fetchCompanyTransactions = createCall<'adminTransactions'>('GET', COMPANY_TRANSACTIONS_PATH)

/** Returns the filter as the parameters of the sums, which have no order. */
const toSumsParams = ({ type, mode, bill, deleted, worklist, sort: _, ...rest }: CompanyTransactionFilter) => ({
  ...rest,
  ...(mode === '' ? {} : { mode }),
  ...(bill === '' ? {} : { bill }),
  ...(type === '' ? {} : { type }),
  ...(deleted === '' ? {} : { deleted }),
  ...(worklist === '' ? {} : { worklist }),
})

const toQueryParams = (filter: CompanyTransactionFilter) => ({
  ...toSumsParams(filter),
  ...(filter.sort === '' ? {} : { sort: filter.sort }),
})

/** The newest `limit` rows that match the filter. */
export function newestTransactionsQuery(filter: CompanyTransactionFilter, limit: number) {
  return queryOptions({
    queryKey: [COMPANY_TRANSACTIONS_PATH, 'newest', filter, limit],
    queryFn: () => fetchCompanyTransactions({ query: { ...toQueryParams(filter), limit: String(limit) } }),
    refetchInterval: REFETCH_MS,
  })
}

const COMPANY_ROWS_PER_PAGE = '500'
const MAX_COMPANY_PAGES_REFETCHED = 2

/** All rows, page by page as the reader scrolls. The `Link` header of a page names the next one. */
export function companyTransactionPages(filter: CompanyTransactionFilter) {
  return infiniteQueryOptions({
    queryKey: [COMPANY_TRANSACTIONS_PATH, 'pages', filter],
    queryFn: ({ pageParam }) => fetchListPage<'adminTransactions'>(pageParam),
    initialPageParam: urlOf<'adminTransactions'>(COMPANY_TRANSACTIONS_PATH, {
      query: { ...toQueryParams(filter), limit: COMPANY_ROWS_PER_PAGE },
    }),
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
    // Comparing 100,000 rows with the earlier ones would be a long task.
    structuralSharing: false,
    ...refetchWhileShort(MAX_COMPANY_PAGES_REFETCHED),
  })
}

/**
 * The payments to one beneficiary, page by page. The list grows by a button and stays short, so all of it is read again
 * with the total at its end.
 */
export function beneficiaryStatementPages(filter: CompanyTransactionFilter) {
  return infiniteQueryOptions({
    ...companyTransactionPages(filter),
    queryKey: [COMPANY_TRANSACTIONS_PATH, 'statement', filter],
    refetchInterval: REFETCH_MS,
    refetchOnWindowFocus: true,
    refetchOnMount: true,
  })
}

const fetchCompanySums = createCall<'adminTransactionSums'>('GET', '/api/admin/transactions/sums')
/** The number of all rows that match the filter, and their sums. */
export function companyTransactionTotalsQuery(filter: CompanyTransactionFilter) {
  return queryOptions({
    queryKey: [COMPANY_TRANSACTIONS_PATH, 'sums', toSumsParams(filter)],
    queryFn: () => fetchCompanySums({ query: toSumsParams(filter) }),
    refetchInterval: REFETCH_MS,
    placeholderData: keepPreviousData,
  })
}

/** The address of the first page of the filtered list, for a file. */
export const companyExportUrl = (filter: CompanyTransactionFilter) =>
  urlOf<'adminTransactions'>(COMPANY_TRANSACTIONS_PATH, {
    query: { ...toQueryParams(filter), limit: EXPORT_ROWS_PER_PAGE },
  })

/** Says that an entry was seen, is no duplicate or needs no bill. It changes no figure. */
export const reviewEntry = createCall<'reviewEntry'>('POST', '/api/admin/transactions/:id/reviews')

export const editCredit = createCall<'editCredit'>('PUT', '/api/admin/transactions/:id')
export const eraseBill = createCall<'eraseBill'>('DELETE', '/api/bills/:id')
export const deleteCredit = createCall<'deleteCredit'>('DELETE', '/api/admin/transactions/:id')

/**
 * Returns the row as it is now, and shows it in the lists; undefined where it was deleted meanwhile, which the lists
 * show once they are read again.
 */
export async function refetchCompanyRow(
  client: QueryClient,
  row: CompanyTransaction,
): Promise<CompanyTransaction | undefined> {
  const now = await findCompanyRow(row)
  void refetchOfficeLists(client, now)
  return now
}

/** Finds the row among those of its account, because no call returns a single row. */
async function findCompanyRow(row: CompanyTransaction): Promise<CompanyTransaction | undefined> {
  let next: string | undefined = urlOf<'adminTransactions'>(COMPANY_TRANSACTIONS_PATH, {
    query: { account: row.userId, type: row.type, limit: '1000' },
  })
  while (next !== undefined) {
    const page: ListPage<'adminTransactions'> = await fetchListPage<'adminTransactions'>(next)
    const found = page.rows.find(({ id }) => id === row.id)
    if (found !== undefined) return found
    next = page.next
  }
  return undefined
}
