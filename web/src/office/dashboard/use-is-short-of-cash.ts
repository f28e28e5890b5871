import type { SiteUser } from '@ledger/contracts/http/people/account-schemas.ts'
import { useQuery } from '@tanstack/react-query'
import { officeSettingsQuery } from '../settings/settings-queries.ts'
import { isShortOfCash } from './is-short-of-cash.ts'

/** Returns the function that tells whether a site is short of cash; no site is until the settings are there. */
export function useIsShortOfCash(): (site: SiteUser) => boolean {
  const companyLevel = useQuery(officeSettingsQuery).data?.lowCash ?? null
  return (site) => isShortOfCash(site, companyLevel)
}
