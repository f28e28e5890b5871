import { type Day, endOfDay, startOfDay } from '@ledger/contracts/dates.ts'
import type { TaxLimits } from '@ledger/contracts/events/setting-schemas.ts'
import { daysOfFinancialYear, financialYearOf } from '@ledger/contracts/financial-year.ts'
import type { PeriodQuery } from '@ledger/contracts/http/query-parameters.ts'
import type { TaxList } from '@ledger/contracts/http/tax/tax-limit-and-tax-list-schemas.ts'
import { formatAmount } from '@ledger/contracts/money.ts'
import { DEFAULT_TAX_LIMITS } from '@ledger/contracts/tax/default-tax-limits.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { beneficiaryNameSql } from './summaries/beneficiary-groups-sql.ts'

/** The limits that were set, by the first day of each, the oldest first. Before the first those of the law hold. */
type LimitsByDay = readonly { readonly from: Day; readonly limits: TaxLimits }[]

/**
 * Returns the parties whose payments in a period are above a limit, the most paid first. Payments count by their days
 * in Asia/Kolkata, deleted ones and transfers do not. Each figure is compared with the limit of its own day:
 *
 * - `single`: a payment of the period above the limit for one payment;
 * - `cash`: the cash of a day of the period above the limit for a day. `cashDays` has these days;
 * - `year`: the payments of a financial year up to a day of the period above the limit for a year. The sum begins on 1
 *   April, also where the period begins later, and ends with that day, also where the year goes on. Only days on which
 *   the beneficiary was paid are compared, because tax is deducted from a payment. A period of several years has a sum
 *   for each.
 *
 * Spellings that were merged are one party, and so are beneficiaries of one PAN, because the law counts by PAN: it has
 * all their names, and the first of their ids. `total` and `largest` are of the period alone,
 * `sinceApril` is the largest sum that is compared with the limit of a year. One statement reads all
 * of it, so it is of one moment.
 */
export async function readTaxList(
  db: Kysely<Database>,
  companyId: string,
  { from, to }: PeriodQuery,
  limits: LimitsByDay,
): Promise<TaxList> {
  const yearBegins = from === undefined ? undefined : daysOfFinancialYear(financialYearOf(from)).from
  const { rows } = await sql<TaxListRow>`
    WITH parties AS (${partiesByPanSql(companyId)}),
    days AS (
      SELECT coalesce(p.party_id, g.group_id, r.beneficiary_id) AS beneficiary_id,
        (date AT TIME ZONE 'Asia/Kolkata')::date AS day, sum(paise) AS paid,
        max(paise) AS largest, coalesce(sum(paise) FILTER (WHERE payment_mode = 'cash'), 0) AS cash
      FROM ledger_rows r
      LEFT JOIN beneficiary_groups g ON g.company_id = ${companyId} AND g.beneficiary_id = r.beneficiary_id
      LEFT JOIN parties p ON p.id = coalesce(g.group_id, r.beneficiary_id)
      WHERE r.company_id = ${companyId} AND type = 'debit' AND r.beneficiary_id IS NOT NULL AND NOT deleted
        ${yearBegins === undefined ? sql`` : sql`AND date >= ${startOfDay(yearBegins)}`}
        ${to === undefined ? sql`` : sql`AND date < ${endOfDay(to)}`}
      GROUP BY 1, 2),
    up_to_day AS (
      SELECT *, sum(paid) OVER (
        PARTITION BY beneficiary_id, extract(year FROM day - interval '3 months') ORDER BY day) AS of_year
      FROM days),
    over_limits AS (
      SELECT d.beneficiary_id, sum(paid) AS total, max(largest) AS largest, max(of_year) AS since_april,
        coalesce(bool_or(largest > single), false) AS "isOverSingle",
        coalesce(bool_or(of_year > year), false) AS "isOverYear",
        coalesce(json_agg(json_build_object('date', day, 'paise', cash) ORDER BY day)
          FILTER (WHERE cash > cash_day), '[]')::text AS "cashDays"
      FROM up_to_day d JOIN (${limitRowsSql(limits)}) AS l ON d.day >= l.from_day AND d.day < l.until_day
      ${from === undefined ? sql`` : sql`WHERE d.day >= ${from}::date`}
      GROUP BY d.beneficiary_id
      HAVING bool_or(largest > single OR of_year > year OR cash > cash_day))
    SELECT o.beneficiary_id AS id, coalesce(p.names, ${beneficiaryNameSql(companyId, sql`o.beneficiary_id`)}) AS name, p.pan,
      total::text, largest::text, since_april::text AS "sinceApril", "isOverSingle", "isOverYear", "cashDays"
    FROM over_limits o LEFT JOIN (
      SELECT party_id, pan, string_agg(${beneficiaryNameSql(companyId, sql`parties.id`)}, ' / ' ORDER BY id) AS names
      FROM parties GROUP BY party_id, pan) AS p ON p.party_id = o.beneficiary_id
    ORDER BY o.total DESC, name, id`.execute(db)
  return rows.map(toParty)
}

