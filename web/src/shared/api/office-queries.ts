import type { SiteUser } from '@ledger/contracts/http/people/account-schemas.ts'
import type { RecordedTransaction } from '@ledger/contracts/http/transaction-schemas.ts'
import { type QueryClient, type QueryFilters, queryOptions } from '@tanstack/react-query'
import { createCall, fetchListPage, type ListPage } from './api-client.ts'
import { type CurrentRow, refetchWithUpdate, showRowInLists } from './optimistic-rows.ts'
import { REFETCH_MS } from './refetch-interval.ts'

const fetchAdmin = createCall<'adminAuth'>('GET', '/api/admin/auth')
export const adminQuery = queryOptions({
  queryKey: ['/api/admin/auth'],
  queryFn: () => fetchAdmin(),
})

/** All sites, read over all pages. */
export const sitesQuery = queryOptions({
  queryKey: ['/api/admin/sites'],
  async queryFn() {
    const all: SiteUser[] = []
    let next: string | undefined = '/api/admin/sites?limit=1000'
    while (next !== undefined) {
      const page: ListPage<'adminSites'> = await fetchListPage<'adminSites'>(next)
      all.push(...page.rows)
      next = page.next
    }
    return all
  },
  refetchInterval: REFETCH_MS,
})

export const createSiteUser = createCall<'createSiteUser'>('POST', '/api/admin/users')
export const sendMoney = createCall<'sendMoney'>('POST', '/api/admin/send-money')

/** Puts a new incharge into the list before the list is read again. */
export async function showCreatedSite(client: QueryClient, created: SiteUser): Promise<void> {
  await replaceSites(client, (sites) => [...sites.filter((site) => site.id !== created.id), created])
}

/** Puts the balance from the answer into the receiver's row before the list is read again. */
export async function showSentMoney(client: QueryClient, { userId, balance }: RecordedTransaction): Promise<void> {
  await replaceSites(client, (sites) =>
    sites.map((site) => (site.id === userId ? { ...site, siteBalance: balance } : site)),
  )
}

async function replaceSites(client: QueryClient, change: (sites: SiteUser[]) => SiteUser[]): Promise<void> {
  await refetchWithUpdate(client, officeLists, () =>
    client.setQueryData(sitesQuery.queryKey, (sites) => (sites === undefined ? sites : change(sites))),
  )
}

/**
 * §4: after a command of head office all its lists and sums are read again, except the signed-in user, who did not
 * change.
 */
const officeLists: QueryFilters = {
  predicate: ({ queryKey: [path] }) =>
    typeof path === 'string' && path.startsWith('/api/admin/') && path !== '/api/admin/auth',
}

/** @param now the changed row, if any, for the lists that are not read again yet */
export function refetchOfficeLists(client: QueryClient, now?: CurrentRow): Promise<void> {
  return refetchWithUpdate(client, officeLists, () => {
    if (now !== undefined) showRowInLists(client, officeLists, now)
  })
}
