import { type Day, dayOf, startOfDay } from '@ledger/contracts/dates.ts'
import type { AccountLedger, OwnLedgerQuery } from '@ledger/contracts/http/report-schemas.ts'
import { formatAmount } from '@ledger/contracts/money.ts'
import { sql } from 'kysely'
import { readTotalsByKind } from '../read-models/period-totals.ts'
import { listCompanyTransactions, type TransactionQueryContext } from './transaction-lists.ts'

/**
 * Returns the ledger of an account for a period: rows newest first, each with the balance after it, in the order of
 * `date`. The balance before the period is read from stored totals, so a page costs the same whatever the account's
 * age.
 */
export async function readAccountLedger(
  reading: TransactionQueryContext,
  accountId: string,
  query: OwnLedgerQuery,
): Promise<AccountLedger & { next?: string }> {
  const { from, to } = query
  const [{ rows, next }, opening, within] = await Promise.all([
    listCompanyTransactions(reading, { ...query, q: undefined, type: undefined, accountId }),
    from === undefined
      ? NO_ACCOUNT_TOTALS
      : readAccountTotals(reading, accountId, { from: undefined, to: dayBefore(from) }),
    readAccountTotals(reading, accountId, { from, to }),
  ])
  const [first] = rows
  let balance = first === undefined ? 0 : await readBalanceAfterRow(reading, accountId, first)
  const withBalance = rows.map((row) => {
    const after = balance
    balance -= signedPaise(row)
    return { ...row, balance: formatAmount(after) }
  })
  const openingPaise = opening.received - opening.spent
  return {
    openingBalance: formatAmount(openingPaise),
    closingBalance: formatAmount(openingPaise + within.received - within.spent),
    received: formatAmount(within.received),
    spent: formatAmount(within.spent),
    credits: within.credits,
    debits: within.debits,
    rows: withBalance,
    ...(next === undefined ? {} : { next }),
  }
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
  { db, companyId }: TransactionQueryContext,
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

/** Returns the balance after a row, in paise: the totals of the days before it, and the rows of its day up to it. */
async function readBalanceAfterRow(
  reading: TransactionQueryContext,
  accountId: string,
  { id, date }: { id: string; date: string },
): Promise<number> {
  const { db, companyId } = reading
  const day = dayOf(date)
  const [before, { rows }] = await Promise.all([
    readAccountTotals(reading, accountId, { from: undefined, to: dayBefore(day) }),
    sql<{ paise: number }>`
      WITH row AS (SELECT date, position FROM ledger_rows WHERE company_id = ${companyId} AND row_id = ${id})
      SELECT coalesce(sum(CASE l.type WHEN 'credit' THEN l.paise ELSE -l.paise END), 0)::bigint AS paise
      FROM ledger_rows l, row
      WHERE l.company_id = ${companyId} AND l.account_id = ${accountId} AND NOT l.deleted AND l.date >= ${startOfDay(day)}
        AND (l.date, l.position) <= (row.date, row.position)`.execute(db),
  ])
  return before.received - before.spent + (rows[0]?.paise ?? 0)
}
