import { endOfDay, startOfDay } from '@ledger/contracts/dates.ts'
import { formatAmount } from '@ledger/contracts/money.ts'
import { paymentMode } from '@ledger/contracts/payment-modes.ts'
import type { PeopleQuery } from '@ledger/contracts/queries.ts'
import type { BeneficiaryReport, CompanySummary, PeriodQuery, Summary } from '@ledger/contracts/reports.ts'
import type { Database } from '@ledger/database/tables.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { spentWithoutBill } from './bills.ts'
import { listUsers } from './directory.ts'
import { contains } from './search.ts'
import { type MonthSum, monthsOf, paidBy, type SumKind } from './sums.ts'

/** The most names that a picture shows; the rest is one more. */
const SHOWN = 12

/** The sums of a period for one account, by its inner id. Months are sums of days; the rest is of the account's own entries. */
export async function summaryOf(
  db: Kysely<Database>,
  companyId: string,
  accountId: string,
  period: PeriodQuery,
): Promise<Summary> {
  const [months, shares] = await Promise.all([
    monthsOf(db, companyId, accountId, period),
    sharesOf(db, companyId, paidByAccount(companyId, accountId, period)),
  ])
  return { months: toMonths(months, ['credits', 'transfersReceived'], ['debits', 'transfersGiven']), ...shares }
}

/**
 * The sums of a period for the whole company, and for each site incharge what came and went in all, and what was spent in the period
 * without a bill. Money that was passed on
 * counts in no month: it was neither sent nor spent.
 */
export async function companySummaryOf(
  db: Kysely<Database>,
  companyId: string,
  period: PeriodQuery,
): Promise<CompanySummary> {
  const page: PeopleQuery = { limit: 1000 }
  const [months, shares, { rows: sites }, withoutBill] = await Promise.all([
    monthsOf(db, companyId, undefined, period),
    sharesOf(db, companyId, paidBy(companyId, period)),
    listUsers(db, companyId, 'site_incharge', page),
    spentWithoutBill(db, companyId, period),
  ])
  return {
    months: toMonths(months, ['credits'], ['debits']),
    ...shares,
    sites: sites.map(({ id, firstName, lastName, siteName, siteBalance }) => ({
      id,
      name: `${firstName} ${lastName}`.trim(),
      siteName,
      received: siteBalance.totalReceived,
      spent: siteBalance.totalSpent,
      withoutBill: { count: withoutBill.get(id)?.count ?? 0, amount: formatAmount(withoutBill.get(id)?.paise ?? 0n) },
    })),
  }
}

