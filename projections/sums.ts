import { type Day, dayOf, endOfDay, startOfDay } from '@ledger/contracts/dates.ts'
import { type Entry, entriesOf, type LedgerEvent } from '@ledger/contracts/events.ts'
import type { PeriodQuery } from '@ledger/contracts/reports.ts'
import { type Side, sidesOf } from '@ledger/contracts/rows.ts'
import type { Database, RowOf } from '@ledger/database/tables.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { ReadModel } from './projection.ts'
import { readTable } from './read-table.ts'

/**
 * What the rows of the lists add up to: of the whole company by kind, purpose and payment mode, by day, month and year; of each account by
 * kind and of each beneficiary, by month. An edit takes away what was there before it and adds what is there after it. A sum that
 * has come back to nothing stays as a row of zeros, so that the rows do not depend on how the log was cut into pages.
 */
export const sums: ReadModel = { tables: ['sums'], apply: (into, events) => into.join(SUMS, movesOf(events)) }

export type Sum = RowOf<'sums'>

/** Whose the sums of all accounts are. */
export const EVERYBODY = '00000000-0000-0000-0000-000000000000'

/** The part of a day's name that each span has: `2026-04-05`, `2026-04`, `2026`. */
const SPANS = { day: 10, month: 7, year: 4 } as const
type Span = keyof typeof SPANS
const EVERY_SPAN: readonly Span[] = ['day', 'month', 'year']
/** Of what there is one for each month, the days at the ends of a period are read from the rows. */
const BY_MONTH: readonly Span[] = ['day', 'month']

/** Each row of a list is of one kind. */
export type SumKind = 'credits' | 'debits' | 'transfersReceived' | 'transfersGiven' | 'deleted'

const SUMS = readTable(
  'sums',
  { whose: 'uuid', what: 'text', span: 'text', period: 'text', key: 'text', paise: 'bigint', count: 'integer' },
  ['whose', 'what', 'span', 'period', 'key'],
  { paise: 'sum', count: 'sum' },
)

/** What a page adds to each sum, or takes from it; each sum once. */
export function movesOf(events: LedgerEvent[]): Sum[] {
  const moves = new Map<string, Sum>()
  for (const event of events) {
    if (!('transaction' in event.data)) continue
    const { transaction } = event.data
    const { before, after } = entriesOf(event)
    if (before) count(moves, transaction, before, -1)
    if (after) count(moves, transaction, after, 1)
    if (event.type === 'TransactionDeleted' && before)
      for (const side of sidesOf(transaction, before)) countKind(moves, before, side, 'deleted', 1)
  }
  return [...moves.values()]
}

function count(moves: Map<string, Sum>, transaction: string, entry: Entry, sign: 1 | -1): void {
  for (const side of sidesOf(transaction, entry)) countKind(moves, entry, side, kindOf(entry, side), sign)
  if (entry.kind !== 'debit') return
  add(moves, EVERYBODY, 'beneficiary', 'month', entry, entry.beneficiary.id, sign)
  for (const span of EVERY_SPAN) {
    add(moves, EVERYBODY, 'purpose', span, entry, entry.purpose, sign)
    add(moves, EVERYBODY, 'mode', span, entry, entry.paymentMode, sign)
  }
}

function countKind(moves: Map<string, Sum>, entry: Entry, side: Side, kind: SumKind, sign: 1 | -1): void {
  add(moves, side.accountId, 'kind', 'month', entry, kind, sign)
  for (const span of EVERY_SPAN) add(moves, EVERYBODY, 'kind', span, entry, kind, sign)
}

function kindOf({ kind }: Entry, { type }: Side): SumKind {
  if (kind === 'transfer') return type === 'credit' ? 'transfersReceived' : 'transfersGiven'
  return type === 'credit' ? 'credits' : 'debits'
}

type What = 'kind' | 'purpose' | 'beneficiary' | 'mode'

function add(
  moves: Map<string, Sum>,
  whose: string,
  what: What,
  span: Span,
  { paise, date }: Entry,
  key: string,
  sign: 1 | -1,
): void {
  const period = dayOf(date).slice(0, SPANS[span])
  // The key of the sum comes last: whatever a person typed into it, the others are of a form of their own.
  const name = `${whose} ${what} ${period} ${key}`
  const move = moves.get(name) ?? { whose, what, span, period, key, paise: 0, count: 0 }
  move.paise += sign * paise
  move.count += sign
  moves.set(name, move)
}

/** Periods of one span: from the one, up to but not with the other, in the order of their names. */
interface Stretch {
  span: Span
  from: string
  below: string | undefined
}

/** A period in as few sums as there are: whole years, whole months before and after them, and days at both ends. */
export function stretchesOf({ from, to }: PeriodQuery, spans: readonly Span[] = EVERY_SPAN): Stretch[] {
  return cover(from ?? '', to === undefined ? undefined : dayAfter(to), spans)
}

