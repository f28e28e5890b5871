import { type Day, endOfDay, startOfDay } from '@ledger/contracts/dates.ts'
import type { PeopleQuery, PeriodQuery } from '@ledger/contracts/http/query-parameters.ts'
import type { AccountSummary, CompanySummary } from '@ledger/contracts/http/reports/summary-and-total-schemas.ts'
import { formatAmount } from '@ledger/contracts/money.ts'
import { paymentMode } from '@ledger/contracts/payment-modes.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { TotalKind } from '../../read-models/period-totals/period-totals.ts'
import {
  companySpendingSql,
  type MonthTotal,
  readMonthTotals,
} from '../../read-models/period-totals/read-period-totals.ts'
import { listIncharges } from '../people-lists.ts'
import { foldPurposesSql, readPurposeList } from '../purposes/listed-purposes.ts'
import { readSpentWithoutBill } from '../transactions/totals-with-or-without-bill.ts'
import { beneficiaryNameSql, foldedByGroupSql } from './beneficiary-groups-sql.ts'
import { readSiteActivity } from './site-activity.ts'

/** The most names that a chart shows; the rest is one more. */
const MAX_SHARES = 12

/**
 * Returns the sums of a period for one account, by its inner id: months from stored totals, the rest from the account's
 * own entries.
 */
export async function readAccountSummary(
  db: Kysely<Database>,
  companyId: string,
  accountId: string,
  period: PeriodQuery,
): Promise<AccountSummary> {
  const [months, shares] = await Promise.all([
    readMonthTotals(db, companyId, accountId, period),
    readSpendingShares(db, companyId, spendingOfRowsSql(companyId, sql`account_id = ${accountId}`, period)),
  ])
  return { months: toMonthlyTotals(months, ['credits', 'transfersReceived'], ['debits', 'transfersGiven']), ...shares }
}

/**
 * Returns the sums of a period for the whole company; for each site incharge all that was received and spent, and what
 * was spent in the period without a bill. The spending of a site today and this week, its last entry, and the cash of
 * its deleted supervisors are of now, whatever the period. Money that was passed on counts in no month: it was neither
 * sent nor spent.
 */
export async function readCompanySummary(
  db: Kysely<Database>,
  companyId: string,
  period: PeriodQuery,
  today: Day,
): Promise<CompanySummary> {
  const page: PeopleQuery = { limit: 1000, language: 'en' }
  const [months, shares, { rows: sites }, withoutBill, activity] = await Promise.all([
    readMonthTotals(db, companyId, undefined, period),
    readSpendingShares(db, companyId, companySpendingSql(companyId, period)),
    listIncharges(db, companyId, page),
    readSpentWithoutBill(db, companyId, period),
    readSiteActivity(db, companyId, today),
  ])
  return {
    months: toMonthlyTotals(months, ['credits'], ['debits']),
    ...shares,
    sites: sites.map(({ id, firstName, lastName, siteName, siteBalance }) => ({
      id,
      name: `${firstName} ${lastName}`.trim(),
      siteName,
      received: siteBalance.totalReceived,
      spent: siteBalance.totalSpent,
      withoutBill: { count: withoutBill.get(id)?.count ?? 0, amount: formatAmount(withoutBill.get(id)?.paise ?? 0n) },
      spentToday: formatAmount(activity.get(id)?.spentToday ?? 0n),
      spentThisWeek: formatAmount(activity.get(id)?.spentThisWeek ?? 0n),
      lastEntryOn: activity.get(id)?.lastEntryOn ?? null,
      heldByDeleted: formatAmount(activity.get(id)?.heldByDeleted ?? 0n),
    })),
  }
}

function toMonthlyTotals(sums: MonthTotal[], received: TotalKind[], spent: TotalKind[]): AccountSummary['months'] {
  const months = new Map<string, { received: bigint; spent: bigint }>()
  for (const { month, kind, paise } of sums) {
    const [isReceived, isSpent] = [received.includes(kind), spent.includes(kind)]
    if (!isReceived && !isSpent) continue
    const sum = months.get(month) ?? { received: 0n, spent: 0n }
    sum[isReceived ? 'received' : 'spent'] += paise
    months.set(month, sum)
  }
  return [...months].map(([month, sum]) => ({
    month,
    received: formatAmount(sum.received),
    spent: formatAmount(sum.spent),
  }))
}

