import type { Day } from '@ledger/contracts/dates.ts'
import { queryOptions } from '@tanstack/react-query'
import { addressOf, callOf } from '../api/call.ts'
import { FILE_PAGE } from '../api/file-page.ts'
import { REFETCH_MS } from '../api/site-account.ts'

/** Whole days, both inclusive; undefined for all time. */
export type Period = { readonly from: Day; readonly to: Day } | undefined

const getLedger = callOf<'siteLedger'>('GET', '/api/site/ledger')
/** The number of rows of a period, and their sums. The query asks for a single row. */
export function periodSumsQuery(period: Period) {
  return queryOptions({
    queryKey: ['/api/site/ledger', 'sums', period],
    queryFn: () => getLedger({ query: { ...period, limit: '1' } }),
    refetchInterval: REFETCH_MS,
  })
}

const getRecipients = callOf<'siteRecipients'>('GET', '/api/site/recipients')
export function recipientsQuery(period: Period) {
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
export function rowsAddress(period: Period, recipient?: string | null): string {
  const narrowed = recipient === undefined ? {} : recipient === null ? ({ type: 'credit' } as const) : { q: recipient }
  return addressOf<'siteTransactions'>('/api/site/transactions', {
    query: { ...period, ...narrowed, limit: FILE_PAGE },
  })
}
