import type { SummaryTable, SummaryTableQuery } from '@ledger/contracts/http/report-schemas.ts'
import { formatAmount } from '@ledger/contracts/money.ts'
import { publicIdFor } from '@ledger/contracts/public-account-id.ts'
import type { FieldRole } from '@ledger/contracts/roles.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { DAYS_AND_MONTHS } from '../../read-models/calendar-periods.ts'
import { companySpendingSql, kindTotalsSql } from '../../read-models/period-totals.ts'
import { accountSpendingSql } from './company-and-account-summary.ts'

/** The most rows of one table. Its total counts the others, too. */
const MAX_ROWS = 10_000

type Period = Omit<SummaryTableQuery, 'by' | 'site'>

/**
 * Returns the sums of a period by site, purpose, beneficiary, payment mode or month, and their total: all rows, the
 * largest first, months the latest first.
 * @param accountId the inner id of the account whose entries count alone; undefined for the whole company
 */
export async function readSummaryTable(
  db: Kysely<Database>,
  companyId: string,
  accountId: string | undefined,
  { by, ...period }: { by: SummaryTableQuery['by'] } & Period,
): Promise<SummaryTable> {
  const sums = await readSums(db, companyId, accountId, by, period)
  const totals = { received: 0n, spent: 0n, count: 0 }
  for (const { received, spent, count } of sums) {
    totals.received += BigInt(received)
    totals.spent += BigInt(spent)
    totals.count += count
  }
  return {
    rows: sums.slice(0, MAX_ROWS).map(({ received, spent, mobile, role, ...row }) => ({
      ...row,
      key: mobile === null || role === null ? row.key : publicIdFor(role, mobile),
      received: formatAmount(BigInt(received)),
      spent: formatAmount(BigInt(spent)),
    })),
    rowCount: sums.length,
    received: formatAmount(totals.received),
    spent: formatAmount(totals.spent),
    count: totals.count,
  }
}

interface SumRow {
  key: string
  name: string
  site: string | null
  /** Null where the row is no person, or one without a public id. */
  role: FieldRole | null
  mobile: string | null
  received: string
  spent: string
  count: number
}

async function readSums(
  db: Kysely<Database>,
  companyId: string,
  accountId: string | undefined,
  by: SummaryTableQuery['by'],
  period: Period,
): Promise<SumRow[]> {
  const { rows } = await sumsSql(companyId, accountId, by, period).execute(db)
  return rows
}

function sumsSql(
  companyId: string,
  accountId: string | undefined,
  by: SummaryTableQuery['by'],
  period: Period,
): RawBuilder<SumRow> {
  switch (by) {
    case 'site':
      return personSumsSql(companyId, accountId, period)
    case 'month':
      return sql`SELECT left(period, 7) AS key, left(period, 7) AS name, ${NO_PERSON}, ${KIND_SUMS}
        FROM ${kindTotalsSql(companyId, accountId, period, DAYS_AND_MONTHS)} AS kinds
        GROUP BY 1 HAVING ${IS_NOT_EMPTY} ORDER BY 1 DESC`
    default: {
      const paid =
        accountId === undefined
          ? companySpendingSql(companyId, period)
          : accountSpendingSql(companyId, accountId, period)
      return spendingSumsSql(companyId, by, paid)
    }
  }
}

const NO_PERSON = sql`NULL AS site, NULL AS role, NULL AS mobile`

/** The sums of rows (key, paise, count) of kinds. Transfers count in none: they were neither sent nor spent. */
const KIND_SUMS = sql`coalesce(sum(paise) FILTER (WHERE key = 'credits'), 0)::numeric AS received,
  coalesce(sum(paise) FILTER (WHERE key = 'debits'), 0)::numeric AS spent,
  coalesce(sum(count) FILTER (WHERE key = 'debits'), 0)::bigint AS count`
const IS_NOT_EMPTY = sql`sum(count) FILTER (WHERE key IN ('credits', 'debits')) > 0`

/** Returns a row for each field account that received money of head office or spent money, closed ones too. */
function personSumsSql(companyId: string, accountId: string | undefined, period: Period): RawBuilder<SumRow> {
  const person = sql.ref('person.account_id')
  const isAsked = accountId === undefined ? sql`` : sql`AND d.account_id = ${accountId}`
  return sql`SELECT person.account_id::text AS key, person.name, person.site_name AS site, person.role, person.mobile,
      moved.received, moved.spent, moved.count
    FROM (SELECT d.account_id, trim(first_name || ' ' || last_name) AS name, site_name, role, mobile
      FROM directory d LEFT JOIN contacts c
        ON c.company_id = d.company_id AND c.account_id = d.account_id AND d.status <> 'closed'
      WHERE d.company_id = ${companyId} AND role IN ('site_incharge', 'supervisor') ${isAsked}) AS person
    CROSS JOIN LATERAL (SELECT ${KIND_SUMS} FROM ${kindTotalsSql(companyId, person, period, DAYS_AND_MONTHS)} AS kinds
      HAVING ${IS_NOT_EMPTY}) AS moved
    ORDER BY moved.spent DESC, moved.received DESC, person.name, key`
}

/** Returns the sums of one subject of rows (what, key, paise, count). Purposes that differ in case are one. */
function spendingSumsSql(
  companyId: string,
  what: 'purpose' | 'beneficiary' | 'mode',
  paid: RawBuilder<unknown>,
): RawBuilder<SumRow> {
  const key = what === 'purpose' ? sql`lower(key)` : sql`key`
  const name =
    what === 'beneficiary'
      ? sql`coalesce((SELECT b.name FROM beneficiaries b
          WHERE b.company_id = ${companyId} AND b.beneficiary_id = sums.key), sums.key)`
      : sql`sums.name`
  return sql`SELECT sums.key, ${name} AS name, ${NO_PERSON}, 0 AS received, sums.spent, sums.count
    FROM (SELECT ${key} AS key, min(key) AS name, sum(paise)::numeric AS spent, sum(count)::bigint AS count
      FROM (SELECT * FROM ${paid} AS paid WHERE what = ${what}) AS paid GROUP BY 1 HAVING sum(count) > 0) AS sums
    ORDER BY spent DESC, name`
}
