import { queryOptions } from '@tanstack/react-query'
import { callOf } from './call.ts'

/** §9: balance and transactions are fetched again every 30 s and when the window comes to the front. */
export const REFETCH_MS = 30_000

const getBalance = callOf<'siteBalance'>('GET', '/api/site/balance')
export const balanceQuery = queryOptions({
  queryKey: ['/api/site/balance'],
  queryFn: () => getBalance(),
  refetchInterval: REFETCH_MS,
})

/** §9: a recent list shows five rows, and asks for no more. */
export const RECENT = 5

const getTransactions = callOf<'siteTransactions'>('GET', '/api/site/transactions')
export const recentQuery = queryOptions({
  queryKey: ['/api/site/transactions', 'recent'],
  queryFn: () => getTransactions({ query: { limit: String(RECENT) } }),
  refetchInterval: REFETCH_MS,
})

const getSums = callOf<'siteTransactionSums'>('GET', '/api/site/transactions/sums')
/** How many rows there are in all, and what they add up to. */
export const sumsQuery = queryOptions({
  queryKey: ['/api/site/transactions', 'sums'],
  queryFn: () => getSums(),
  refetchInterval: REFETCH_MS,
})

/** What a search or days narrow a list to; "" narrows nothing. */
export interface Search {
  readonly q: string
  /** Whole days in Asia/Kolkata, `YYYY-MM-DD`, both inclusive. */
  readonly from: string
  readonly to: string
}

/** The newest rows of the whole ledger that the search leaves. */
export function foundQuery(search: Search) {
  return queryOptions({
    queryKey: ['/api/site/transactions', 'found', search],
    queryFn: () => getTransactions({ query: { ...search, limit: String(RECENT) } }),
    refetchInterval: REFETCH_MS,
  })
}

const getBeneficiaries = callOf<'siteBeneficiaries'>('GET', '/api/site/beneficiaries')
export const beneficiariesQuery = queryOptions({
  queryKey: ['/api/site/beneficiaries'],
  queryFn: () => getBeneficiaries(),
})

const getSupervisors = callOf<'siteSupervisors'>('GET', '/api/site/supervisors')
export const supervisorsQuery = queryOptions({
  queryKey: ['/api/site/supervisors'],
  queryFn: () => getSupervisors(),
})