/** From the beginning of a day or of a larger period, up to but not with another; `spans` are the smallest first. */
function cover(from: string, below: string | undefined, spans: readonly Span[]): Stretch[] {
  const [span, ...larger] = spans
  if (span === undefined) throw new RangeError('There is no span')
  const [next] = larger
  if (next === undefined) return [{ span, from, below }]
  const firstWhole = startOfNext(from, next)
  const lastWhole = below?.slice(0, SPANS[next])
  if (lastWhole !== undefined && firstWhole >= lastWhole) return [{ span, from, below }]
  return [
    ...(from < firstWhole ? [{ span, from, below: firstWhole }] : []),
    ...cover(firstWhole, lastWhole, larger),
    ...(below !== undefined && lastWhole !== undefined && !isStartOf(below, next)
      ? [{ span, from: lastWhole, below }]
      : []),
  ]
}

const dayAfter = (day: Day): Day => dayOf(endOfDay(day))

/** The first period of a span that begins at or after a shorter one; time itself begins with one. */
function startOfNext(from: string, span: Span): string {
  if (from === '' || isStartOf(from, span)) return from.slice(0, SPANS[span])
  const [year, month] = [Number(from.slice(0, 4)), Number(from.slice(5, 7))]
  const next = new Date(span === 'year' ? Date.UTC(year + 1, 0) : Date.UTC(year, month))
  return next.toISOString().slice(0, SPANS[span])
}

/** Whether a day or a month is the first of the month or year that it lies in. */
const isStartOf = (period: string, span: Span) => /^(-01)*$/.test(period.slice(SPANS[span]))

/** Rows (what, period, key, paise, count) of sums that are kept, of one stretch. */
function kept(companyId: string, whose: string, what: readonly What[], { span, from, below }: Stretch) {
  const until = below === undefined ? sql`` : sql`AND period < ${below}`
  return sql`SELECT what, period, key, paise, count FROM sums
    WHERE company_id = ${companyId} AND whose = ${whose} AND what IN (${sql.join(what.map((each) => sql.lit(each)))})
      AND span = ${sql.lit(span)} AND period >= ${from} ${until}`
}

/** The kind of a row of a list. */
export const KIND = sql<SumKind>`CASE WHEN deleted THEN 'deleted'
  WHEN transfer_from IS NULL THEN CASE type WHEN 'credit' THEN 'credits' ELSE 'debits' END
  ELSE CASE type WHEN 'credit' THEN 'transfersReceived' ELSE 'transfersGiven' END END`

interface OfRows {
  which: RawBuilder<unknown>
  what: What
  key: RawBuilder<unknown>
  /** Which month they are of, where anybody asks. */
  month: RawBuilder<unknown>
  /** Rows that stand and rows that were deleted have indexes of their own. */
  deleted: readonly boolean[]
}

/** The same, of the rows of some days. */
function fromRows(companyId: string, { which, what, key, month, deleted }: OfRows, { from, below }: Stretch) {
  const firstOf = (period: string) => startOfDay(`${period}-01`.slice(0, 10))
  const until = below === undefined ? sql`` : sql`AND date < ${firstOf(below)}`
  const rows = deleted.map(
    (each) => sql`
      SELECT ${sql.lit(what)} AS what, ${month} AS period, ${key} AS key, paise, 1 AS count
      FROM ledger_rows WHERE company_id = ${companyId} AND ${which} AND deleted = ${sql.lit(each)}
        AND date >= ${firstOf(from)} ${until}`,
  )
  return sql.join(rows, sql` UNION ALL `)
}
const ofAccount = (accountId: string): OfRows => ({
  which: sql`account_id = ${accountId}`,
  what: 'kind',
  key: KIND,
  month: sql`to_char(date AT TIME ZONE 'Asia/Kolkata', 'YYYY-MM')`,
  deleted: [false, true],
})
const PAID: OfRows = {
  which: sql`beneficiary_id IS NOT NULL`,
  what: 'beneficiary',
  key: sql`beneficiary_id`,
  month: sql`NULL`,
  deleted: [false],
}

/** What kinds of rows there are in a period: of an account, by its inner id, or of the whole company. */
function kindRows(companyId: string, accountId: string | undefined, period: PeriodQuery, spans: readonly Span[]) {
  const stretches = stretchesOf(period, accountId === undefined ? spans : BY_MONTH).map((stretch) =>
    accountId !== undefined && stretch.span === 'day'
      ? fromRows(companyId, ofAccount(accountId), stretch)
      : kept(companyId, accountId ?? EVERYBODY, ['kind'], stretch),
  )
  return sql`(${sql.join(stretches, sql` UNION ALL `)})`
}

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
  const rows = [
    ...stretchesOf(period).map((stretch) => kept(companyId, EVERYBODY, ['purpose', 'mode'], stretch)),
    ...(period.from === undefined && period.to === undefined
      ? // All that a beneficiary ever received is its balance.
        [
          sql`SELECT 'beneficiary', NULL, account_id, received_paise, credits FROM balances
          WHERE company_id = ${companyId} AND account_id LIKE 'b:%'`,
        ]
      : stretchesOf(period, BY_MONTH).map((stretch) =>
          stretch.span === 'day'
            ? fromRows(companyId, PAID, stretch)
            : kept(companyId, EVERYBODY, ['beneficiary'], stretch),
        )),
  ]
  return sql`(SELECT what, key, sum(paise) AS paise, sum(count) AS count
    FROM (${sql.join(rows, sql` UNION ALL `)}) AS rows (what, period, key, paise, count) GROUP BY what, key HAVING sum(count) > 0)`
}
