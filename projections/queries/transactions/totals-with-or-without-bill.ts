import type { PeriodQuery } from '@ledger/contracts/http/query-parameters.ts'
import { publicIdFor } from '@ledger/contracts/public-account-id.ts'
import type { Role } from '@ledger/contracts/roles.ts'
import type { Database, RowOf } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import {
  ALL_ACCOUNTS,
  ALL_SPANS,
  DAYS_AND_MONTHS,
  inPeriodRangeSql,
} from '../../read-models/period-totals/calendar-periods.ts'
import { coverWithPeriods } from '../../read-models/period-totals/cover-with-periods.ts'
import { type CountAndPaise, kindTotalsSql } from '../../read-models/period-totals/read-period-totals.ts'

/**
 * Returns the totals of the entries with a bill, or of the expenses without one, in a period: of an account, by its
 * inner id, or of the whole company.
 */
export async function readTotalsWithOrWithoutBill(
  db: Kysely<Database>,
  companyId: string,
  accountId: string | undefined,
  bill: 'with' | 'without',
  period: PeriodQuery,
): Promise<ReadonlyMap<RowOf<'bill_sums'>['what'], CountAndPaise>> {
  const kinds = bill === 'with' ? sql`'credits', 'debits'` : sql`'debits'`
  const rows =
    bill === 'with'
      ? totalsWithBillSql(companyId, accountId ?? ALL_ACCOUNTS, period)
      : sql`${kindTotalsSql(companyId, accountId, period, ALL_SPANS)} UNION ALL ${negatedTotalsSql(totalsWithBillSql(companyId, accountId ?? ALL_ACCOUNTS, period))}`
  const found = await sql<{ key: RowOf<'bill_sums'>['what']; paise: string; count: number }>`
    SELECT key, sum(paise)::numeric AS paise, sum(count) AS count FROM (${rows}) AS rows
    WHERE key IN (${kinds}) GROUP BY key`.execute(db)
  return new Map(found.rows.map(({ key, paise, count }) => [key, { count, paise: BigInt(paise) }]))
}

/** Returns rows with the columns of `kindTotalsSql`. */
function totalsWithBillSql(
  companyId: string,
  whose: string | RawBuilder<unknown>,
  period: PeriodQuery,
): RawBuilder<unknown> {
  const within = sql.join(coverWithPeriods(period, DAYS_AND_MONTHS).map(inPeriodRangeSql), sql`) OR (`)
  return sql`SELECT 'kind' AS what, period, what AS key, paise, count FROM bill_sums
    WHERE company_id = ${companyId} AND whose = ${whose} AND what IN ('credits', 'debits') AND key = 'with' AND ((${within}))`
}

const negatedTotalsSql = (rows: RawBuilder<unknown>) =>
  sql`SELECT what, period, key, -paise, -count FROM (${rows}) AS rows`

/** Returns what each site incharge spent in a period without a bill, by public id; no site incharge is left out. */
export async function readSpentWithoutBill(
  db: Kysely<Database>,
  companyId: string,
  period: PeriodQuery,
): Promise<ReadonlyMap<string, CountAndPaise>> {
  const account = sql.ref('site.account_id')
  // The sums of each site are added up before any join: the planner expects few rows of a month of sums, and would look
  // up the phone number for each.
  const { rows } = await sql<{ mobile: string; role: Role; paise: string; count: number }>`
    SELECT mobile, role, coalesce(spent.paise, 0)::numeric AS paise, coalesce(spent.count, 0) AS count
    FROM (
      SELECT account_id, mobile, role FROM directory JOIN contacts USING (company_id, account_id)
      WHERE company_id = ${companyId} AND role = 'site_incharge' AND status <> 'closed' AND mobile IS NOT NULL) AS site
    CROSS JOIN LATERAL (
      SELECT sum(paise) AS paise, sum(count) AS count
      FROM (${kindTotalsSql(companyId, account, period, DAYS_AND_MONTHS)} UNION ALL ${negatedTotalsSql(totalsWithBillSql(companyId, account, period))}) AS kinds
      WHERE key = 'debits') AS spent`.execute(db)
  return new Map(
    rows.map(({ mobile, role, paise, count }) => [publicIdFor(role, mobile), { count, paise: BigInt(paise) }]),
  )
}
