import { endOfDay, startOfDay } from '@ledger/contracts/dates.ts'
import { formatAmount } from '@ledger/contracts/money.ts'
import { paymentMode } from '@ledger/contracts/payment-modes.ts'
import type { PeopleQuery } from '@ledger/contracts/queries.ts'
import type { BeneficiaryReport, CompanySummary, PeriodQuery, Summary } from '@ledger/contracts/reports.ts'
import type { Database } from '@ledger/database/tables.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { listUsers } from './directory.ts'
import { contains } from './search.ts'

/** The most names that a picture shows; the rest is one more. */
const SHOWN = 12

/** Whose rows count: one account's, transfers included, or the company's, without them. */
type Rows = RawBuilder<unknown>

function rowsOf(companyId: string, accountId: string | undefined, { from, to }: PeriodQuery): Rows {
  const whose = accountId === undefined ? sql`transfer_from IS NULL` : sql`account_id = ${accountId}`
  const since = from === undefined ? sql`` : sql`AND date >= ${startOfDay(from)}`
  const until = to === undefined ? sql`` : sql`AND date < ${endOfDay(to)}`
  return sql`(SELECT * FROM ledger_rows WHERE company_id = ${companyId} AND NOT deleted AND ${whose} ${since} ${until}) AS rows`
}

/** The sums of a period for one account, by its inner id. */
export function summaryOf(
  db: Kysely<Database>,
  companyId: string,
  accountId: string,
  period: PeriodQuery,
): Promise<Summary> {
  return sums(db, rowsOf(companyId, accountId, period))
}

/** The sums of a period for the whole company, and for each site incharge what came and went in all. */
export async function companySummaryOf(
  db: Kysely<Database>,
  companyId: string,
  period: PeriodQuery,
): Promise<CompanySummary> {
  const page: PeopleQuery = { limit: 1000 }
  const [all, { rows: sites }] = await Promise.all([
    sums(db, rowsOf(companyId, undefined, period)),
    listUsers(db, companyId, 'site_incharge', page),
  ])
  return {
    ...all,
    sites: sites.map(({ id, firstName, lastName, siteName, siteBalance }) => ({
      id,
      name: `${firstName} ${lastName}`.trim(),
      siteName,
      received: siteBalance.totalReceived,
      spent: siteBalance.totalSpent,
    })),
  }
}

async function sums(db: Kysely<Database>, rows: Rows): Promise<Summary> {
  const [months, purposes, beneficiaries, modes] = await Promise.all([
    monthsOf(db, rows),
    sharesOf(db, rows, sql`lower(purpose)`, sql`min(purpose)`),
    sharesOf(db, rows, sql`beneficiary_id`, sql`min(recipient)`),
    modesOf(db, rows),
  ])
  return { months, purposes: purposes.map(({ id: _, ...share }) => share), beneficiaries, paymentModes: modes }
}

/** Sums are numeric, which come as text: a whole company's can be beyond 2^53 in a log from before there was a largest total. */
async function monthsOf(db: Kysely<Database>, rows: Rows): Promise<Summary['months']> {
  const { rows: months } = await sql<{ month: string; received: string; spent: string }>`
    SELECT to_char(date AT TIME ZONE 'Asia/Kolkata', 'YYYY-MM') AS month,
      coalesce(sum(paise) FILTER (WHERE type = 'credit'), 0) AS received,
      coalesce(sum(paise) FILTER (WHERE type = 'debit'), 0) AS spent
    FROM ${rows} GROUP BY 1 ORDER BY 1`.execute(db)
  return months.map(({ month, received, spent }) => ({
    month,
    received: formatAmount(BigInt(received)),
    spent: formatAmount(BigInt(spent)),
  }))
}

/** What was paid to beneficiaries, by some key: the largest, and what is left in one sum whose name is empty. */
async function sharesOf(
  db: Kysely<Database>,
  rows: Rows,
  key: RawBuilder<unknown>,
  name: RawBuilder<unknown>,
): Promise<Summary['beneficiaries']> {
  const { rows: shares } = await sql<{ id: string | null; name: string; paise: string; count: number }>`
    WITH shares AS (
      SELECT ${key} AS id, ${name} AS name, sum(paise) AS paise, count(*) AS count,
        row_number() OVER (ORDER BY sum(paise) DESC, ${key}) AS rank
      FROM ${rows} WHERE type = 'debit' AND beneficiary_id IS NOT NULL GROUP BY ${key})
    SELECT id, name, sum(paise) AS paise, sum(count)::bigint AS count
    FROM (SELECT least(rank, ${SHOWN + 1}) AS place, CASE WHEN rank <= ${SHOWN} THEN id END AS id,
      CASE WHEN rank <= ${SHOWN} THEN name ELSE '' END AS name, paise, count FROM shares) AS placed
    GROUP BY place, id, name ORDER BY place`.execute(db)
  return shares.map(({ id, name, paise, count }) => ({ id, name, amount: formatAmount(BigInt(paise)), count }))
}

async function modesOf(db: Kysely<Database>, rows: Rows): Promise<Summary['paymentModes']> {
  const { rows: modes } = await sql<{ mode: string; paise: string; count: number }>`
    SELECT payment_mode AS mode, sum(paise) AS paise, count(*) AS count
    FROM ${rows} WHERE type = 'debit' AND beneficiary_id IS NOT NULL GROUP BY 1 ORDER BY 2 DESC`.execute(db)
  return modes.map(({ mode, paise, count }) => ({
    paymentMode: paymentMode.parse(mode),
    amount: formatAmount(BigInt(paise)),
    count,
  }))
}

/** Beneficiaries with what they were paid in all, the most paid first; `q` looks in the name. */
export async function beneficiaryReports(
  db: Kysely<Database>,
  companyId: string,
  { q, limit, cursor }: PeopleQuery,
): Promise<{ rows: BeneficiaryReport[]; next?: string }> {
  const offset = Number(/^\d{1,9}$/.exec(cursor ?? '')?.[0] ?? 0)
  const named = q?.trim() ? sql`AND b.name ILIKE ${contains(q)}` : sql``
  const { rows } = await sql<{ id: string; name: string; paise: string; payments: number; last: string | null }>`
    SELECT b.beneficiary_id AS id, b.name, coalesce(p.received_paise, 0)::numeric AS paise, coalesce(p.credits, 0) AS payments,
      (SELECT max(date) FROM ledger_rows r WHERE r.company_id = b.company_id AND r.beneficiary_id = b.beneficiary_id AND NOT r.deleted) AS last
    FROM beneficiaries b LEFT JOIN balances p ON p.company_id = b.company_id AND p.account_id = b.beneficiary_id
    WHERE b.company_id = ${companyId} ${named}
    ORDER BY coalesce(p.received_paise, 0) DESC, b.beneficiary_id OFFSET ${offset} LIMIT ${limit + 1}`.execute(db)
  const next = rows.length > limit ? { next: String(offset + limit) } : {}
  const reports = rows.slice(0, limit).map(({ id, name, paise, payments, last }) => ({
    id,
    name,
    totalPaid: formatAmount(BigInt(paise)),
    payments,
    lastPaidOn: last,
  }))
  return { rows: reports, ...next }
}
