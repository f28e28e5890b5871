import type { SiteUser } from '@ledger/contracts/http/responses.ts'
import { paiseOf } from '@ledger/contracts/money.ts'
import { useQuery } from '@tanstack/react-query'
import { officeSettingsQuery } from '../settings/settings-queries.ts'

/** Tells whether a site has less than its own alert level, or than the company's where it has none. */
export function useIsShortOfCash(): (site: SiteUser) => boolean {
  const companyLevel = useQuery(officeSettingsQuery).data?.lowCash ?? undefined
  return ({ alertLevel, siteBalance }) => {
    const level = alertLevel ?? companyLevel
    return level !== undefined && paiseOf(siteBalance.currentBalance) < paiseOf(level)
  }
}
