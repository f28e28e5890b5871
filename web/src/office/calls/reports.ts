import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { addressOf, callOf, readPage } from '../../shared/api/call.ts'
import { FILE_PAGE } from '../../shared/api/file-page.ts'
import { REFETCH_MS } from '../../shared/api/site-account.ts'

const getSummary = callOf<'adminSummary'>('GET', '/api/admin/summary')
/** The sums of a period for the whole company. Transfers count in none of them. */
export function companySummaryQuery(period: { readonly from?: string }) {
  return queryOptions({
    queryKey: ['/api/admin/summary', period],
    queryFn: () => getSummary({ query: period }),
    refetchInterval: REFETCH_MS,
    placeholderData: keepPreviousData,
  })
}

export interface LedgerAsked {
  /** The public id of an account. */
  readonly account: string
  readonly from: string
  readonly to: string
}

const ledgerAddress = (asked: LedgerAsked, limit: string) =>
  addressOf<'adminLedger'>('/api/admin/ledger', { query: { ...asked, limit } })

/** The ledger of an account, newest rows first. Every page has the opening and closing balance of the whole period. */
export function ledgerPages(asked: LedgerAsked) {
  return infiniteQueryOptions({
    queryKey: ['/api/admin/ledger', asked],
    queryFn: ({ pageParam }) => readPage<'adminLedger'>(pageParam),
    initialPageParam: ledgerAddress(asked, '100'),
    getNextPageParam: (last) => last.next,
    enabled: asked.account !== '',
    structuralSharing: false,
  })
}

/**
 * The addresses of a whole ledger for a file: the first page of its rows, and its balances. The ledger's own pages have
 * both, but each of them sums the account again: 100 of them for 100,000 rows took four times as long.
 */
export const wholeLedger = (asked: LedgerAsked) => ({
  address: addressOf<'adminTransactions'>('/api/admin/transactions', { query: { ...asked, limit: FILE_PAGE } }),
  balances: ledgerAddress(asked, '1'),
  from: asked.from,
  to: asked.to,
})

const beneficiariesAddress = (q: string, limit: string) =>
  addressOf<'beneficiaryReports'>('/api/admin/beneficiaries', { query: { q, limit } })

/** Beneficiaries with the total paid to each, the most paid first. */
export function beneficiaryPages(q: string, limit = '50') {
  return infiniteQueryOptions({
    queryKey: ['/api/admin/beneficiaries', q, limit],
    queryFn: ({ pageParam }) => readPage<'beneficiaryReports'>(pageParam),
    initialPageParam: beneficiariesAddress(q, limit),
    getNextPageParam: (last) => last.next,
  })
}

/** The address of the first page of all of them, for a file. */
export const allBeneficiariesAddress = (q: string) => beneficiariesAddress(q, '1000')

const getMessages = callOf<'contactMessages'>('GET', '/api/admin/contact-messages')
export const messagesQuery = queryOptions({
  queryKey: ['/api/admin/contact-messages'],
  queryFn: () => getMessages(),
})
