import { dayBefore, dayOf, startOfDay } from '@ledger/contracts/dates.ts'
import type { PeriodQuery } from '@ledger/contracts/http/query-parameters.ts'
import type {
  AccountLedger,
  OwnLedgerQuery,
} from '@ledger/contracts/http/reports/account-ledger-and-cash-book-schemas.ts'
import { formatAmount } from '@ledger/contracts/money.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, sql } from 'kysely'
import { readTotalsByKind } from '../read-models/period-totals/read-period-totals.ts'
import { formatStateCursor, parseStateCursor } from './paging/state-cursor.ts'
import { isBelowCursorSql, parseCursor, type RowCursor } from './paging/transaction-order-and-cursor.ts'
import { type LedgerChanged, readAtOneState, scopeOfAccount } from './read-at-one-state.ts'
import type { TransactionListRow } from './transactions/transaction-list-columns.ts'
import { type TransactionQueryContext, toCompanyTransactionPage } from './transactions/transaction-lists.ts'
import { readTransactionPage } from './transactions/transaction-query.ts'

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
  const after = query.cursor === undefined ? undefined : parseStateCursor(query.cursor)
  if (query.cursor !== undefined && !after) return { refused: 'ledger_changed' }
  const figures = await readAtOneState(db, companyId, scopeOfAccount(accountId), async (snapshot, position) => {
    if (after && after.state !== position) return undefined
    return readLedgerFigures(snapshot, companyId, accountId, { ...query, cursor: after?.cursor }, position)
  })
  if (!figures) return { refused: 'ledger_changed' }
  const { position, opening, within, closingPaise } = figures
  // Names are read outside of the snapshot: a read that holds one connection must not wait for another.
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
    ...(next === undefined ? {} : { next: formatStateCursor(position, next) }),
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

const parsePaise = (decimal: string) => Number(decimal.replace('.', ''))
const signedPaise = (row: { type: 'credit' | 'debit'; amount: string }) =>
  (row.type === 'credit' ? 1 : -1) * parsePaise(row.amount)

interface AccountTotals {
  received: number
  spent: number
  /** The number of rows, as of `debits`. */
  credits: number
  debits: number
}
const NO_ACCOUNT_TOTALS: AccountTotals = { received: 0, spent: 0, credits: 0, debits: 0 }

/** Returns what an account received and spent in a period, from stored totals. */
export async function readAccountTotals(
  db: Kysely<Database>,
  companyId: string,
  accountId: string,
  period: PeriodQuery,
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
