import type { Day } from '@ledger/contracts/dates.ts'
import { queryOptions } from '@tanstack/react-query'
import { createCall } from '../../shared/api/api-client.ts'
import { REFETCH_MS } from '../../shared/api/refetch-interval.ts'

const fetchOwnSummary = createCall<'siteSummary'>('GET', '/api/site/summary')
/** @param from the first day; undefined for all time */
export function summaryQuery(from: Day | undefined) {
  return queryOptions({
    queryKey: ['/api/site/summary', from ?? ''],
    queryFn: () => fetchOwnSummary({ query: { from } }),
    refetchInterval: REFETCH_MS,
  })
}
