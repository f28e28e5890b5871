import type { SiteUser } from '@ledger/contracts/http/people/account-schemas.ts'

/** A person's name in one piece; `lastName` may be empty (api.md). */
export function personFullName({ firstName, lastName }: Pick<SiteUser, 'firstName' | 'lastName'>): string {
  return lastName === '' ? firstName : `${firstName} ${lastName}`
}

/** Returns the name by which a list sorts a site: its own, and that of its incharge where it has none. */
export const siteOrPersonName = (site: SiteUser): string => site.siteName ?? personFullName(site)

/** Returns a site with its incharge in brackets; the name alone where the site has none. */
export const siteWithIncharge = (site: string | null | undefined, incharge: string): string =>
  site ? `${site} (${incharge})` : incharge
