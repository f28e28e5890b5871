import type { Balance, SiteUser, Supervisor } from '@ledger/contracts/http/responses.ts'
import { sumOfAmounts } from '@ledger/contracts/money.ts'

/** Returns what an incharge and the supervisors of the site have together. */
export const siteWithSupervisors = (site: SiteUser, supervisors: readonly Supervisor[]): string =>
  sumOfAmounts([site, ...supervisors].map(({ siteBalance }) => siteBalance.currentBalance))

/** Returns the sum of the sites' balances. */
export function sumSiteBalances(sites: readonly SiteUser[]): Balance {
  const sum = (part: keyof Balance) => sumOfAmounts(sites.map((site) => site.siteBalance[part]))
  return { currentBalance: sum('currentBalance'), totalReceived: sum('totalReceived'), totalSpent: sum('totalSpent') }
}
