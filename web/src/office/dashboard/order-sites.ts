import type { SiteUser, Supervisor } from '@ledger/contracts/http/people/account-schemas.ts'
import type { CompanySummary } from '@ledger/contracts/http/reports/summary-and-total-schemas.ts'
import { paiseOf } from '@ledger/contracts/money.ts'
import type { SiteOrder } from './dashboard-search-params.ts'

/** The figures of a site: its late spending and its last entry. Undefined until the summary is there. */
export type SiteFigures = CompanySummary['sites'][number] | undefined

export interface SiteRow {
  readonly site: SiteUser
  readonly figures: SiteFigures
  /** The supervisors who work there today. */
  readonly supervisors: readonly Supervisor[]
}

const balanceOf = ({ site }: Pick<SiteRow, 'site'>): number => paiseOf(site.siteBalance.currentBalance)
const spentThisWeek = ({ figures }: Pick<SiteRow, 'figures'>): number => paiseOf(figures?.spentThisWeek ?? '0.00')

/** Tells whether a site is listed: an active one always, a disabled one as long as there is money with it. */
export function isOnDashboard({ site, figures }: Pick<SiteRow, 'site' | 'figures'>): boolean {
  return site.status === 'active' || balanceOf({ site }) !== 0 || paiseOf(figures?.heldByDeleted ?? '0.00') !== 0
}

/**
 * Returns the sites in an order that the user chose, disabled ones last; sites that are equal in it stay as they were.
 * @param byName in the order of their names
 * @param isShort tells whether a site has less than its alert level: those come first where need decides, then the
 * lowest balance, negative ones before all others of their kind
 */
export function orderSites<Row extends Omit<SiteRow, 'supervisors'>>(
  byName: readonly Row[],
  order: SiteOrder,
  isShort: (site: SiteUser) => boolean,
): readonly Row[] {
  const isDisabled = ({ site }: Row) => Number(site.status === 'disabled')
  return byName.toSorted((a, b) => isDisabled(a) - isDisabled(b) || compare(a, b))

  function compare(a: Row, b: Row): number {
    switch (order) {
      case 'name':
        return 0
      case 'need':
        return Number(isShort(b.site)) - Number(isShort(a.site)) || balanceOf(a) - balanceOf(b)
      case 'balance':
        return balanceOf(b) - balanceOf(a)
      case 'spent':
        return spentThisWeek(b) - spentThisWeek(a)
    }
  }
}
