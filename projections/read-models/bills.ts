import type { Bill } from '@ledger/contracts/bill-schemas.ts'
import { dayOf } from '@ledger/contracts/dates.ts'
import { billsOf, type Entry, entriesOf, type LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import type { PeriodQuery } from '@ledger/contracts/http/report-schemas.ts'
import { publicIdFor, type Role } from '@ledger/contracts/roles.ts'
import type { Database, RowOf } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import {
  addToPeriodTotal,
  PERIOD_TOTAL_COLUMNS,
  PERIOD_TOTAL_KEY,
  PERIOD_TOTAL_MERGE_RULES,
  rollUpDays,
} from './accumulate-period-totals.ts'
import { ALL_ACCOUNTS, ALL_SPANS, coverWithPeriods, DAYS_AND_MONTHS, inPeriodRangeSql } from './calendar-periods.ts'
import { type CountAndPaise, kindTotalsSql } from './period-totals.ts'
import type { ReadModel } from './read-model.ts'
import { defineReadModelTable, type ReadModelWriter, RowAccumulator } from './read-model-table.ts'

/**
 * The entries that name each bill, which decide who may see it; and the totals of entries with a bill: of the whole
 * company and of each account, by day and month. Totals without a bill are the rest of all totals (period-totals.ts). A
 * transfer takes no bill and counts as neither.
 */
export const billsReadModel: ReadModel = { tables: ['bill_uses', 'bill_sums'], apply: applyToBills }

async function applyToBills(into: ReadModelWriter, events: LedgerEvent[]): Promise<void> {
  await into.upsert(BILL_USES_TABLE, (uses) => accumulateBillUses(uses, events))
  await into.upsert(BILL_TOTALS_TABLE, (sums) => accumulateBillTotals(sums, events))
}

type BillUseRow = RowOf<'bill_uses'>
type BillTotalRow = RowOf<'bill_sums'>

export const BILL_USES_TABLE = defineReadModelTable(
  'bill_uses',
  { bill_id: 'text', transaction_id: 'uuid', account_id: 'uuid', uses: 'integer' },
  ['bill_id', 'transaction_id', 'account_id'],
  { uses: 'sum' },
)
export const BILL_TOTALS_TABLE = defineReadModelTable(
  'bill_sums',
  PERIOD_TOTAL_COLUMNS,
  PERIOD_TOTAL_KEY,
  PERIOD_TOTAL_MERGE_RULES,
)

/** Adds the entries of a page that begin or cease to name a bill; a row of 0 means that an entry named it once. */
export function accumulateBillUses(uses: RowAccumulator<BillUseRow>, events: readonly LedgerEvent[]): void {
  function count(transaction: string, entry: Entry, sign: 1 | -1): void {
    for (const { id } of billsOf(entry)) {
      const name = `${id} ${transaction}`
      const use = uses.get(name) ?? { bill_id: id, transaction_id: transaction, account_id: entry.account.id, uses: 0 }
      use.uses += sign
      uses.set(name, use)
    }
  }
  for (const event of events) {
    if (!('transaction' in event.data)) continue
    const { before, after } = entriesOf(event)
    if (before) count(event.data.transaction, before, -1)
    if (after) count(event.data.transaction, after, 1)
  }
}

/** Adds a page to the totals, or subtracts it from them. */
export function accumulateBillTotals(sums: RowAccumulator<BillTotalRow>, events: readonly LedgerEvent[]): void {
  const days = new RowAccumulator<BillTotalRow>()
  function count(entry: Entry, sign: 1 | -1): void {
    if (entry.kind === 'transfer' || entry.bills.length === 0) return
    const { paise, date } = entry
    const what = entry.kind === 'credit' ? 'credits' : 'debits'
    for (const whose of [entry.account.id, ALL_ACCOUNTS])
      addToPeriodTotal(days, {
        whose,
        what,
        span: 'day',
        period: dayOf(date),
        key: 'with',
        paise: sign * paise,
        count: sign,
      })
  }
  for (const event of events) {
    const { before, after } = entriesOf(event)
    if (before) count(before, -1)
    if (after) count(after, 1)
  }
  rollUpDays(sums, days, ['day', 'month'])
}

/**
 * Returns the totals of the entries with a bill, or of those without, in a period: of an account, by its inner id, or
 * of the whole company.
 */
export async function readBillTotalsByKind(
  db: Kysely<Database>,
  companyId: string,
  accountId: string | undefined,
  bill: 'with' | 'without',
  period: PeriodQuery,
): Promise<ReadonlyMap<BillTotalRow['what'], CountAndPaise>> {
  const rows =
    bill === 'with'
      ? totalsWithBillSql(companyId, accountId ?? ALL_ACCOUNTS, period)
      : sql`${kindTotalsSql(companyId, accountId, period, ALL_SPANS)} UNION ALL ${negatedTotalsSql(totalsWithBillSql(companyId, accountId ?? ALL_ACCOUNTS, period))}`
  const found = await sql<{ key: BillTotalRow['what']; paise: string; count: number }>`
    SELECT key, sum(paise)::numeric AS paise, sum(count) AS count FROM (${rows}) AS rows
    WHERE key IN ('credits', 'debits') GROUP BY key`.execute(db)
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

/**
 * Returns whether this account may see a bill: a field user sees a bill that an entry of the own list names, head
 * office (undefined) a bill that any entry names or named once, because head office sees every change of an entry.
 */
export async function isBillVisibleTo(
  db: Kysely<Database>,
  companyId: string,
  id: Bill['id'],
  accountId: string | undefined,
): Promise<boolean> {
  const row = await db
    .selectFrom('bill_uses')
    .select('bill_id')
    .where('company_id', '=', companyId)
    .where('bill_id', '=', id)
    .$if(accountId !== undefined, (uses) => uses.where('account_id', '=', accountId ?? '').where('uses', '>', 0))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