interface TaxListRow {
  id: string
  name: string
  pan: string | null
  total: string
  largest: string
  sinceApril: string
  isOverSingle: boolean
  isOverYear: boolean
  /** JSON of the days and paise. */
  cashDays: string
}

function toParty({ id, name, pan, ...row }: TaxListRow): TaxList[number] {
  const cashDays: { date: Day; paise: number }[] = JSON.parse(row.cashDays)
  return {
    beneficiary: { id, name },
    pan,
    total: formatAmount(BigInt(row.total)),
    largest: formatAmount(BigInt(row.largest)),
    sinceApril: formatAmount(BigInt(row.sinceApril)),
    cashDays: cashDays.map(({ date, paise }) => ({ date, amount: formatAmount(paise) })),
    over: [
      ...(row.isOverSingle ? ['single' as const] : []),
      ...(row.isOverYear ? ['year' as const] : []),
      ...(cashDays.length > 0 ? ['cash' as const] : []),
    ],
  }
}

/**
 * Returns each beneficiary with a PAN, which its GSTIN holds, too, and the first one with the same PAN. Its PAN is that
 * of its own details; else of another of its spellings, which keeps what it had before it was merged.
 */
const partiesByPanSql = (companyId: string) => sql`SELECT id, pan, min(id) OVER (PARTITION BY pan) AS party_id FROM (
  SELECT DISTINCT ON (id) id, pan FROM (
    SELECT coalesce(g.group_id, d.beneficiary_id) AS id, d.beneficiary_id AS spelling,
      coalesce(d.pan, substr(d.gstin, 3, 10)) AS pan
    FROM beneficiary_details d
    LEFT JOIN beneficiary_groups g ON g.company_id = ${companyId} AND g.beneficiary_id = d.beneficiary_id
    WHERE d.company_id = ${companyId} AND coalesce(d.pan, d.gstin) IS NOT NULL) AS numbers
  ORDER BY id, spelling <> id, spelling) AS beneficiaries`

/** Returns a row for each period with its limits; they follow one another without a gap. */
function limitRowsSql(limits: LimitsByDay): RawBuilder<unknown> {
  const periods = [{ from: '-infinity', limits: DEFAULT_TAX_LIMITS }, ...limits]
  const rows = periods.map(
    ({ from, limits: { singlePaise, yearPaise, cashDayPaise } }, index) =>
      sql`(${from}::date, ${periods[index + 1]?.from ?? 'infinity'}::date,
        ${singlePaise}::bigint, ${yearPaise}::bigint, ${cashDayPaise}::bigint)`,
  )
  return sql`SELECT * FROM (VALUES ${sql.join(rows)}) AS limits (from_day, until_day, single, year, cash_day)`
}
