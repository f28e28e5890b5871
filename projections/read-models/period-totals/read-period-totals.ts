import type { PeriodQuery } from '@ledger/contracts/http/query-parameters.ts'
import { NEVER_PREPARE_COMMENT } from '@ledger/database/connection/auto-prepare.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import {
  ALL_ACCOUNTS,
  ALL_SPANS,
  DAYS_AND_MONTHS,
  inPeriodRangeSql,
  instantsOfRange,
  type PeriodRange,
  type PeriodSpan,
} from './calendar-periods.ts'
import { coverWithMonthsAndDays, coverWithPeriods, type EdgeDays } from './cover-with-periods.ts'
import type { TotalKind, TotalSubject } from './period-totals.ts'

/** An account: its inner id, or the column of a query that has it. */
type AccountReference = string | RawBuilder<unknown>

/** Returns rows (what, period, key, paise, count) of stored totals, of one range. */
function storedTotalsSql(
  companyId: string,
  whose: AccountReference,
  what: readonly TotalSubject[],
  range: PeriodRange,
) {
  return sql`SELECT what, period, key, paise, count FROM sums
    WHERE company_id = ${companyId} AND whose = ${whose} AND what IN (${sql.join(what.map((each) => sql.lit(each)))})
      AND ${inPeriodRangeSql(range)}`
}

/** The kind of a row that is not deleted. */
export const STANDING_KIND_SQL = sql`CASE WHEN transfer_from IS NULL THEN CASE type WHEN 'credit' THEN 'credits' ELSE 'debits' END
  ELSE CASE type WHEN 'credit' THEN 'transfersReceived' ELSE 'transfersGiven' END END`
/** The kind of a row of a list. */
export const ROW_KIND_SQL = sql<TotalKind>`CASE WHEN deleted THEN 'deleted' ELSE ${STANDING_KIND_SQL} END`

const ROW_MONTH_SQL = sql`to_char(date AT TIME ZONE 'Asia/Kolkata', 'YYYY-MM')`

/**
 * Returns the same rows for the entries of an account on some days, added or subtracted. Entries that are not deleted
 * are found by one index, deleted ones by another.
 */
function kindTotalsFromRowsSql(companyId: string, accountId: AccountReference, { days, sign }: EdgeDays) {
  const rows = sql`FROM ledger_rows WHERE company_id = ${companyId} AND account_id = ${accountId} AND ${onDaysSql(days)}`
  const [paise, count] = [signedColumn('paise', sign), sql.lit(sign)]
  return sql`
    SELECT 'kind' AS what, ${ROW_MONTH_SQL} AS period, ${STANDING_KIND_SQL} AS key, ${paise} AS paise, ${count} AS count ${rows} AND NOT deleted
    UNION ALL SELECT 'kind', ${ROW_MONTH_SQL}, 'deleted', ${paise}, ${count} ${rows} AND deleted`
}

const signedColumn = (column: string, sign: EdgeDays['sign']) => sql.raw(sign === 1 ? column : `-${column}`)

/**
 * Returns what all beneficiaries were paid on some days, added or subtracted. Groups by their names, which the index
 * contains, and which are as distinct as their ids.
 */
function beneficiaryTotalsFromRowsSql(companyId: string, ends: EdgeDays[]) {
  const rowsOf = ({ days, sign }: EdgeDays) => sql`
    SELECT recipient, ${signedColumn('paise', sign)} AS paise, ${sql.lit(sign)} AS count FROM ledger_rows
    WHERE company_id = ${companyId} AND NOT deleted AND type = 'debit' AND transfer_from IS NULL AND ${onDaysSql(days)}`
  return sql`
    SELECT coalesce(beneficiary_id, recipient) AS key, paise, count
    FROM (SELECT recipient, sum(paise) AS paise, sum(count) AS count FROM ${unionAllSql(ends.map(rowsOf))} AS rows GROUP BY recipient) AS paid
    LEFT JOIN beneficiaries b ON b.company_id = ${companyId} AND b.name = recipient`
}

function onDaysSql(days: PeriodRange) {
  const { from, before } = instantsOfRange(days)
  return before === undefined ? sql`date >= ${from}` : sql`date >= ${from} AND date < ${before}`
}

/**
 * Returns the totals of each kind in a period as rows (what, period, key, paise, count): of an account, or of the whole
 * company.
 */