/**
 * Returns the rows of `companySpendingSql` for what some accounts paid to beneficiaries.
 * @param isCounted the condition of a row of these accounts
 */
export function spendingOfRowsSql(
  companyId: string,
  isCounted: RawBuilder<unknown>,
  { from, to }: PeriodQuery,
): RawBuilder<unknown> {
  const since = from === undefined ? sql`` : sql`AND date >= ${startOfDay(from)}`
  const until = to === undefined ? sql`` : sql`AND date < ${endOfDay(to)}`
  // Groups by name, which the index of an account's rows contains; a beneficiary has one name, its first spelling.
  return sql`(SELECT what, CASE what WHEN 'beneficiary' THEN coalesce(beneficiary_id, key) ELSE key END AS key, paise, count
    FROM (SELECT CASE grouping(purpose, recipient, payment_mode) WHEN 3 THEN 'purpose' WHEN 5 THEN 'beneficiary' ELSE 'mode' END AS what,
        coalesce(purpose, recipient, payment_mode) AS key, sum(paise) AS paise, count(*) AS count
      FROM ledger_rows WHERE company_id = ${companyId} AND ${isCounted} AND NOT deleted
        AND type = 'debit' AND transfer_from IS NULL ${since} ${until}
      GROUP BY GROUPING SETS ((purpose), (recipient), (payment_mode))) AS paid
    LEFT JOIN beneficiaries b ON b.company_id = ${companyId} AND what = 'beneficiary' AND b.name = key)`
}

type SpendingShares = Pick<AccountSummary, 'purposes' | 'beneficiaries' | 'paymentModes'>

/**
 * Returns the largest of each, and the rest as one sum whose name is empty. Purposes that differ in case are one, and
 * so are all words of a listed one.
 * @param paid rows (what, key, paise, count)
 */
async function readSpendingShares(
  db: Kysely<Database>,
  companyId: string,
  paid: RawBuilder<unknown>,
): Promise<SpendingShares> {
  const { purposes } = await readPurposeList(db, companyId)
  const { rows } = await sql<{ what: string; id: string | null; name: string; paise: string; count: number }>`
    WITH shares AS (
      SELECT what, CASE what WHEN 'purpose' THEN lower(key) ELSE key END AS id, min(key) AS name,
        sum(paise) AS paise, sum(count) AS count
      FROM ${foldPurposesSql(foldedByGroupSql(companyId, paid), purposes)} AS paid GROUP BY 1, 2),
    totals AS (SELECT what, count(*) AS names, sum(paise) AS paise, sum(count) AS count FROM shares GROUP BY what),
    -- The largest of each are found without putting all others in order.
    largest AS (
      SELECT largest.*, row_number() OVER (PARTITION BY largest.what ORDER BY largest.paise DESC, id) AS place
      FROM totals CROSS JOIN LATERAL (
        SELECT * FROM shares WHERE shares.what = totals.what ORDER BY paise DESC, id LIMIT ${MAX_SHARES}) AS largest),
    shown AS (
      SELECT what, place, id, name, paise, count FROM largest
      UNION ALL
      SELECT what, ${MAX_SHARES + 1}, NULL, '', totals.paise - sum(largest.paise), totals.count - sum(largest.count)
      FROM totals JOIN largest USING (what) WHERE names > ${MAX_SHARES} GROUP BY what, totals.paise, totals.count)
    SELECT what, id, CASE WHEN what = 'beneficiary' AND id IS NOT NULL THEN
        ${beneficiaryNameSql(companyId, sql`shown.id`)}
      ELSE name END AS name, paise, count::bigint
    FROM shown ORDER BY what, place`.execute(db)
  const of = (what: string) =>
    rows.filter((row) => row.what === what).map((row) => ({ ...row, amount: formatAmount(BigInt(row.paise)) }))
  return {
    purposes: of('purpose').map(({ name, amount, count }) => ({ name, amount, count })),
    beneficiaries: of('beneficiary').map(({ id, name, amount, count }) => ({ id, name, amount, count })),
    paymentModes: of('mode').map(({ name, amount, count }) => ({
      paymentMode: paymentMode.parse(name),
      amount,
      count,
    })),
  }
}
