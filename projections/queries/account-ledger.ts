import { setTimeout as sleep } from 'node:timers/promises'
import { type Day, dayOf, startOfDay } from '@ledger/contracts/dates.ts'
import { ENTRY_EVENT_TYPES } from '@ledger/contracts/events/event-schemas.ts'
import type { AccountLedger, OwnLedgerQuery } from '@ledger/contracts/http/report-schemas.ts'
import { formatAmount } from '@ledger/contracts/money.ts'
import type { ProjectionName } from '@ledger/contracts/projection-names.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, sql } from 'kysely'
import { readTotalsByKind } from '../read-models/period-totals.ts'
import { isBelowCursorSql, parseCursor, type RowCursor } from './paging/transaction-order.ts'
import { type TransactionQueryContext, toCompanyTransactionPage } from './transaction-lists.ts'
import { readTransactionPage, type TransactionListRow } from './transaction-query.ts'

/** The read models of a ledger. All three are read at one position. */
export const LEDGER_PROJECTIONS = ['ledger', 'sums', 'activity'] as const satisfies ProjectionName[]

/** The page continues a ledger that has changed since the page before, or that was read at no known state. */
interface LedgerChanged {
  refused: 'ledger_changed'
}

/**
 * Returns the ledger of an account for a period: rows newest first, each with the balance after it, in the order of
 * `date`. The balance before the period is read from stored totals, so a page costs the same whatever the account's
 * age. All figures of a page are of one state, `position`, and so are all pages: a cursor names the state of the page
 * before it, and is refused once the account has another one.
 */
export async function readAccountLedger(
  context: TransactionQueryContext,
  accountId: string,
  query: OwnLedgerQuery,
): Promise<(AccountLedger & { next?: string }) | LedgerChanged> {
  const { db, companyId } = context
  const after = query.cursor === undefined ? undefined : parseLedgerCursor(query.cursor)
  if (query.cursor !== undefined && !after) return { refused: 'ledger_changed' }
  const figures = await readAtOneState(db, companyId, accountId, async (snapshot, position) => {
    if (after && after.state !== position) return undefined
    return readLedgerFigures(snapshot, companyId, accountId, { ...query, cursor: after?.cursor }, position)
  })
  if (!figures) return { refused: 'ledger_changed' }
  const { position, opening, within, closingPaise } = figures
  // Names and voucher numbers are read outside of the snapshot: a read that holds one connection must not wait for
  // another.
  const { rows, next } = await toCompanyTransactionPage(context, figures.rows, { limit: query.limit })
  let balance = figures.newestPaise
  const withBalance = rows.map((row) => {
    const afterRow = balance
    balance -= signedPaise(row)
    return { ...row, balance: formatAmount(afterRow) }
  })
  return {
    position,
    openingBalance: formatAmount(opening.received - opening.spent),
    closingBalance: formatAmount(closingPaise),
    received: formatAmount(within.received),
    spent: formatAmount(within.spent),
    credits: within.credits,
    debits: within.debits,
    rows: withBalance,
    ...(next === undefined ? {} : { next: formatLedgerCursor(position, next) }),
  }
}

interface LedgerFigures {
  position: number
  rows: TransactionListRow[]
  /** The totals before the period, and within it. */
  opening: AccountTotals
  within: AccountTotals
  closingPaise: number
  /** The balance after the newest of the rows. */
  newestPaise: number
}

async function readLedgerFigures(
  db: Kysely<Database>,
  companyId: string,
  accountId: string,
  query: OwnLedgerQuery,
  position: number,
): Promise<LedgerFigures> {
  const { from, to } = query
  const after = query.cursor === undefined ? undefined : parseCursor(query.cursor)
  const filter = { ...query, q: undefined, type: undefined, accountId }
  const rows = await readTransactionPage(db, companyId, filter)
  const opening =
    from === undefined
      ? NO_ACCOUNT_TOTALS
      : await readAccountTotals(db, companyId, accountId, { from: undefined, to: dayBefore(from) })
  const within = await readAccountTotals(db, companyId, accountId, { from, to })
  const closingPaise = opening.received - opening.spent + within.received - within.spent
  const newestPaise = after ? await readBalanceBelow(db, companyId, accountId, after) : closingPaise
  return { position, rows, opening, within, closingPaise, newestPaise }
}

/** How long a read waits for the read models to meet at one position: one that is rebuilt catches up meanwhile. */
const MAX_MEETING_WAIT_MS = 1000
const MEETING_RECHECK_MS = 3

/**
 * Runs a read in one snapshot of the database in which the read models of a ledger are at one position.
 * @param read called with the state of the account: the position of the last event that concerns its entries, or 0.
 * Where the read models did not meet, the position of the rows stands for it
 */
