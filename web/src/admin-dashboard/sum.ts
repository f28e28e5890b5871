import { formatAmount, paiseOf } from '@ledger/contracts/money.ts'
import type { Balance, SiteUser } from '@ledger/contracts/shapes.ts'

/** The sites' balances added up, in whole paise, as the ledger adds. */
export function sumOf(sites: readonly SiteUser[]): Balance {
  const sum = (part: keyof Balance) =>
    formatAmount(sites.reduce((paise, site) => paise + paiseOf(site.siteBalance[part]), 0))
  return { currentBalance: sum('currentBalance'), totalReceived: sum('totalReceived'), totalSpent: sum('totalSpent') }
}
