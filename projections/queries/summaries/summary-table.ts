import type { PeriodQuery } from '@ledger/contracts/http/query-parameters.ts'
import type { SummaryTable, SummaryTableQuery } from '@ledger/contracts/http/reports/summary-and-total-schemas.ts'
import { formatAmount } from '@ledger/contracts/money.ts'
import { publicIdFor } from '@ledger/contracts/public-account-id.ts'
import type { ListedPurpose } from '@ledger/contracts/purposes/company-purpose-list.ts'
import type { FieldRole } from '@ledger/contracts/roles.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { DAYS_AND_MONTHS } from '../../read-models/period-totals/calendar-periods.ts'
import { companySpendingSql, kindTotalsSql } from '../../read-models/period-totals/read-period-totals.ts'
import { foldPurposesSql, readPurposeList } from '../purposes/listed-purposes.ts'
import { inSpansSql } from '../sites/rows-in-spans-sql.ts'
import { readAllSiteSpans, readSiteSpans, type SiteSpan } from '../sites/site-spans.ts'
import { type GroupedSpan, spanTotalsSql, withoutGroups } from '../sites/span-totals.ts'
import { beneficiaryNameSql, foldedByGroupSql } from './beneficiary-groups-sql.ts'
import { spendingOfRowsSql } from './company-and-account-summary.ts'

/** The most rows of one table. Its total counts the others, too. */
const MAX_ROWS = 10_000

/**
 * Returns the sums of a period by site, purpose, beneficiary, payment mode or month, and their total: all rows, the
 * largest first, months the latest first. A site has what its supervisors spent on the days of their assignments.
 * @param accountId the inner id of the incharge of a site, or of a supervisor, whose entries count alone; undefined for
 * the whole company
 */
export async function readSummaryTable(
  db: Kysely<Database>,
  companyId: string,
  accountId: string | undefined,
  { by, ...period }: { by: SummaryTableQuery['by'] } & PeriodQuery,
): Promise<SummaryTable> {
  const sums = await readSums(db, companyId, accountId, by, period)
  const totals = { received: 0n, spent: 0n, count: 0 }
  for (const { received, spent, count } of sums) {
    totals.received += BigInt(received)
    totals.spent += BigInt(spent)
    totals.count += count
  }
  return {
    rows: sums.slice(0, MAX_ROWS).map(({ received, spent, mobile, ...row }) => ({
      ...row,
      key: mobile === null || row.role === null ? row.key : publicIdFor(row.role, mobile),
      received: formatAmount(BigInt(received)),
      spent: formatAmount(BigInt(spent)),
    })),
    rowCount: sums.length,
    received: formatAmount(totals.received),
    spent: formatAmount(totals.spent),
    count: totals.count,
  }
}

interface SummarySumRow {
  key: string
  name: string
  site: string | null
  /** Null where the row is no person. */
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
  period: PeriodQuery,
): Promise<SummarySumRow[]> {
  const spans = accountId === undefined ? undefined : await readSiteSpans(db, companyId, accountId)
  const { purposes } = by === 'purpose' ? await readPurposeList(db, companyId) : { purposes: [] }
  const query =
    by === 'site'
      ? groupSumsSql(companyId, await readGroupedSpans(db, companyId, spans), period)
      : sumsSql(companyId, { spans, purposes }, by, period)
  return (await query.execute(db)).rows
}

/** Returns the spans of all sites, and of supervisors on days without one; of the asked account where it is given. */
async function readGroupedSpans(
  db: Kysely<Database>,
  companyId: string,
  spans: readonly SiteSpan[] | undefined,
): Promise<GroupedSpan[]> {
  const all = await readAllSiteSpans(db, companyId)
  const [asked] = spans ?? []
  return asked === undefined
    ? all
    : all.filter(({ group, accountId }) => group === asked.accountId || accountId === asked.accountId)
}

function sumsSql(
  companyId: string,
  { spans, purposes }: { spans: readonly SiteSpan[] | undefined; purposes: readonly ListedPurpose[] },
  by: Exclude<SummaryTableQuery['by'], 'site'>,
  period: PeriodQuery,
): RawBuilder<SummarySumRow> {
  switch (by) {
    case 'month': {
      const kinds =
        spans === undefined
          ? kindTotalsSql(companyId, undefined, period, DAYS_AND_MONTHS)
          : spanTotalsSql(companyId, withoutGroups(spans), period)
      return sql`SELECT left(period, 7) AS key, left(period, 7) AS name, ${NO_PERSON}, ${KIND_SUMS}
        FROM ${kinds} AS kinds GROUP BY 1 HAVING ${IS_NOT_EMPTY} ORDER BY 1 DESC`
    }
    default: {
      const paid =
        spans === undefined
          ? companySpendingSql(companyId, period)
          : spendingOfRowsSql(companyId, inSpansSql(spans), period)
      return spendingSumsSql(companyId, by, foldPurposesSql(paid, purposes))
    }
  }
}

const NO_PERSON = sql`NULL AS site, NULL AS role, NULL AS mobile`

/** The sums of rows (key, paise, count) of kinds. Transfers count in none: they were neither sent nor spent. */
const KIND_SUMS = sql`coalesce(sum(paise) FILTER (WHERE key = 'credits'), 0)::numeric AS received,
  coalesce(sum(paise) FILTER (WHERE key = 'debits'), 0)::numeric AS spent,
  coalesce(sum(count) FILTER (WHERE key = 'debits'), 0)::bigint AS count`
const IS_NOT_EMPTY = sql`sum(count) FILTER (WHERE key IN ('credits', 'debits')) > 0`

/**
 * Returns a row for each group of spans that received money of head office or spent money, by the account that names
 * the group: the incharge of a site, also a closed one, or a supervisor without a site.
 */
function groupSumsSql(
  companyId: string,
  spans: readonly GroupedSpan[],
  period: PeriodQuery,
): RawBuilder<SummarySumRow> {
  return sql`SELECT moved.group_id AS key, trim(first_name || ' ' || last_name) AS name, site_name AS site, role, mobile,
      moved.received, moved.spent, moved.count
    FROM (SELECT group_id, ${KIND_SUMS} FROM ${spanTotalsSql(companyId, spans, period)} AS kinds
      GROUP BY group_id HAVING ${IS_NOT_EMPTY}) AS moved
    JOIN directory d ON d.company_id = ${companyId} AND d.account_id = moved.group_id::uuid
    LEFT JOIN contacts c ON c.company_id = d.company_id AND c.account_id = d.account_id AND d.status <> 'closed'
    ORDER BY moved.spent DESC, moved.received DESC, name, key`
}

/** Returns the sums of one subject of rows (what, key, paise, count). Purposes that differ in case are one. */
function spendingSumsSql(
  companyId: string,
  what: 'purpose' | 'beneficiary' | 'mode',
  paid: RawBuilder<unknown>,
): RawBuilder<SummarySumRow> {
  const folded = what === 'beneficiary' ? foldedByGroupSql(companyId, paid) : paid
  const key = what === 'purpose' ? sql`lower(key)` : sql`key`
  const name = what === 'beneficiary' ? beneficiaryNameSql(companyId, sql`sums.key`) : sql`sums.name`
  return sql`SELECT sums.key, ${name} AS name, ${NO_PERSON}, 0 AS received, sums.spent, sums.count
    FROM (SELECT ${key} AS key, min(key) AS name, sum(paise)::numeric AS spent, sum(count)::bigint AS count
      FROM (SELECT * FROM ${folded} AS paid WHERE what = ${what}) AS paid GROUP BY 1 HAVING sum(count) > 0) AS sums
    ORDER BY spent DESC, name`
}
