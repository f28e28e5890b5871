import type { OfficeUser, Supervisor } from '@ledger/contracts/http/people/account-schemas.ts'
import type { Language } from '@ledger/contracts/languages.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { createCall, fetchListPage, type ListPage, urlOf } from '../../shared/api/api-client.ts'
import { REFETCH_MS } from '../../shared/api/refetch-interval.ts'

/** The number of people per page, sorted by name for a reader of a language. The server searches all of them. */
const PEOPLE_PER_PAGE = '50'

/** Site incharges whose name, site or mobile number contains `q`. */
export function inchargePages(q: string, language: Language, limit = PEOPLE_PER_PAGE) {
  return infiniteQueryOptions({
    queryKey: ['/api/admin/sites', 'pages', q, language, limit],
    queryFn: ({ pageParam }) => fetchListPage<'adminSites'>(pageParam),
    initialPageParam: urlOf<'adminSites'>('/api/admin/sites', { query: { q, language, limit } }),
    getNextPageParam: (last) => last.next,
    refetchInterval: REFETCH_MS,
  })
}

/** The address of the first page, for a file. */
export const inchargesExportUrl = (q: string, language: Language) =>
  urlOf<'adminSites'>('/api/admin/sites', { query: { q, language, limit: '1000' } })
export const supervisorsExportUrl = (q: string, language: Language) =>
  urlOf<'adminSupervisors'>('/api/admin/supervisors', { query: { q, language, limit: '1000' } })

/** Supervisors whose name or mobile number contains `q`. */
export function supervisorPages(q: string, language: Language, limit = PEOPLE_PER_PAGE) {
  return infiniteQueryOptions({
    queryKey: ['/api/admin/supervisors', 'pages', q, language, limit],
    queryFn: ({ pageParam }) => fetchListPage<'adminSupervisors'>(pageParam),
    initialPageParam: urlOf<'adminSupervisors'>('/api/admin/supervisors', { query: { q, language, limit } }),
    getNextPageParam: (last) => last.next,
    refetchInterval: REFETCH_MS,
  })
}

/** All supervisors, for a picker. */
export const allSupervisorsQuery = queryOptions({
  queryKey: ['/api/admin/supervisors'],
  async queryFn() {
    const all: Supervisor[] = []
    let next: string | undefined = '/api/admin/supervisors?limit=1000'
    while (next !== undefined) {
      const page: ListPage<'adminSupervisors'> = await fetchListPage<'adminSupervisors'>(next)
      all.push(...page.rows)
      next = page.next
    }
    return all
  },
})

const getOfficeUsers = createCall<'officeUsers'>('GET', '/api/admin/office-users')
export const officeUsersQuery = queryOptions<OfficeUser[]>({
  queryKey: ['/api/admin/office-users'],
  queryFn: () => getOfficeUsers(),
})

/** Returns the password, too. Each call is recorded, so a button makes it and never a query that refetches. */
export const revealUser = createCall<'revealUser'>('GET', '/api/admin/users/:id')
export const editSiteUser = createCall<'editSiteUser'>('PUT', '/api/admin/users/:id')
export const deleteSiteUser = createCall<'deleteSiteUser'>('DELETE', '/api/admin/users/:id')
export const createSupervisor = createCall<'createSupervisor'>('POST', '/api/admin/supervisors')
export const editSupervisor = createCall<'editSupervisor'>('PUT', '/api/admin/supervisors/:id')
export const deleteSupervisor = createCall<'deleteSupervisor'>('DELETE', '/api/admin/supervisors/:id')
export const setSupervisorStatus = createCall<'setSupervisorStatus'>('PATCH', '/api/admin/supervisors/:id/status')
export const setSiteUserStatus = createCall<'setSiteUserStatus'>('PATCH', '/api/admin/users/:id/status')
export const reportPhoneLost = createCall<'reportPhoneLost'>('POST', '/api/admin/people/:id/phone-lost')
export const createOfficeUser = createCall<'createOfficeUser'>('POST', '/api/admin/office-users')
export const editOfficeUser = createCall<'editOfficeUser'>('PUT', '/api/admin/office-users/:id')
export const deleteOfficeUser = createCall<'deleteOfficeUser'>('DELETE', '/api/admin/office-users/:id')
export const setOwnPassword = createCall<'setOwnPassword'>('POST', '/api/admin/password')
