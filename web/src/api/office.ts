import type { Recorded, SiteUser } from '@ledger/contracts/shapes.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { callOf } from './call.ts'
import { REFETCH_MS } from './site-account.ts'

const getAdmin = callOf<'adminAuth'>('GET', '/api/admin/auth')
export const adminQuery = queryOptions({
  queryKey: ['/api/admin/auth'],
  queryFn: () => getAdmin(),
})

const getSites = callOf<'adminSites'>('GET', '/api/admin/sites')
export const sitesQuery = queryOptions({
  queryKey: ['/api/admin/sites'],
  queryFn: () => getSites(),
  refetchInterval: REFETCH_MS,
})

export const createSiteUser = callOf<'createSiteUser'>('POST', '/api/admin/users')
export const sendMoney = callOf<'sendMoney'>('POST', '/api/admin/send-money')

/** A new incharge is in the list at once, before the list is read again. */
export async function showCreated(client: QueryClient, created: SiteUser): Promise<void> {
  await replaceSites(client, (sites) => [...sites.filter((site) => site.id !== created.id), created])
}

/** The balance of the one who got money is the one in the answer, before the list is read again. */
export async function showSent(client: QueryClient, { userId, balance }: Recorded): Promise<void> {
  await replaceSites(client, (sites) =>
    sites.map((site) => (site.id === userId ? { ...site, siteBalance: balance } : site)),
  )
}

async function replaceSites(client: QueryClient, change: (sites: SiteUser[]) => SiteUser[]): Promise<void> {
  await client.cancelQueries({ queryKey: sitesQuery.queryKey })
  client.setQueryData(sitesQuery.queryKey, (sites) => (sites === undefined ? sites : change(sites)))
  await client.invalidateQueries({ queryKey: sitesQuery.queryKey })
}
