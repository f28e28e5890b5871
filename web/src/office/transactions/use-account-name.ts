import { useQuery } from '@tanstack/react-query'
import { sitesQuery } from '../../shared/api/office-queries.ts'
import { allSupervisorsQuery } from '../api/people-queries.ts'
import { personFullName } from '../people/person-and-site-names.ts'

/**
 * Returns the name of an account, with its site.
 * @param id the public id; "" for all accounts
 * @returns undefined for all accounts, for a closed one, and while the names are loading
 */
export function useAccountName(id: string): string | undefined {
  const site = useQuery(sitesQuery).data?.find((one) => one.id === id)
  const supervisor = useQuery(allSupervisorsQuery).data?.find((one) => one.id === id)
  if (site !== undefined) return [personFullName(site), site.siteName].filter((part) => part).join(', ')
  return supervisor && personFullName(supervisor)
}
