import { type Entry, entriesOf, type LedgerEvent } from '@ledger/contracts/events.ts'
import type { PeriodQuery } from '@ledger/contracts/reports.ts'
import { type Side, sidesOf } from '@ledger/contracts/rows.ts'
import { PLANNED_EACH_TIME } from '@ledger/database/prepared.ts'
import type { Database, RowOf } from '@ledger/database/tables.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { addPeriods, addTo, SUM_COLUMNS, SUM_JOINING, SUM_KEY } from './period-sums.ts'
import {
  BY_MONTH,
  type Ends,
  EVERY_SPAN,
  EVERYBODY,
  instantsOf,
  monthsAndDays,
  ofStretch,
  periodOf,
  type Span,
  type Stretch,
  stretchesOf,
} from './periods.ts'
import type { ReadModel } from './projection.ts'
import { JoinedRows, readTable } from './read-table.ts'

/**
 * What the rows of the lists add up to: of the whole company by kind, purpose and payment mode, by day, month and year; of each account by
 * kind and of each beneficiary, by month. An edit takes away what was there before it and adds what is there after it. A sum that
 * has come back to nothing stays as a row of zeros, so that the rows do not depend on how the log was cut into pages.
 */
export const sums: ReadModel = {
  tables: ['sums'],
  apply: (into, events) => into.join(SUMS, (rows) => addMoves(rows, events)),
}

export type Sum = RowOf<'sums'>

/** Each row of a list is of one kind. */
export type SumKind = 'credits' | 'debits' | 'transfersReceived' | 'transfersGiven' | 'deleted'

export const SUMS = readTable('sums', SUM_COLUMNS, SUM_KEY, SUM_JOINING)

/** Those that there are by month alone, and those of days, which come to months and years as well. */
interface Moves {
  months: JoinedRows<Sum>
  days: JoinedRows<Sum>
}

/** Adds a page to the sums, or takes from them. */
export function addMoves(rows: JoinedRows<Sum>, events: readonly LedgerEvent[]): void {
  const moves: Moves = { months: rows, days: new JoinedRows() }
  for (const event of events) {
    if (!('transaction' in event.data)) continue
    const { transaction } = event.data
    const { before, after } = entriesOf(event)
    if (before) count(moves, transaction, before, -1)
    if (after) count(moves, transaction, after, 1)
    if (event.type === 'TransactionDeleted' && before)
      for (const side of sidesOf(transaction, before)) countKind(moves, before, side, 'deleted', 1)
  }
  addPeriods(rows, moves.days, ['day', 'month', 'year'])
}

function count(moves: Moves, transaction: string, entry: Entry, sign: 1 | -1): void {
  for (const side of sidesOf(transaction, entry)) countKind(moves, entry, side, kindOf(entry, side), sign)
  if (entry.kind !== 'debit') return
  add(moves.months, EVERYBODY, 'beneficiary', 'month', entry, entry.beneficiary.id, sign)
  add(moves.days, EVERYBODY, 'purpose', 'day', entry, entry.purpose, sign)
  add(moves.days, EVERYBODY, 'mode', 'day', entry, entry.paymentMode, sign)
}

function countKind(moves: Moves, entry: Entry, side: Side, kind: SumKind, sign: 1 | -1): void {
  add(moves.months, side.accountId, 'kind', 'month', entry, kind, sign)
  add(moves.days, EVERYBODY, 'kind', 'day', entry, kind, sign)
}

function kindOf({ kind }: Entry, { type }: Side): SumKind {
  if (kind === 'transfer') return type === 'credit' ? 'transfersReceived' : 'transfersGiven'
  return type === 'credit' ? 'credits' : 'debits'
}

type What = 'kind' | 'purpose' | 'beneficiary' | 'mode'

function add(
  sums: JoinedRows<Sum>,
  whose: string,
  what: What,
  span: Span,
  { paise, date }: Entry,
  key: string,
  sign: 1 | -1,
): void {
  addTo(sums, { whose, what, span, period: periodOf(span, date), key, paise: sign * paise, count: sign })
}

/** An account by its inner id, or by the column of a query that has it. */
type Whose = string | RawBuilder<unknown>

/** Rows (what, period, key, paise, count) of sums that are kept, of one stretch. */
function kept(companyId: string, whose: Whose, what: readonly What[], stretch: Stretch) {
  return sql`SELECT what, period, key, paise, count FROM sums
    WHERE company_id = ${companyId} AND whose = ${whose} AND what IN (${sql.join(what.map((each) => sql.lit(each)))})
      AND ${ofStretch(stretch)}`
}

/** The kind of a row that stands. */
const KEPT_KIND = sql`CASE WHEN transfer_from IS NULL THEN CASE type WHEN 'credit' THEN 'credits' ELSE 'debits' END
  ELSE CASE type WHEN 'credit' THEN 'transfersReceived' ELSE 'transfersGiven' END END`
/** The kind of a row of a list. */
export const KIND = sql<SumKind>`CASE WHEN deleted THEN 'deleted' ELSE ${KEPT_KIND} END`

const MONTH = sql`to_char(date AT TIME ZONE 'Asia/Kolkata', 'YYYY-MM')`

/** The same, of the rows of an account on some days, added or taken away: those that stand from the index that finds them, deleted ones by theirs. */
function kindsFromRows(companyId: string, accountId: Whose, { days, sign }: Ends) {
  const rows = sql`FROM ledger_rows WHERE company_id = ${companyId} AND account_id = ${accountId} AND ${within(days)}`
  const [paise, count] = [times('paise', sign), sql.lit(sign)]
  return sql`
    SELECT 'kind' AS what, ${MONTH} AS period, ${KEPT_KIND} AS key, ${paise} AS paise, ${count} AS count ${rows} AND NOT deleted
    UNION ALL SELECT 'kind', ${MONTH}, 'deleted', ${paise}, ${count} ${rows} AND deleted`
}

