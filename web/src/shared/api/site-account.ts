import type { Balance } from '@ledger/contracts/shapes.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { callOf, callOfRead } from './call.ts'

/** §9: balance and transactions are fetched again every 30 s and when the window gets the focus. */
export const REFETCH_MS = 30_000

const getBalance = callOfRead<'siteBalance'>('GET', '/api/site/balance')
export const balanceQuery = queryOptions<Balance>({
  queryKey: ['/api/site/balance'],
  async queryFn({ client, queryKey }) {
    const before = booked
    const { answer, isBehind } = await getBalance()
    const shown = client.getQueryData<Balance>(queryKey)
    if (isBehind && shown !== undefined && shown === booked) return shown
    if (!isBehind && booked === before) booked = undefined
    return answer
  },
  refetchInterval: REFETCH_MS,
})

/**
 * The balance in the last answer to a command. It is used until a balance is read that is not behind, because one that
 * is behind may be older than the command.
 */
let booked: Balance | undefined

/** §4: replaces the balance by the one in the answer. */
export function showBalance(client: QueryClient, balance: Balance): void {
  booked = client.setQueryData<Balance>(balanceQuery.queryKey, balance)
}

/** §9: a recent list shows five rows and asks for no more. */
export const RECENT = 5

const getTransactions = callOf<'siteTransactions'>('GET', '/api/site/transactions')
export const recentQuery = queryOptions({
  queryKey: ['/api/site/transactions', 'recent'],
  queryFn: () => getTransactions({ query: { limit: String(RECENT) } }),
  refetchInterval: REFETCH_MS,
})

const getSums = callOf<'siteTransactionSums'>('GET', '/api/site/transactions/sums')
/** The number of all rows, and their sums. */
export const sumsQuery = queryOptions({
  queryKey: ['/api/site/transactions', 'sums'],
  queryFn: () => getSums(),
  refetchInterval: REFETCH_MS,
})

/** The words and days that filter a list; "" filters nothing. */
export interface Search {
  readonly q: string
  /** Whole days in Asia/Kolkata, `YYYY-MM-DD`, both inclusive. */
  readonly from: string
  readonly to: string
}

/** The newest rows of the whole ledger that match the search. */
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