export function kindTotalsSql(
  companyId: string,
  accountId: AccountReference | undefined,
  period: PeriodQuery,
  spans: readonly PeriodSpan[],
) {
  if (accountId === undefined)
    return unionAllSql(
      coverWithPeriods(period, spans).map((range) => storedTotalsSql(companyId, ALL_ACCOUNTS, ['kind'], range)),
    )
  const { months, ends } = coverWithMonthsAndDays(period)
  return unionAllSql([
    ...months.map((range) => storedTotalsSql(companyId, accountId, ['kind'], range)),
    ...ends.map((days) => kindTotalsFromRowsSql(companyId, accountId, days)),
  ])
}

const unionAllSql = (rows: RawBuilder<unknown>[]) => sql`(${sql.join(rows, sql` UNION ALL `)})`

export interface CountAndPaise {
  count: number
  /** A company's total can be beyond 2^53 in a log from before there was a largest total. */
  paise: bigint
}

/** Returns the totals of the rows of each kind in a period. */
export async function readTotalsByKind(
  db: Kysely<Database>,
  companyId: string,
  accountId: string | undefined,
  period: PeriodQuery,
): Promise<ReadonlyMap<TotalKind, CountAndPaise>> {
  const { rows } = await sql<{ key: TotalKind; paise: string; count: number }>`
    SELECT key, sum(paise)::numeric AS paise, sum(count) AS count
    FROM ${kindTotalsSql(companyId, accountId, period, ALL_SPANS)} AS rows GROUP BY 1`.execute(db)
  return new Map(rows.map(({ key, paise, count }) => [key, { count, paise: BigInt(paise) }]))
}

export interface MonthTotal {
  /** `2026-04` */
  month: string
  kind: TotalKind
  paise: bigint
}

/** Returns the totals of each kind by month, the earliest month first. */
export async function readMonthTotals(
  db: Kysely<Database>,
  companyId: string,
  accountId: string | undefined,
  period: PeriodQuery,
): Promise<MonthTotal[]> {
  const { rows } = await sql<{ month: string; kind: TotalKind; paise: string }>`
    SELECT left(period, 7) AS month, key AS kind, sum(paise)::numeric AS paise
    FROM ${kindTotalsSql(companyId, accountId, period, DAYS_AND_MONTHS)} AS rows GROUP BY 1, 2 HAVING sum(count) > 0 ORDER BY 1`.execute(
    db,
  )
  return rows.map(({ paise, ...row }) => ({ ...row, paise: BigInt(paise) }))
}

/**
 * Returns what the whole company paid, as rows (what, key, paise, count), by purpose, beneficiary and payment mode;
 * without totals of zero.
 */
export function companySpendingSql(companyId: string, period: PeriodQuery): RawBuilder<unknown> {
  const { months, ends } = coverWithMonthsAndDays(period)
  const beneficiaries =
    period.from === undefined && period.to === undefined
      ? // The total that a beneficiary ever received is its balance.
        sql`SELECT account_id AS key, received_paise AS paise, credits AS count FROM balances
          WHERE company_id = ${companyId} AND account_id LIKE 'b:%'`
      : groupedByKeySql([
          // Most of the rows: they are grouped by one column before the other rows are added.
          ...months.map((range) => groupedByKeySql([storedTotalsSql(companyId, ALL_ACCOUNTS, ['beneficiary'], range)])),
          ...(ends.length === 0 ? [] : [beneficiaryTotalsFromRowsSql(companyId, ends)]),
        ])
  const others = unionAllSql(
    coverWithPeriods(period).map((range) => storedTotalsSql(companyId, ALL_ACCOUNTS, ['purpose', 'mode'], range)),
  )
  // The number of months decides how they are added up, so the statement is planned each time.
  return unionAllSql([
    sql`${sql.raw(NEVER_PREPARE_COMMENT)} SELECT 'beneficiary' AS what, key, paise::numeric, count FROM (${beneficiaries}) AS beneficiaries WHERE count > 0`,
    sql`SELECT what, key, sum(paise), sum(count) FROM ${others} AS others GROUP BY what, key HAVING sum(count) > 0`,
  ])
}

/** Returns rows (key, paise, count), each key once. */
const groupedByKeySql = (rows: RawBuilder<unknown>[]) =>
  sql`SELECT key, sum(paise) AS paise, sum(count) AS count FROM ${unionAllSql(rows)} AS rows GROUP BY key`
