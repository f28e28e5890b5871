import { DATE_IN_FUTURE_MESSAGE, type Day, dayOf } from '@ledger/contracts/dates.ts'
import type { SiteAssignment } from '@ledger/contracts/events/event-schemas.ts'
import { findOpenAccountByPublicId, loadPublicIds } from '../../access/accounts-by-public-id.ts'
import type { AssignmentChange } from '../../domain/commands.ts'
import type { CompanyContext } from '../company-context.ts'
import { HttpRefusal, InvalidRequest } from '../errors.ts'

/** The site of a supervisor as a request names it: the public id of an incharge, null for none; left out, it stays. */
export interface RequestedSiteAssignment {
  siteId?: string | null | undefined
  siteFrom?: Day | undefined
}

/** Returns the public id of the site that an assignment names; null where there is none, or it is deleted. */
export type SiteIdOf = (assignment: SiteAssignment | undefined) => string | null

/**
 * Returns the change of a supervisor's site as the ledger decides it, and how an answer names the site after it.
 * @param accountId the supervisor; left out for a new one
 * @throws HttpRefusal not_found where no incharge has the id
 * @throws InvalidRequest for a day in the future
 */
export async function resolveSiteAssignment(
  { db, companyId, clock }: CompanyContext,
  { siteId, siteFrom: from }: RequestedSiteAssignment,
  accountId?: string,
): Promise<{ assignment: AssignmentChange; siteIdOf: SiteIdOf }> {
  if (from !== undefined && from > dayOf(clock()))
    throw new InvalidRequest({ path: 'siteFrom', message: DATE_IN_FUTURE_MESSAGE })
  const incharge = siteId == null ? siteId : await findOpenAccountByPublicId(db, companyId, siteId, 'site_incharge')
  if (incharge === undefined && siteId != null) throw new HttpRefusal('not_found')
  const site = incharge == null ? incharge : incharge.accountId
  const before = accountId === undefined ? undefined : await readAssignedSite(db, companyId, accountId)
  const publicIds = await loadPublicIds(
    db,
    companyId,
    [before, site].filter((id) => id != null),
  )
  return { assignment: { site, from }, siteIdOf: siteIdsBy(publicIds) }
}

/** Returns how an answer names the site of a supervisor whose site does not change. */
export async function readSiteIdOf({ db, companyId }: CompanyContext, accountId: string): Promise<SiteIdOf> {
  const site = await readAssignedSite(db, companyId, accountId)
  return siteIdsBy(await loadPublicIds(db, companyId, site === undefined ? [] : [site]))
}

async function readAssignedSite(
  db: CompanyContext['db'],
  companyId: string,
  accountId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('account_states')
    .select('assignment')
    .where('company_id', '=', companyId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row?.assignment == null ? undefined : (JSON.parse(row.assignment) as SiteAssignment).site?.id
}

const siteIdsBy =
  (publicIds: (id: string) => string): SiteIdOf =>
  (assignment) => {
    const site = assignment?.site?.id
    const id = site === undefined ? undefined : publicIds(site)
    return id === undefined || id === site ? null : id
  }
