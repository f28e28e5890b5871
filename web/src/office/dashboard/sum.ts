import { sumOfAmounts } from '@ledger/contracts/money.ts'
import type { Balance, SiteUser } from '@ledger/contracts/shapes.ts'

/** Returns the sum of the sites' balances. */
export function sumOf(sites: readonly SiteUser[]): Balance {
  const sum = (part: keyof Balance) => sumOfAmounts(sites.map((site) => site.siteBalance[part]))
  return { currentBalance: sum('currentBalance'), totalReceived: sum('totalReceived'), totalSpent: sum('totalSpent') }
}