async function readAtOneState<Result>(
  db: Kysely<Database>,
  companyId: string,
  accountId: string,
  read: (snapshot: Kysely<Database>, position: number) => Promise<Result>,
): Promise<Result> {
  for (const until = Date.now() + MAX_MEETING_WAIT_MS; ; await sleep(MEETING_RECHECK_MS)) {
    const found = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (snapshot) => {
        const { ledger, sums, activity, changed, mayMeet } = await readLedgerPositions(snapshot, companyId, accountId)
        const isAtOnePosition = ledger === sums && ledger === activity
        if (!isAtOnePosition && mayMeet && Date.now() < until) return undefined
        return { result: await read(snapshot, isAtOnePosition ? changed : ledger) }
      })
    if (found) return found.result
  }
}

interface LedgerPositions {
  ledger: number
  sums: number
  activity: number
  /** The last event that concerns the entries of the account; 0 where there is none. */
  changed: number
  /** None of the projections is stopped. */
  mayMeet: boolean
}

async function readLedgerPositions(
  db: Kysely<Database>,
  companyId: string,
  accountId: string,
): Promise<LedgerPositions> {
  const positionOf = (name: ProjectionName) =>
    sql`coalesce(max(position) FILTER (WHERE projection = ${sql.lit(name)}), 0)`
  // The scalar subquery has the events of the account read in their order, each with its own look-up.
  const { rows } = await sql<LedgerPositions>`
    SELECT ${positionOf('ledger')} AS ledger, ${positionOf('sums')} AS sums, ${positionOf('activity')} AS activity,
      bool_and(stopped_because IS NULL) AS "mayMeet",
      coalesce((SELECT a.position FROM activity_accounts a
        WHERE a.company_id = ${companyId} AND a.account_id = ${accountId}
          AND (SELECT e.type FROM activity e WHERE e.company_id = ${companyId} AND e.position = a.position)
            IN (${sql.join(ENTRY_EVENT_TYPES.map((type) => sql.lit(type)))})
        ORDER BY a.position DESC LIMIT 1), 0) AS changed
    FROM checkpoints WHERE company_id = ${companyId} AND projection IN (${sql.join(LEDGER_PROJECTIONS.map((name) => sql.lit(name)))})`.execute(
    db,
  )
  const [positions] = rows
  if (!positions) throw new Error('An aggregate has no row')
  return positions
}

const LEDGER_CURSOR_PATTERN = /^(\d{1,15})_(.+)$/
const formatLedgerCursor = (state: number, cursor: string) => `${state}_${cursor}`

/** Returns undefined for a text that `formatLedgerCursor` did not write. */
function parseLedgerCursor(text: string): { state: number; cursor: string } | undefined {
  const [, state, cursor = ''] = LEDGER_CURSOR_PATTERN.exec(text) ?? []
  return parseCursor(cursor) && { state: Number(state), cursor }
}

const parsePaise = (decimal: string) => Number(decimal.replace('.', ''))
const signedPaise = (row: { type: 'credit' | 'debit'; amount: string }) =>
  (row.type === 'credit' ? 1 : -1) * parsePaise(row.amount)

const dayBefore = (day: Day): Day => dayOf(new Date(Date.parse(startOfDay(day)) - 1).toISOString())

interface AccountTotals {
  received: number
  spent: number
  /** The number of rows, as of `debits`. */
  credits: number
  debits: number
}
const NO_ACCOUNT_TOTALS: AccountTotals = { received: 0, spent: 0, credits: 0, debits: 0 }

async function readAccountTotals(
  db: Kysely<Database>,
  companyId: string,
  accountId: string,
  period: StatementPeriod,
): Promise<AccountTotals> {
  const kinds = await readTotalsByKind(db, companyId, accountId, period)
  const none = { count: 0, paise: 0n }
  const [credits = none, debits = none] = [kinds.get('credits'), kinds.get('debits')]
  const [received = none, given = none] = [kinds.get('transfersReceived'), kinds.get('transfersGiven')]
  return {
    received: Number(credits.paise + received.paise),
    spent: Number(debits.paise + given.paise),
    credits: credits.count + received.count,
    debits: debits.count + given.count,
  }
}
type StatementPeriod = Pick<OwnLedgerQuery, 'from' | 'to'>

/**
 * Returns the balance of the rows below a cursor, in paise: the totals of the days before it, and the rows of its day.
 */
async function readBalanceBelow(
  db: Kysely<Database>,
  companyId: string,
  accountId: string,
  cursor: RowCursor,
): Promise<number> {
  const day = dayOf(cursor.date)
  const before = await readAccountTotals(db, companyId, accountId, { from: undefined, to: dayBefore(day) })
  const { rows } = await sql<{ paise: number }>`
    SELECT coalesce(sum(CASE type WHEN 'credit' THEN paise ELSE -paise END), 0)::bigint AS paise
    FROM ledger_rows WHERE company_id = ${companyId} AND account_id = ${accountId} AND NOT deleted
      AND date >= ${startOfDay(day)} AND ${isBelowCursorSql(cursor)}`.execute(db)
  return before.received - before.spent + (rows[0]?.paise ?? 0)
}