const times = (column: string, sign: Ends['sign']) => sql.raw(sign === 1 ? column : `-${column}`)

/** What all beneficiaries were paid on some days, added or taken away: by their names, which the index has, and which are as distinct as their ids. */
function paidFromRows(companyId: string, ends: Ends[]) {
  const rowsOf = ({ days, sign }: Ends) => sql`
    SELECT recipient, ${times('paise', sign)} AS paise, ${sql.lit(sign)} AS count FROM ledger_rows
    WHERE company_id = ${companyId} AND NOT deleted AND type = 'debit' AND transfer_from IS NULL AND ${within(days)}`
  return sql`
    SELECT coalesce(beneficiary_id, recipient) AS key, paise, count
    FROM (SELECT recipient, sum(paise) AS paise, sum(count) AS count FROM ${either(ends.map(rowsOf))} AS rows GROUP BY recipient) AS paid
    LEFT JOIN beneficiaries b ON b.company_id = ${companyId} AND b.name = recipient`
}

function within(days: Stretch) {
  const { from, before } = instantsOf(days)
  return before === undefined ? sql`date >= ${from}` : sql`date >= ${from} AND date < ${before}`
}

/** What kinds of rows there are in a period, as rows (what, period, key, paise, count): of an account, or of the whole company. */
export function kindRows(companyId: string, accountId: Whose | undefined, period: PeriodQuery, spans: readonly Span[]) {
  if (accountId === undefined)
    return either(stretchesOf(period, spans).map((stretch) => kept(companyId, EVERYBODY, ['kind'], stretch)))
  const { months, ends } = monthsAndDays(period)
  return either([
    ...months.map((stretch) => kept(companyId, accountId, ['kind'], stretch)),
    ...ends.map((days) => kindsFromRows(companyId, accountId, days)),
  ])
}

const either = (rows: RawBuilder<unknown>[]) => sql`(${sql.join(rows, sql` UNION ALL `)})`

export interface Counted {
  count: number
  /** A whole company's can be beyond 2^53 in a log from before there was a largest total. */
  paise: bigint
}

/** What the rows of each kind come to in a period. */
export async function kindsOf(
  db: Kysely<Database>,
  companyId: string,
  accountId: string | undefined,
  period: PeriodQuery,
): Promise<ReadonlyMap<SumKind, Counted>> {
  const { rows } = await sql<{ key: SumKind; paise: string; count: number }>`
    SELECT key, sum(paise)::numeric AS paise, sum(count) AS count
    FROM ${kindRows(companyId, accountId, period, EVERY_SPAN)} AS rows GROUP BY 1`.execute(db)
  return new Map(rows.map(({ key, paise, count }) => [key, { count, paise: BigInt(paise) }]))
}

export interface MonthSum {
  /** `2026-04` */
  month: string
  kind: SumKind
  paise: bigint
}

/** The same by month, the first one first. */
export async function monthsOf(
  db: Kysely<Database>,
  companyId: string,
  accountId: string | undefined,
  period: PeriodQuery,
): Promise<MonthSum[]> {
  const { rows } = await sql<{ month: string; kind: SumKind; paise: string }>`
    SELECT left(period, 7) AS month, key AS kind, sum(paise)::numeric AS paise
    FROM ${kindRows(companyId, accountId, period, BY_MONTH)} AS rows GROUP BY 1, 2 HAVING sum(count) > 0 ORDER BY 1`.execute(
    db,
  )
  return rows.map(({ paise, ...row }) => ({ ...row, paise: BigInt(paise) }))
}

/** What the whole company paid, as rows (what, key, paise, count), by purpose, beneficiary and payment mode; none of zero. */
export function paidBy(companyId: string, period: PeriodQuery): RawBuilder<unknown> {
  const { months, ends } = monthsAndDays(period)
  const beneficiaries =
    period.from === undefined && period.to === undefined
      ? // All that a beneficiary ever received is its balance.
        sql`SELECT account_id AS key, received_paise AS paise, credits AS count FROM balances
          WHERE company_id = ${companyId} AND account_id LIKE 'b:%'`
      : addedUp([
          // Most of the rows: they are added up by one column, before the others come to them.
          ...months.map((stretch) => addedUp([kept(companyId, EVERYBODY, ['beneficiary'], stretch)])),
          ...(ends.length === 0 ? [] : [paidFromRows(companyId, ends)]),
        ])
  const others = either(stretchesOf(period).map((stretch) => kept(companyId, EVERYBODY, ['purpose', 'mode'], stretch)))
  // How many months the period has says how they are added up.
  return either([
    sql`${sql.raw(PLANNED_EACH_TIME)} SELECT 'beneficiary' AS what, key, paise::numeric, count FROM (${beneficiaries}) AS beneficiaries WHERE count > 0`,
    sql`SELECT what, key, sum(paise), sum(count) FROM ${others} AS others GROUP BY what, key HAVING sum(count) > 0`,
  ])
}

/** Rows (key, paise, count), each key once. */
const addedUp = (rows: RawBuilder<unknown>[]) =>
  sql`SELECT key, sum(paise) AS paise, sum(count) AS count FROM ${either(rows)} AS rows GROUP BY key`
