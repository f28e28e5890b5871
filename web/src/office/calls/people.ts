import type { OfficeUser, Supervisor } from '@ledger/contracts/shapes.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { addressOf, callOf, type Page, readPage } from '../../shared/api/call.ts'
import { REFETCH_MS } from '../../shared/api/site-account.ts'

/** The number of people per page, sorted by name. The server searches all of them. */
const LISTED = '50'

/** Site incharges whose name, site or mobile number contains `q`. */
export function inchargePages(q: string, limit = LISTED) {
  return infiniteQueryOptions({
    queryKey: ['/api/admin/sites', 'pages', q, limit],
    queryFn: ({ pageParam }) => readPage<'adminSites'>(pageParam),
    initialPageParam: addressOf<'adminSites'>('/api/admin/sites', { query: { q, limit } }),
    getNextPageParam: (last) => last.next,
    refetchInterval: REFETCH_MS,
  })
}

/** The address of the first page, for a file. */
export const inchargesAddress = (q: string) =>
  addressOf<'adminSites'>('/api/admin/sites', { query: { q, limit: '1000' } })
export const supervisorsAddress = (q: string) =>
  addressOf<'adminSupervisors'>('/api/admin/supervisors', { query: { q, limit: '1000' } })

/** Supervisors whose name or mobile number contains `q`. */
export function supervisorPages(q: string, limit = LISTED) {
  return infiniteQueryOptions({
    queryKey: ['/api/admin/supervisors', 'pages', q, limit],
    queryFn: ({ pageParam }) => readPage<'adminSupervisors'>(pageParam),
    initialPageParam: addressOf<'adminSupervisors'>('/api/admin/supervisors', { query: { q, limit } }),
    getNextPageParam: (last) => last.next,
    refetchInterval: REFETCH_MS,
  })
}

/** All supervisors, for a picker. */
export const supervisorsQuery = queryOptions({
  queryKey: ['/api/admin/supervisors'],
  async queryFn() {
    const all: Supervisor[] = []
    let next: string | undefined = '/api/admin/supervisors?limit=1000'
    while (next !== undefined) {
      const page: Page<'adminSupervisors'> = await readPage<'adminSupervisors'>(next)
      all.push(...page.rows)
      next = page.next
    }
    return all
  },
})

const getAuditors = callOf<'auditors'>('GET', '/api/admin/auditors')
export const auditorsQuery = queryOptions<OfficeUser[]>({
  queryKey: ['/api/admin/auditors'],
  queryFn: () => getAuditors(),
})

/** Returns the password, too. Each call is recorded, so a button makes it and never a query that refetches. */
export const revealUser = callOf<'revealUser'>('GET', '/api/admin/users/:id')
export const editSiteUser = callOf<'editSiteUser'>('PUT', '/api/admin/users/:id')
export const deleteSiteUser = callOf<'deleteSiteUser'>('DELETE', '/api/admin/users/:id')
export const createSupervisor = callOf<'createSupervisor'>('POST', '/api/admin/supervisors')
export const editSupervisor = callOf<'editSupervisor'>('PUT', '/api/admin/supervisors/:id')
export const deleteSupervisor = callOf<'deleteSupervisor'>('DELETE', '/api/admin/supervisors/:id')
export const setSupervisorStatus = callOf<'setSupervisorStatus'>('PATCH', '/api/admin/supervisors/:id/status')
export const createAuditor = callOf<'createAuditor'>('POST', '/api/admin/auditors')
export const deleteAuditor = callOf<'deleteAuditor'>('DELETE', '/api/admin/auditors/:id')
