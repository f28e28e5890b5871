import type { Day } from '@ledger/contracts/dates.ts'
import { queryOptions } from '@tanstack/react-query'
import { createCall, urlOf } from '../../api/api-client.ts'
import { EXPORT_ROWS_PER_PAGE } from '../../api/export-page-size.ts'
import { REFETCH_MS } from '../../api/refetch-interval.ts'

/** Whole days, both inclusive; undefined for all time. */
export type ExportPeriod = { readonly from: Day; readonly to: Day } | undefined

const fetchPeriodSums = createCall<'siteLedger'>('GET', '/api/site/ledger')
/** The number of rows of a period, and their sums. The query asks for a single row. */
export function periodSumsQuery(period: ExportPeriod) {
  return queryOptions({
    queryKey: ['/api/site/ledger', 'sums', period],
    queryFn: () => fetchPeriodSums({ query: { ...period, limit: '1' } }),
    refetchInterval: REFETCH_MS,
  })
}

/** The address of the same sums and their state, for a file. */
export const periodBalancesUrl = (period: ExportPeriod) =>
  urlOf<'siteLedger'>('/api/site/ledger', { query: { ...period, limit: '1' } })

const getRecipients = createCall<'siteRecipients'>('GET', '/api/site/recipients')
export function recipientsQuery(period: ExportPeriod) {
  return queryOptions({
    queryKey: ['/api/site/recipients', period],
    queryFn: () => getRecipients({ query: { ...period } }),
    refetchInterval: REFETCH_MS,
  })
}

/**
 * Returns the address of the first page of all rows of a period, or of those that name a recipient. The server's search
 * may find a few more.
 */
export function periodRowsUrl(period: ExportPeriod, recipient?: string | null): string {
  const narrowed = recipient === undefined ? {} : recipient === null ? ({ type: 'credit' } as const) : { q: recipient }
  return urlOf<'siteTransactions'>('/api/site/transactions', {
    query: { ...period, ...narrowed, limit: EXPORT_ROWS_PER_PAGE },
  })
}
