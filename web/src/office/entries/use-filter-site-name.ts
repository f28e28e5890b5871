import { WITHOUT_SITE } from '@ledger/contracts/public-account-id.ts'
import { useQuery } from '@tanstack/react-query'
import { sitesQuery } from '../../shared/api/office-queries.ts'
import { inBothLanguages, useWords } from '../../shared/language/in-both-languages.ts'
import { personFullName } from '../people/person-and-site-names.ts'

export const siteFilterWords = inBothLanguages(
  { withoutSite: 'Without a site', closed: 'A site that is closed' },
  { withoutSite: 'बिना साइट के', closed: 'जो साइट बंद है' },
)

/**
 * Returns the name of the site that filters a list.
 * @param site its value in the filter; "" for all
 * @returns "" for all; undefined while the names are loading
 */
export function useFilterSiteName(site: string): string | undefined {
  const t = useWords(siteFilterWords)
  const sites = useQuery(sitesQuery).data
  if (site === '') return ''
  if (site === WITHOUT_SITE) return t.withoutSite
  const found = sites?.find(({ id }) => id === site)
  return found ? (found.siteName ?? personFullName(found)) : sites && t.closed
}
