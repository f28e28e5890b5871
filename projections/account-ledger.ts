import { type Day, dayOf, startOfDay } from '@ledger/contracts/dates.ts'
import { formatAmount } from '@ledger/contracts/money.ts'
import type { AccountLedger, LedgerQuery } from '@ledger/contracts/reports.ts'
import { sql } from 'kysely'
import { companyTransactions, type Reading } from './ledger.ts'
import { kindsOf } from './sums.ts'

/**
 * The ledger of an account for a period: rows newest first, each with the balance after it, in the order of `date`. What came before
 * is read from the sums of days, so a page costs the same whatever the account's age.
 */
export async function accountLedgerOf(
  reading: Reading,
  accountId: string,
  query: LedgerQuery,
): Promise<AccountLedger & { next?: string }> {
  const { from, to } = query
  const [{ rows, next }, opening, within] = await Promise.all([
    companyTransactions(reading, { ...query, q: undefined, type: undefined, accountId }),
    from === undefined ? NOTHING : totalsOf(reading, accountId, { from: undefined, to: dayBefore(from) }),
    totalsOf(reading, accountId, { from, to }),
  ])
  const [first] = rows
  let balance = first === undefined ? 0 : await balanceAfter(reading, accountId, first)
  const withBalance = rows.map((row) => {
    const after = balance
    balance -= signed(row)
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

const paise = (decimal: string) => Number(decimal.replace('.', ''))
const signed = (row: { type: 'credit' | 'debit'; amount: string }) =>
  (row.type === 'credit' ? 1 : -1) * paise(row.amount)

const dayBefore = (day: Day): Day => dayOf(new Date(Date.parse(startOfDay(day)) - 1).toISOString())

interface Totals {
  received: number
  spent: number
  /** How many rows. */
  credits: number
  debits: number
}
const NOTHING: Totals = { received: 0, spent: 0, credits: 0, debits: 0 }

async function totalsOf({ db, companyId }: Reading, accountId: string, period: Period): Promise<Totals> {
  const kinds = await kindsOf(db, companyId, accountId, period)
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
type Period = Pick<LedgerQuery, 'from' | 'to'>

/** The days before the row's, and the rows of its day up to it. */
async function balanceAfter(
  reading: Reading,
  accountId: string,
  { id, date }: { id: string; date: string },
): Promise<number> {
  const { db, companyId } = reading
  const day = dayOf(date)
  const [before, { rows }] = await Promise.all([
    totalsOf(reading, accountId, { from: undefined, to: dayBefore(day) }),
    sql<{ paise: number }>`
      WITH row AS (SELECT date, position FROM ledger_rows WHERE company_id = ${companyId} AND row_id = ${id})
      SELECT coalesce(sum(CASE l.type WHEN 'credit' THEN l.paise ELSE -l.paise END), 0)::bigint AS paise
      FROM ledger_rows l, row
      WHERE l.company_id = ${companyId} AND l.account_id = ${accountId} AND NOT l.deleted AND l.date >= ${startOfDay(day)}
        AND (l.date, l.position) <= (row.date, row.position)`.execute(db),
  ])
  return before.received - before.spent + (rows[0]?.paise ?? 0)
}
