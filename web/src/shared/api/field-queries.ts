import { daysOfMonth } from '@ledger/contracts/dates.ts'
import type { Balance } from '@ledger/contracts/http/people/account-schemas.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { createCall, createReadCall } from './api-client.ts'
import { readWithNewRows } from './new-rows-until-listed.ts'
import { REFETCH_MS } from './refetch-interval.ts'

const getBalance = createReadCall<'siteBalance'>('GET', '/api/site/balance')
export const balanceQuery = queryOptions<Balance>({
  queryKey: ['/api/site/balance'],
  async queryFn({ client, queryKey }) {
    const before = balanceOfLastCommand
    const { answer, isBehind } = await getBalance()
    const shown = client.getQueryData<Balance>(queryKey)
    if (isBehind && shown !== undefined && shown === balanceOfLastCommand) return shown
    if (!isBehind && balanceOfLastCommand === before) balanceOfLastCommand = undefined
    return answer
  },
  refetchInterval: REFETCH_MS,
})

/**
 * The balance in the last answer to a command. It is used until a balance is read that is not behind, because one that
 * is behind may be older than the command.
 */
let balanceOfLastCommand: Balance | undefined

/** §4: replaces the balance by the one in the answer. */
export function showBalance(client: QueryClient, balance: Balance): void {
  balanceOfLastCommand = client.setQueryData<Balance>(balanceQuery.queryKey, balance)
}

/** §9: a recent list shows five rows and asks for no more. */
export const RECENT_ROWS = 5

const fetchRecentTransactions = createReadCall<'siteTransactions'>('GET', '/api/site/transactions')
export const recentQuery = queryOptions({
  queryKey: ['/api/site/transactions', 'recent'],
  async queryFn({ client }) {
    const read = async () => {
      const { answer: rows, isBehind } = await fetchRecentTransactions({ query: { limit: String(RECENT_ROWS) } })
      return { rows, isBehind }
    }
    const belongs = { fits: () => true, isFirst: true, isLast: true, limit: RECENT_ROWS }
    return (await readWithNewRows(client, read, () => belongs)).rows
  },
  refetchInterval: REFETCH_MS,
})

const fetchTransactionSums = createCall<'siteTransactionSums'>('GET', '/api/site/transactions/sums')
/** The number of all rows, and their sums. */
export const transactionSumsQueryOptions = queryOptions({
  queryKey: ['/api/site/transactions', 'sums'],
  queryFn: () => fetchTransactionSums(),
  refetchInterval: REFETCH_MS,
})

/** The words and days that filter a list; "" filters nothing. */
export interface RecentSearch {
  readonly q: string
  /** Whole days in Asia/Kolkata, `YYYY-MM-DD`, both inclusive. */
  readonly from: string
  readonly to: string
}

/** The newest rows of the whole ledger that match the search. */
export function recentSearchQuery(search: RecentSearch) {
  return queryOptions({
    queryKey: ['/api/site/transactions', 'found', search],
    async queryFn() {
      const { answer } = await fetchRecentTransactions({ query: { ...search, limit: String(RECENT_ROWS) } })
      return answer
    },
    refetchInterval: REFETCH_MS,
  })
}

const getBeneficiaries = createCall<'siteBeneficiaries'>('GET', '/api/site/beneficiaries')
export const beneficiariesQuery = queryOptions({
  queryKey: ['/api/site/beneficiaries'],
  queryFn: () => getBeneficiaries(),
})

const getFrequentPayees = createCall<'siteFrequentPayees'>('GET', '/api/site/frequent-payees')
/** The payees whom the account pays often, which the form of an expense offers. */
export const frequentPayeesQuery = queryOptions({
  queryKey: ['/api/site/frequent-payees'],
  queryFn: () => getFrequentPayees(),
})

const getPurposes = createCall<'sitePurposes'>('GET', '/api/site/purposes')
/** The company's list of purposes, which the form of an expense offers. It changes rarely. */
export const purposesQuery = queryOptions({
  queryKey: ['/api/site/purposes'],
  queryFn: () => getPurposes(),
})

const getAccountDays = createCall<'siteDays'>('GET', '/api/site/days')
/**
 * The days of a month that have entries, with their sums and balances.
 * @param month such as 2026-04
 */
export function accountDaysQuery(month: string) {
  return queryOptions({
    queryKey: ['/api/site/days', month],
    queryFn: () => getAccountDays({ query: daysOfMonth(month) }),
    refetchInterval: REFETCH_MS,
  })
}

const getSupervisorBalances = createCall<'siteSupervisorBalances'>('GET', '/api/site/supervisor-balances')
/** The balances of the supervisors of the own site. */
export const supervisorBalancesQuery = queryOptions({
  queryKey: ['/api/site/supervisor-balances'],
  queryFn: () => getSupervisorBalances(),
  refetchInterval: REFETCH_MS,
})

const getSupervisors = createCall<'siteSupervisors'>('GET', '/api/site/supervisors')
export const supervisorsQuery = queryOptions({
  queryKey: ['/api/site/supervisors'],
  queryFn: () => getSupervisors(),
})
