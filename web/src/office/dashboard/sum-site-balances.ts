import type { Balance, SiteUser } from '@ledger/contracts/http/people/account-schemas.ts'
import { sumOfAmounts } from '@ledger/contracts/money.ts'
import type { SiteRow } from './order-sites.ts'

/** Returns what the deleted supervisors of a site still hold; nothing until its figures are there. */
export const heldByDeleted = ({ figures }: Pick<SiteRow, 'figures'>): string => figures?.heldByDeleted ?? '0.00'

/** Returns what an incharge and the supervisors of the site have together, as its statement does: deleted ones, too. */
export const siteWithSupervisors = (row: SiteRow): string =>
  sumOfAmounts([
    ...[row.site, ...row.supervisors].map(({ siteBalance }) => siteBalance.currentBalance),
    heldByDeleted(row),
  ])

/** Returns the sum of the sites' balances. */
export function sumSiteBalances(sites: readonly SiteUser[]): Balance {
  const sum = (part: keyof Balance) => sumOfAmounts(sites.map((site) => site.siteBalance[part]))
  return { currentBalance: sum('currentBalance'), totalReceived: sum('totalReceived'), totalSpent: sum('totalSpent') }
}
