import type { CompanyTransaction } from '@ledger/contracts/shapes.ts'
import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { addressOf, callOf, type Page, readPage } from '../../shared/api/call.ts'
import { FILE_PAGE } from '../../shared/api/file-page.ts'
import { readAllAgain } from '../../shared/api/office.ts'
import { REFETCH_MS } from '../../shared/api/site-account.ts'

/** The filter of a list of all accounts' transactions, applied by the server; "" filters nothing. */
export interface CompanyFilter {
  readonly q: string
  /** Whole days in Asia/Kolkata, `YYYY-MM-DD`, both inclusive. */
  readonly from: string
  readonly to: string
  readonly type: '' | CompanyTransaction['type']
  /** The public id of an account. */
  readonly account: string
  /** The id of a beneficiary. */
  readonly beneficiary: string
  /** Exactly this purpose. */
  readonly purpose: string
  /** Only entries that could have a bill and have none. */
  readonly bill: '' | 'without'
  /** Deleted entries too, or only deleted ones. */
  readonly deleted: '' | 'include' | 'only'
}

export const NO_FILTER: CompanyFilter = {
  q: '',
  from: '',
  to: '',
  type: '',
  account: '',
  beneficiary: '',
  purpose: '',
  bill: '',
  deleted: '',
}

const LIST = '/api/admin/transactions'
const getTransactions = callOf<'adminTransactions'>('GET', LIST)

const queryOf = ({ type, bill, deleted, ...rest }: CompanyFilter) => ({
  ...rest,
  ...(bill === '' ? {} : { bill }),
  ...(type === '' ? {} : { type }),
  ...(deleted === '' ? {} : { deleted }),
})

/** The newest `limit` rows that match the filter. */
export function newestQuery(filter: CompanyFilter, limit: number) {
  return queryOptions({
    queryKey: [LIST, 'newest', filter, limit],
    queryFn: () => getTransactions({ query: { ...queryOf(filter), limit: String(limit) } }),
    refetchInterval: REFETCH_MS,
  })
}

const PAGE = '500'
/** A list of more pages than this is read again only when something changed here, not every 30 s. */
const REFRESHED_PAGES = 2

interface Loaded {
  readonly state: {
    readonly data?: { readonly pages: readonly unknown[] } | undefined
    readonly isInvalidated: boolean
  }
}
const isShort = ({ state }: Loaded) => (state.data?.pages.length ?? 0) <= REFRESHED_PAGES

/** All rows, page by page as the reader scrolls. The `Link` header of a page names the next one. */
export function companyPages(filter: CompanyFilter) {
  return infiniteQueryOptions({
    queryKey: [LIST, 'pages', filter],
    queryFn: ({ pageParam }) => readPage<'adminTransactions'>(pageParam),
    initialPageParam: addressOf<'adminTransactions'>(LIST, { query: { ...queryOf(filter), limit: PAGE } }),
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
    // Comparing 100,000 rows with the earlier ones would be a long task.
    structuralSharing: false,
    refetchInterval: (query) => (isShort(query) ? REFETCH_MS : false),
    refetchOnWindowFocus: isShort,
    refetchOnMount: (query) => query.state.isInvalidated || isShort(query),
  })
}

const getSums = callOf<'adminTransactionSums'>('GET', '/api/admin/transactions/sums')
/** The number of all rows that match the filter, and their sums. */
export function companySumsQuery(filter: CompanyFilter) {
  return queryOptions({
    queryKey: [LIST, 'sums', filter],
    queryFn: () => getSums({ query: queryOf(filter) }),
    refetchInterval: REFETCH_MS,
    placeholderData: keepPreviousData,
  })
}

/** The address of the first page of the filtered list, for a file. */
export const companyAddress = (filter: CompanyFilter) =>
  addressOf<'adminTransactions'>(LIST, { query: { ...queryOf(filter), limit: FILE_PAGE } })

export const editCredit = callOf<'editCredit'>('PUT', '/api/admin/transactions/:id')
export const eraseBill = callOf<'eraseBill'>('DELETE', '/api/bills/:id')
export const deleteCredit = callOf<'deleteCredit'>('DELETE', '/api/admin/transactions/:id')

/**
 * Returns the row as it is now, and shows it in the lists; undefined where it was deleted meanwhile, which the lists
 * show once they are read again.
 */
export async function readAgain(client: QueryClient, row: CompanyTransaction): Promise<CompanyTransaction | undefined> {
  const now = await findRow(row)
  void readAllAgain(client, now)
  return now
}

/** Finds the row among those of its account, because no call returns a single row. */
async function findRow(row: CompanyTransaction): Promise<CompanyTransaction | undefined> {
  let next: string | undefined = addressOf<'adminTransactions'>(LIST, {
    query: { account: row.userId, type: row.type, limit: '1000' },
  })
  while (next !== undefined) {
    const page: Page<'adminTransactions'> = await readPage<'adminTransactions'>(next)
    const found = page.rows.find(({ id }) => id === row.id)
    if (found !== undefined) return found
    next = page.next
  }
  return undefined
}
