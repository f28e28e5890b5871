import type { Balance } from '@ledger/contracts/shapes.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { inServersWords } from '../language/payment-mode-words.ts'
import { callOf } from './call.ts'

/** §9: balance and transactions are fetched again every 30 s and when the window comes to the front. */
export const REFETCH_MS = 30_000

const getBalance = callOf<'siteBalance'>('GET', '/api/site/balance')
export const balanceQuery = queryOptions({
  queryKey: ['/api/site/balance'],
  queryFn: () => getBalance(),
  refetchInterval: REFETCH_MS,
})

const getTransactions = callOf<'siteTransactions'>('GET', '/api/site/transactions')
export const transactionsQuery = queryOptions({
  queryKey: ['/api/site/transactions'],
  queryFn: () => getTransactions(),
  refetchInterval: REFETCH_MS,
})

/** What a search or days narrow a list to; "" narrows nothing. */
export interface Search {
  readonly q: string
  /** Whole days in Asia/Kolkata, `YYYY-MM-DD`, both inclusive. */
  readonly from: string
  readonly to: string
}

/** The newest rows of the whole ledger that the search leaves, `limit` of them. */
export function foundQuery(search: Search, limit: number) {
  return queryOptions({
    queryKey: ['/api/site/transactions', 'found', search, limit],
    queryFn: () => getTransactions({ query: { ...search, q: inServersWords(search.q), limit: String(limit) } }),
    refetchInterval: REFETCH_MS,
  })
}

const getBeneficiaries = callOf<'siteBeneficiaries'>('GET', '/api/site/beneficiaries')
export const beneficiariesQuery = queryOptions({
  queryKey: ['/api/site/beneficiaries'],
  queryFn: () => getBeneficiaries(),
})

export const recordExpense = callOf<'recordExpense'>('POST', '/api/site/transactions')

/** What a command of this account changes: its lists, and everything that is added up from them. */
const CHANGED = ['transactions', 'ledger', 'summary', 'beneficiaries']

/** §4: the balance is replaced by the one in the answer, and the lists are read again. */
export async function showRecorded(client: QueryClient, balance: Balance): Promise<void> {
  await client.cancelQueries({ queryKey: balanceQuery.queryKey })
  client.setQueryData(balanceQuery.queryKey, balance)
  await Promise.all([
    client.invalidateQueries({ queryKey: balanceQuery.queryKey }),
    ...CHANGED.map((name) => client.invalidateQueries({ queryKey: [`/api/site/${name}`] })),
  ])
}
