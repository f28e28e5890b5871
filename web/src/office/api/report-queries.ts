import type { Language } from '@ledger/contracts/languages.ts'
import type { PaymentMode } from '@ledger/contracts/payment-modes.ts'
import type { SummarySubject } from '@ledger/contracts/summary-subjects.ts'
import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { createCall, fetchListPage, type ListPage, urlOf } from '../../shared/api/api-client.ts'
import { EXPORT_ROWS_PER_PAGE } from '../../shared/api/export-page-size.ts'
import { REFETCH_MS } from '../../shared/api/refetch-interval.ts'
import { toBookParams } from '../statements/statement-subject-params.ts'
import { readUnchangedPages } from './read-unchanged-pages.ts'

const fetchCompanySummary = createCall<'adminSummary'>('GET', '/api/admin/summary')
/** The sums of a period for the whole company. Transfers count in none of them. */
export function companySummaryQuery(period: { readonly from?: string; readonly to?: string }) {
  return queryOptions({
    queryKey: ['/api/admin/summary', period],
    queryFn: () => fetchCompanySummary({ query: period }),
    refetchInterval: REFETCH_MS,
    placeholderData: keepPreviousData,
  })
}

const fetchSummaryTable = createCall<'summaryTable'>('GET', '/api/admin/summary-table')

/** The subject, site and period of a summary; "" is an open end, and every site. */
export interface SummarySelection {
  readonly by: SummarySubject
  readonly site: string
  readonly from: string
  readonly to: string
}

const toSummaryParams = ({ by, site, from, to }: SummarySelection) => ({
  by,
  ...(site === '' ? {} : { site }),
  ...(from === '' ? {} : { from }),
  ...(to === '' ? {} : { to }),
})

const subjectOfKey = (key: readonly unknown[] | undefined) => (key?.[1] as SummarySelection | undefined)?.by

/** The sums of a period by one subject, all rows. */
export function summaryTableQuery(asked: SummarySelection) {
  return queryOptions({
    queryKey: ['/api/admin/summary-table', asked],
    queryFn: () => fetchSummaryTable({ query: toSummaryParams(asked) }),
    refetchInterval: REFETCH_MS,
    // The rows of another subject are no rows of this one.
    placeholderData: (before, query) => (subjectOfKey(query?.queryKey) === asked.by ? before : undefined),
  })
}

/** The address of the same sums, for a file. */
export const summaryTableUrl = (asked: SummarySelection) =>
  urlOf<'summaryTable'>('/api/admin/summary-table', { query: toSummaryParams(asked) })

const fetchCashBook = createCall<'cashBook'>('GET', '/api/admin/cash-book')

/** The subject, as the address has it, payment mode and period of a cash book; "" is every mode, and an open end. */
export interface CashBookSelection extends Omit<LedgerSelection, 'account'> {
  readonly subject: string
  readonly mode: PaymentMode | ''
}

const toCashBookParams = ({ subject, mode, from, to }: CashBookSelection) => ({
  ...toBookParams(subject),
  ...(mode === '' ? {} : { mode }),
  ...(from === '' ? {} : { from }),
  ...(to === '' ? {} : { to }),
})

/** The book of an account by day. */
export function cashBookQuery(asked: CashBookSelection) {
  return queryOptions({
    queryKey: ['/api/admin/cash-book', asked],
    queryFn: () => fetchCashBook({ query: toCashBookParams(asked) }),
    refetchInterval: REFETCH_MS,
  })
}

/** The address of the same book as a file. */
export const cashBookFileUrl = (asked: CashBookSelection, format: BookFormat, language: Language) =>
  urlOf<'cashBookFile'>('/api/admin/cash-book/file', { query: { ...toCashBookParams(asked), format, language } })

/** The formats of statements and cash books for people. */
export type BookFormat = 'xlsx' | 'csv' | 'pdf'

export interface LedgerSelection {
  /** The public id of an account. */
  readonly account: string
  readonly from: string
  readonly to: string
}

const ledgerUrl = (asked: LedgerSelection, limit: string) =>
  urlOf<'adminLedger'>('/api/admin/ledger', { query: { ...asked, limit } })

type LedgerPage = ListPage<'adminLedger'>

const ledgerKey = (asked: LedgerSelection) => ['/api/admin/ledger', asked]

/**
 * The first pages of an account's ledger, newest rows first, all of one state. Every page has the opening and closing
 * balance of the whole period.
 * @param pageCount returns how many pages the reader wants; every read reads all of them
 */
export function ledgerQuery(asked: LedgerSelection, pageCount: () => number) {
  return queryOptions({
    queryKey: ledgerKey(asked),
    queryFn: () => readLedgerPages(ledgerUrl(asked, '100'), pageCount()),
    structuralSharing: false,
  })
}

function readLedgerPages(first: string, pageCount: number): Promise<LedgerPage[]> {
  return readUnchangedPages(async () => {
    const pages: LedgerPage[] = []
    for (let next: string | undefined = first; next !== undefined && pages.length < pageCount; ) {
      const page: LedgerPage = await fetchListPage<'adminLedger'>(next)
      pages.push(page)
      next = page.next
    }
    return pages
  })
}

/** Returns how many pages of a ledger were read before and are still stored. */
export const storedLedgerPageCount = (client: QueryClient, asked: LedgerSelection): number =>
  client.getQueryData<LedgerPage[]>(ledgerKey(asked))?.length ?? 1

/**
 * The addresses of a whole ledger for a file: the first page of its rows, and its balances. The ledger's own pages have
 * both, but each of them sums the account again: 100 of them for 100,000 rows took four times as long.
 */
export const wholeLedgerUrls = (asked: LedgerSelection) => ({
  address: urlOf<'adminTransactions'>('/api/admin/transactions', { query: { ...asked, limit: EXPORT_ROWS_PER_PAGE } }),
  balances: ledgerUrl(asked, '1'),
  from: asked.from,
  to: asked.to,
})

const beneficiariesUrl = (q: string, limit: string) =>
  urlOf<'beneficiaryReports'>('/api/admin/beneficiaries', { query: { q, limit } })

/** Beneficiaries with the total paid to each, the most paid first. */
export function beneficiaryPages(q: string, limit = '50') {
  return infiniteQueryOptions({
    queryKey: ['/api/admin/beneficiaries', q, limit],
    queryFn: ({ pageParam }) => fetchListPage<'beneficiaryReports'>(pageParam),
    initialPageParam: beneficiariesUrl(q, limit),
    getNextPageParam: (last) => last.next,
  })
}

/** The address of the first page of all of them, for a file. */
export const beneficiariesExportUrl = (q: string) => beneficiariesUrl(q, '1000')

const getMessages = createCall<'contactMessages'>('GET', '/api/admin/contact-messages')
export const contactMessagesQuery = queryOptions({
  queryKey: ['/api/admin/contact-messages'],
  queryFn: () => getMessages(),
})
