import type { Balance, SiteUser } from '@ledger/contracts/http/responses.ts'
import { sumOfAmounts } from '@ledger/contracts/money.ts'

/** Returns the sum of the sites' balances. */
export function sumSiteBalances(sites: readonly SiteUser[]): Balance {
  const sum = (part: keyof Balance) => sumOfAmounts(sites.map((site) => site.siteBalance[part]))
  return { currentBalance: sum('currentBalance'), totalReceived: sum('totalReceived'), totalSpent: sum('totalSpent') }
}