function toMonths(sums: MonthSum[], received: SumKind[], spent: SumKind[]): Summary['months'] {
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

/** What one account paid to beneficiaries, as `paidBy` says it of the company. */
function paidByAccount(companyId: string, accountId: string, { from, to }: PeriodQuery): RawBuilder<unknown> {
  const since = from === undefined ? sql`` : sql`AND date >= ${startOfDay(from)}`
  const until = to === undefined ? sql`` : sql`AND date < ${endOfDay(to)}`
  // By name, which the index of an account's rows has; the first spelling of a beneficiary stays, so it has one.
  return sql`(SELECT what, CASE what WHEN 'beneficiary' THEN coalesce(beneficiary_id, key) ELSE key END AS key, paise, count
    FROM (SELECT CASE grouping(purpose, recipient, payment_mode) WHEN 3 THEN 'purpose' WHEN 5 THEN 'beneficiary' ELSE 'mode' END AS what,
        coalesce(purpose, recipient, payment_mode) AS key, sum(paise) AS paise, count(*) AS count
      FROM ledger_rows WHERE company_id = ${companyId} AND account_id = ${accountId} AND NOT deleted
        AND type = 'debit' AND transfer_from IS NULL ${since} ${until}
      GROUP BY GROUPING SETS ((purpose), (recipient), (payment_mode))) AS paid
    LEFT JOIN beneficiaries b ON b.company_id = ${companyId} AND what = 'beneficiary' AND b.name = key)`
}

type Shares = Pick<Summary, 'purposes' | 'beneficiaries' | 'paymentModes'>

/**
 * The largest of each, and what is left in one sum whose name is empty. Purposes that differ in case are one.
 * @param paid rows (what, key, paise, count)
 */
async function sharesOf(db: Kysely<Database>, companyId: string, paid: RawBuilder<unknown>): Promise<Shares> {
  const { rows } = await sql<{ what: string; id: string | null; name: string; paise: string; count: number }>`
    WITH shares AS (
      SELECT what, CASE what WHEN 'purpose' THEN lower(key) ELSE key END AS id, min(key) AS name,
        sum(paise) AS paise, sum(count) AS count
      FROM ${paid} AS paid GROUP BY 1, 2),
    totals AS (SELECT what, count(*) AS names, sum(paise) AS paise, sum(count) AS count FROM shares GROUP BY what),
    -- The largest of each are found without putting all others in order.
    largest AS (
      SELECT largest.*, row_number() OVER (PARTITION BY largest.what ORDER BY largest.paise DESC, id) AS place
      FROM totals CROSS JOIN LATERAL (
        SELECT * FROM shares WHERE shares.what = totals.what ORDER BY paise DESC, id LIMIT ${SHOWN}) AS largest),
    shown AS (
      SELECT what, place, id, name, paise, count FROM largest
      UNION ALL
      SELECT what, ${SHOWN + 1}, NULL, '', totals.paise - sum(largest.paise), totals.count - sum(largest.count)
      FROM totals JOIN largest USING (what) WHERE names > ${SHOWN} GROUP BY what, totals.paise, totals.count)
    SELECT what, id, CASE WHEN what = 'beneficiary' AND id IS NOT NULL THEN
        coalesce((SELECT b.name FROM beneficiaries b WHERE b.company_id = ${companyId} AND b.beneficiary_id = shown.id), id)
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

/** Beneficiaries with what they were paid in all, the most paid first; `q` looks in the name. */
export async function beneficiaryReports(
  db: Kysely<Database>,
  companyId: string,
  { q, limit, cursor }: PeopleQuery,
): Promise<{ rows: BeneficiaryReport[]; next?: string; count: number }> {
  const offset = Number(/^\d{1,9}$/.exec(cursor ?? '')?.[0] ?? 0)
  const named = q?.trim() ? sql`AND b.name ILIKE ${contains(q)}` : sql``
  const counted = sql<{ count: number }>`
    SELECT count(*) FROM beneficiaries b WHERE b.company_id = ${companyId} ${named}`.execute(db)
  const reported = sql<{ id: string; name: string; paise: string; payments: number; last: string | null }>`
    SELECT b.beneficiary_id AS id, b.name, coalesce(p.received_paise, 0)::numeric AS paise, coalesce(p.credits, 0) AS payments,
      (SELECT max(date) FROM ledger_rows r WHERE r.company_id = ${companyId} AND r.beneficiary_id = b.beneficiary_id AND NOT r.deleted) AS last
    FROM beneficiaries b LEFT JOIN balances p ON p.company_id = b.company_id AND p.account_id = b.beneficiary_id
    WHERE b.company_id = ${companyId} ${named}
    ORDER BY coalesce(p.received_paise, 0) DESC, b.beneficiary_id OFFSET ${offset} LIMIT ${limit + 1}`.execute(db)
  const [{ rows }, count] = await Promise.all([reported, counted.then(({ rows: [one] }) => one?.count ?? 0)])
  const next = rows.length > limit ? { next: String(offset + limit) } : {}
  const reports = rows.slice(0, limit).map(({ id, name, paise, payments, last }) => ({
    id,
    name,
    totalPaid: formatAmount(BigInt(paise)),
    payments,
    lastPaidOn: last,
  }))
  return { rows: reports, ...next, count }
}
