import { type Day, dayBefore } from '@ledger/contracts/dates.ts'
import type { PeriodQuery } from '@ledger/contracts/http/query-parameters.ts'
import { FIELD_ROLES } from '@ledger/contracts/roles.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type AssignmentPeriod, assignmentPeriodsOf } from './assignment-periods.ts'

/** The days on which the entries of an account belong to a site: from `from`, before `until`; undefined is no end. */
export interface SiteSpan {
  accountId: string
  from: Day | undefined
  until: Day | undefined
}

/** Returns the span of all entries of an account. */
export const wholeSpanOf = (accountId: string): SiteSpan => ({ accountId, from: undefined, until: undefined })

/**
 * Returns the entries that belong to a site: all of its incharge, and those of supervisors on the days of their
 * assignments. The rows of a list and the sums of a summary are found by these spans alone, so an assignment of today
 * for last month moves both at once.
 */
export async function readSiteSpans(db: Kysely<Database>, companyId: string, siteId: string): Promise<SiteSpan[]> {
  return [wholeSpanOf(siteId), ...(await readSupervisorSpans(db, companyId, [siteId]))]
}

/** Returns the entries of supervisors on the days of their assignments to the sites, each span with the incharge. */
export async function readSupervisorSpans(
  db: Kysely<Database>,
  companyId: string,
  siteIds: readonly string[],
): Promise<(SiteSpan & { group: string })[]> {
  if (siteIds.length === 0) return []
  const assigned = sql`AND account_id IN
    (SELECT account_id FROM supervisor_sites WHERE company_id = ${companyId} AND site_id = ANY (${siteIds}::uuid[]))`
  const asked = new Set(siteIds)
  return [...(await readSitePeriods(db, companyId, assigned))].flatMap(([accountId, periods]) =>
    periods.flatMap(({ site, from, until }) =>
      site !== null && asked.has(site) ? [{ group: site, accountId, from, until }] : [],
    ),
  )
}

/** A span of a site, or of a supervisor's days without one. */
interface SpanOfCompany extends SiteSpan {
  /** The incharge of the site, or the supervisor. */
  group: string
  isWithoutSite: boolean
}

/**
 * Returns the entries of all sites, each span with the incharge of its site; and those of supervisors on days without
 * a site, each with the supervisor.
 */
export async function readAllSiteSpans(db: Kysely<Database>, companyId: string): Promise<SpanOfCompany[]> {
  const [accounts, periods] = await Promise.all([
    db
      .selectFrom('directory')
      .select(['account_id', 'role'])
      .where('company_id', '=', companyId)
      .where('role', 'in', FIELD_ROLES)
      .execute(),
    readSitePeriods(db, companyId, sql``),
  ])
  return accounts.flatMap(({ account_id: accountId, role }) => {
    const assigned = periods.get(accountId) ?? []
    const first = { site: null, from: undefined, until: assigned[0]?.from }
    return [first, ...assigned].map(({ site, from, until }) => ({
      ...{ group: site ?? accountId, accountId, from, until },
      isWithoutSite: site === null && role === 'supervisor',
    }))
  })
}

async function readSitePeriods(
  db: Kysely<Database>,
  companyId: string,
  condition: RawBuilder<unknown>,
): Promise<ReadonlyMap<string, AssignmentPeriod<string>[]>> {
  const { rows } = await sql<{ account_id: string; site: string | null; from: Day }>`
    SELECT account_id, site_id AS site, from_day AS from FROM supervisor_sites
    WHERE company_id = ${companyId} ${condition} ORDER BY account_id, position`.execute(db)
  const byAccount = Map.groupBy(rows, ({ account_id }) => account_id)
  return new Map([...byAccount].map(([account, recorded]) => [account, assignmentPeriodsOf(recorded, (site) => site)]))
}

/** Returns the days of a period that are in a span; undefined where there are none. */
export function periodWithinSpan(
  { from, until }: Omit<SiteSpan, 'accountId'>,
  period: PeriodQuery,
): PeriodQuery | undefined {
  const first = from !== undefined && from > (period.from ?? '') ? from : period.from
  const last = until !== undefined && (period.to === undefined || until <= period.to) ? dayBefore(until) : period.to
  return first !== undefined && last !== undefined && first > last ? undefined : { from: first, to: last }
}
