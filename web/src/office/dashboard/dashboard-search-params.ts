import { textsInUrl } from '../../shared/forms/texts-in-url.ts'
import { type PeriodSearchParams, parsePeriodSearch } from '../../shared/period/period-search-params.ts'

/** The orders of the sites on the dashboard. Without one in the address, the sites that need money come first. */
export const SITE_ORDERS = ['need', 'name', 'balance', 'spent'] as const
export type SiteOrder = (typeof SITE_ORDERS)[number]

export interface DashboardSearchParams extends PeriodSearchParams {
  readonly order?: SiteOrder
  /** The words of the search for sites, and of the one for the recent transactions, with the days of these. */
  readonly sites?: string
  readonly credits?: string
  readonly creditsFrom?: string
  readonly creditsTo?: string
}

export function parseDashboardSearch(search: Readonly<Record<string, unknown>>): DashboardSearchParams {
  const order = SITE_ORDERS.find((each) => each === search.order)
  return {
    ...parsePeriodSearch(search),
    ...(order === undefined || order === 'need' ? {} : { order }),
    ...textsInUrl(search, 100, 'sites', 'credits', 'creditsFrom', 'creditsTo'),
  }
}
