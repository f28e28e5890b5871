import { type Day, endOfDay, mondayOf, startOfDay } from '@ledger/contracts/dates.ts'
import { publicIdFor } from '@ledger/contracts/public-account-id.ts'
import type { Role } from '@ledger/contracts/roles.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, sql } from 'kysely'
import { IN_SPAN, spanRowsSql } from '../sites/rows-in-spans-sql.ts'
import { readAllSiteSpans } from '../sites/site-spans.ts'

/**
 * The figures of a site with its supervisors. Spent is in paise, without transfers; `lastEntryOn` is an instant, of an
 * entry of any kind.
 */
export interface SiteActivity {
  readonly spentToday: bigint
  readonly spentThisWeek: bigint
  readonly lastEntryOn: string | null
  /** The cash that its deleted supervisors still hold, which the statement of the site has, too. */
  readonly heldByDeleted: bigint
}

/**
 * Returns what each site spent on a day and in its week up to that day, the date of its last entry, and what its
 * deleted supervisors hold, by the public id of the incharge. Entries of supervisors count on the days on which they
 * are assigned to the site. A week begins on Monday. Reads the entries of one week, and one entry of each assignment.
 */
export async function readSiteActivity(
  db: Kysely<Database>,
  companyId: string,
  today: Day,
): Promise<ReadonlyMap<string, SiteActivity>> {
  const spans = (await readAllSiteSpans(db, companyId)).filter(({ isWithoutSite }) => !isWithoutSite)
  const { rows } = await sql<ActivityRow>`
    WITH spans AS (SELECT * FROM ${spanRowsSql(spans)}),
    -- Materialized: the index by date has a week's rows, however many accounts there are.
    paid AS MATERIALIZED (
      SELECT account_id, date, paise FROM ledger_rows
      WHERE company_id = ${companyId} AND NOT deleted AND type = 'debit' AND transfer_from IS NULL
        AND date >= ${startOfDay(mondayOf(today))} AND date < ${endOfDay(today)}),
    spent AS (
      SELECT span_group, sum(paise) AS week, sum(paise) FILTER (WHERE date >= ${startOfDay(today)}) AS today
      FROM paid JOIN spans ON ${IN_SPAN} GROUP BY span_group),
    newest AS (
      SELECT span_group, max(of_span.date) AS date FROM spans
      CROSS JOIN LATERAL (SELECT date FROM ledger_rows
        WHERE company_id = ${companyId} AND NOT deleted AND ${IN_SPAN} ORDER BY date DESC LIMIT 1) AS of_span
      GROUP BY span_group),
    held AS (
      SELECT assigned.site_id, sum(received_paise - spent_paise) AS held
      FROM directory d
      JOIN balances b ON b.company_id = ${companyId} AND b.account_id = d.account_id::text
      CROSS JOIN LATERAL (SELECT site_id FROM supervisor_sites s
        WHERE s.company_id = ${companyId} AND s.account_id = d.account_id ORDER BY s.position DESC LIMIT 1) AS assigned
      WHERE d.company_id = ${companyId} AND d.role = 'supervisor' AND d.status = 'closed'
      GROUP BY assigned.site_id)
    SELECT mobile, role, coalesce(held.held, 0)::numeric AS held, coalesce(spent.today, 0)::numeric AS today, coalesce(spent.week, 0)::numeric AS week,
      newest.date AS last
    FROM (
      SELECT account_id, mobile, role FROM directory JOIN contacts USING (company_id, account_id)
      WHERE company_id = ${companyId} AND role = 'site_incharge' AND status <> 'closed' AND mobile IS NOT NULL) AS site
    LEFT JOIN spent ON spent.span_group = site.account_id
    LEFT JOIN newest ON newest.span_group = site.account_id
    LEFT JOIN held ON held.site_id = site.account_id`.execute(db)
  return new Map(
    rows.map(({ mobile, role, last, held, ...spent }) => [
      publicIdFor(role, mobile),
      {
        ...{ spentToday: BigInt(spent.today), spentThisWeek: BigInt(spent.week), lastEntryOn: last },
        heldByDeleted: BigInt(held),
      },
    ]),
  )
}

interface ActivityRow {
  mobile: string
  role: Role
  today: string
  week: string
  last: string | null
  held: string
}
