import type { Bill } from '@ledger/contracts/bills.ts'
import { dayOf } from '@ledger/contracts/dates.ts'
import { billsOf, type Entry, entriesOf, type LedgerEvent } from '@ledger/contracts/events.ts'
import type { PeriodQuery } from '@ledger/contracts/reports.ts'
import { publicId, type Role } from '@ledger/contracts/roles.ts'
import type { Database, RowOf } from '@ledger/database/tables.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { addPeriods, addTo, SUM_COLUMNS, SUM_JOINING, SUM_KEY } from './period-sums.ts'
import { BY_MONTH, EVERY_SPAN, EVERYBODY, ofStretch, stretchesOf } from './periods.ts'
import type { ReadModel } from './projection.ts'
import { JoinedRows, readTable, type Writer } from './read-table.ts'
import { type Counted, kindRows } from './sums.ts'

/**
 * Which entries name which bill, so that it is known who may see it; and what entries with a bill add up to: of the whole company and of
 * each account, by day and month. Those without are what is left of all (sums.ts). A transfer takes no bill and counts as neither.
 */
export const bills: ReadModel = { tables: ['bill_uses', 'bill_sums'], apply }

async function apply(into: Writer, events: LedgerEvent[]): Promise<void> {
  await into.join(BILL_USES, (uses) => addBillUses(uses, events))
  await into.join(BILL_SUMS, (sums) => addBillSums(sums, events))
}

type Use = RowOf<'bill_uses'>
type Sum = RowOf<'bill_sums'>

export const BILL_USES = readTable(
  'bill_uses',
  { bill_id: 'text', transaction_id: 'uuid', account_id: 'uuid', uses: 'integer' },
  ['bill_id', 'transaction_id', 'account_id'],
  { uses: 'sum' },
)
export const BILL_SUMS = readTable('bill_sums', SUM_COLUMNS, SUM_KEY, SUM_JOINING)

/** Which entries of a page begin and cease to name which bills; a row of 0 says that one did so once. */
export function addBillUses(uses: JoinedRows<Use>, events: readonly LedgerEvent[]): void {
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

/** Adds a page to the sums, or takes from them. */
export function addBillSums(sums: JoinedRows<Sum>, events: readonly LedgerEvent[]): void {
  const days = new JoinedRows<Sum>()
  function count(entry: Entry, sign: 1 | -1): void {
    if (entry.kind === 'transfer' || entry.bills.length === 0) return
    const { paise, date } = entry
    const what = entry.kind === 'credit' ? 'credits' : 'debits'
    for (const whose of [entry.account.id, EVERYBODY])
      addTo(days, { whose, what, span: 'day', period: dayOf(date), key: 'with', paise: sign * paise, count: sign })
  }
  for (const event of events) {
    const { before, after } = entriesOf(event)
    if (before) count(before, -1)
    if (after) count(after, 1)
  }
  addPeriods(sums, days, ['day', 'month'])
}

/** What the entries with a bill, or those without, come to in a period: of an account, by its inner id, or of the whole company. */
export async function billKindsOf(
  db: Kysely<Database>,
  companyId: string,
  accountId: string | undefined,
  bill: 'with' | 'without',
  period: PeriodQuery,
): Promise<ReadonlyMap<Sum['what'], Counted>> {
  const rows =
    bill === 'with'
      ? withBill(companyId, accountId ?? EVERYBODY, period)
      : sql`${kindRows(companyId, accountId, period, EVERY_SPAN)} UNION ALL ${lessened(withBill(companyId, accountId ?? EVERYBODY, period))}`
  const found = await sql<{ key: Sum['what']; paise: string; count: number }>`
    SELECT key, sum(paise)::numeric AS paise, sum(count) AS count FROM (${rows}) AS rows
    WHERE key IN ('credits', 'debits') GROUP BY key`.execute(db)
  return new Map(found.rows.map(({ key, paise, count }) => [key, { count, paise: BigInt(paise) }]))
}

/** Rows as of `kindRows`. */
function withBill(companyId: string, whose: string | RawBuilder<unknown>, period: PeriodQuery): RawBuilder<unknown> {
  const within = sql.join(stretchesOf(period, BY_MONTH).map(ofStretch), sql`) OR (`)
  return sql`SELECT 'kind' AS what, period, what AS key, paise, count FROM bill_sums
    WHERE company_id = ${companyId} AND whose = ${whose} AND what IN ('credits', 'debits') AND key = 'with' AND ((${within}))`
}

const lessened = (rows: RawBuilder<unknown>) => sql`SELECT what, period, key, -paise, -count FROM (${rows}) AS rows`

/** What each site incharge spent in a period without a bill to show for it, by public id; none is left out. */
export async function spentWithoutBill(
  db: Kysely<Database>,
  companyId: string,
  period: PeriodQuery,
): Promise<ReadonlyMap<string, Counted>> {
  const account = sql.ref('site.account_id')
  // The sums of each site are added up before anything is joined with them: the planner takes a month of sums for a few rows and would look
  // for the phone number of each.
  const { rows } = await sql<{ mobile: string; role: Role; paise: string; count: number }>`
    SELECT mobile, role, coalesce(spent.paise, 0)::numeric AS paise, coalesce(spent.count, 0) AS count
    FROM (
      SELECT account_id, mobile, role FROM directory JOIN contacts USING (company_id, account_id)
      WHERE company_id = ${companyId} AND role = 'site_incharge' AND status <> 'closed' AND mobile IS NOT NULL) AS site
    CROSS JOIN LATERAL (
      SELECT sum(paise) AS paise, sum(count) AS count
      FROM (${kindRows(companyId, account, period, BY_MONTH)} UNION ALL ${lessened(withBill(companyId, account, period))}) AS kinds
      WHERE key = 'debits') AS spent`.execute(db)
  return new Map(
    rows.map(({ mobile, role, paise, count }) => [publicId(role, mobile), { count, paise: BigInt(paise) }]),
  )
}

/**
 * Whether an entry names a bill that this account may see: a field user one that stands in the own list, head office (undefined) any
 * that names it or did so once, because every change of an entry can be looked at.
 */
export async function isNamedFor(
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
