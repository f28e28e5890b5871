import type { CompanySummary } from '@ledger/contracts/http/report-schemas.ts'
import type { SiteUser, Supervisor } from '@ledger/contracts/http/responses.ts'
import { paiseOf } from '@ledger/contracts/money.ts'
import type { SiteOrder } from './today-search-params.ts'

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

/**
 * Returns the sites in an order that the user chose; sites that are equal in it stay as they were.
 * @param byName in the order of their names
 * @param isShort tells whether a site has less than its alert level: those come first where need decides, then the
 * lowest balance, negative ones before all others of their kind
 */
export function orderSites<Row extends Omit<SiteRow, 'supervisors'>>(
  byName: readonly Row[],
  order: SiteOrder,
  isShort: (site: SiteUser) => boolean,
): readonly Row[] {
  switch (order) {
    case 'name':
      return byName
    case 'need':
      return byName.toSorted((a, b) => Number(isShort(b.site)) - Number(isShort(a.site)) || balanceOf(a) - balanceOf(b))
    case 'balance':
      return byName.toSorted((a, b) => balanceOf(b) - balanceOf(a))
    case 'spent':
      return byName.toSorted((a, b) => spentThisWeek(b) - spentThisWeek(a))
  }
}
