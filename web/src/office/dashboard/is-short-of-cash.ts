import type { SiteUser } from '@ledger/contracts/http/people/account-schemas.ts'
import { paiseOf } from '@ledger/contracts/money.ts'

/**
 * Returns whether a site has less than its own alert level, or than the company's where it has none. The worklist
 * `lowCash` of the server has the same rule.
 * @param companyLevel in rupees; null switches the list off: no site is short, whatever its own level
 */
export function isShortOfCash(
  { alertLevel, siteBalance }: Pick<SiteUser, 'alertLevel' | 'siteBalance'>,
  companyLevel: string | null,
): boolean {
  return companyLevel !== null && paiseOf(siteBalance.currentBalance) < paiseOf(alertLevel ?? companyLevel)
}
