import type { Recorded, SiteUser } from '@ledger/contracts/shapes.ts'
import { type QueryClient, type QueryFilters, queryOptions } from '@tanstack/react-query'
import { callOf, type Page, readPage } from './call.ts'
import { type RowNow, readAgainWith, showRow } from './known-rows.ts'
import { REFETCH_MS } from './site-account.ts'

const getAdmin = callOf<'adminAuth'>('GET', '/api/admin/auth')
export const adminQuery = queryOptions({
  queryKey: ['/api/admin/auth'],
  queryFn: () => getAdmin(),
})

/** All sites, read over all pages. */
export const sitesQuery = queryOptions({
  queryKey: ['/api/admin/sites'],
  async queryFn() {
    const all: SiteUser[] = []
    let next: string | undefined = '/api/admin/sites?limit=1000'
    while (next !== undefined) {
      const page: Page<'adminSites'> = await readPage<'adminSites'>(next)
      all.push(...page.rows)
      next = page.next
    }
    return all
  },
  refetchInterval: REFETCH_MS,
})

export const createSiteUser = callOf<'createSiteUser'>('POST', '/api/admin/users')
export const sendMoney = callOf<'sendMoney'>('POST', '/api/admin/send-money')

/** Puts a new incharge into the list before the list is read again. */
export async function showCreated(client: QueryClient, created: SiteUser): Promise<void> {
  await replaceSites(client, (sites) => [...sites.filter((site) => site.id !== created.id), created])
}

/** Puts the balance from the answer into the receiver's row before the list is read again. */
export async function showSent(client: QueryClient, { userId, balance }: Recorded): Promise<void> {
  await replaceSites(client, (sites) =>
    sites.map((site) => (site.id === userId ? { ...site, siteBalance: balance } : site)),
  )
}

async function replaceSites(client: QueryClient, change: (sites: SiteUser[]) => SiteUser[]): Promise<void> {
  await readAgainWith(client, lists, () =>
    client.setQueryData(sitesQuery.queryKey, (sites) => (sites === undefined ? sites : change(sites))),
  )
}

/**
 * §4: after a command of head office all its lists and sums are read again, except the signed-in user, who did not
 * change.
 */
const lists: QueryFilters = {
  predicate: ({ queryKey: [path] }) =>
    typeof path === 'string' && path.startsWith('/api/admin/') && path !== '/api/admin/auth',
}

/** @param now the changed row, if any, for the lists that are not read again yet */
export function readAllAgain(client: QueryClient, now?: RowNow): Promise<void> {
  return readAgainWith(client, lists, () => {
    if (now !== undefined) showRow(client, lists, now)
  })
}
