import { endOfDay, startOfDay } from '@ledger/contracts/dates.ts'
import { formatAmount } from '@ledger/contracts/money.ts'
import type { AccountLedger, LedgerQuery } from '@ledger/contracts/reports.ts'
import type { Database } from '@ledger/database/tables.ts'
import { type Kysely, sql } from 'kysely'
import { companyTransactions } from './ledger.ts'

/**
 * The ledger of an account for a period: rows newest first, each with the balance after it, in the order of `date`.
 * The sums are made where the rows are, so a page costs the same whatever the account's age, but for one pass over its index.
 */
export async function accountLedgerOf(
  db: Kysely<Database>,
  companyId: string,
  accountId: string,
  query: LedgerQuery,
): Promise<AccountLedger & { next?: string }> {
  const { rows, next } = await companyTransactions(db, companyId, {
    ...query,
    q: undefined,
    type: undefined,
    accountId,
  })
  const sums = await sumsOf(db, companyId, accountId, query, rows.at(0)?.id)
  let balance = sums.upToFirst
  const withBalance = rows.map((row) => {
    const after = balance
    balance -= signed(row)
    return { ...row, balance: formatAmount(after) }
  })
  return {
    openingBalance: formatAmount(sums.opening),
    closingBalance: formatAmount(sums.opening + sums.received - sums.spent),
    received: formatAmount(sums.received),
    spent: formatAmount(sums.spent),
    credits: sums.credits,
    debits: sums.debits,
    rows: withBalance,
    ...(next === undefined ? {} : { next }),
  }
}

const paise = (decimal: string) => Number(decimal.replace('.', ''))
const signed = (row: { type: 'credit' | 'debit'; amount: string }) =>
  (row.type === 'credit' ? 1 : -1) * paise(row.amount)

interface Sums {
  opening: number
  received: number
  spent: number
  credits: number
  debits: number
  upToFirst: number
}

/** Before the period, within it, and up to the first row of the page, which it includes. */
async function sumsOf(
  db: Kysely<Database>,
  companyId: string,
  accountId: string,
  { from, to }: LedgerQuery,
  firstRow: string | undefined,
): Promise<Sums> {
  const start = from === undefined ? sql`'-infinity'::timestamptz` : sql`${startOfDay(from)}::timestamptz`
  const end = to === undefined ? sql`'infinity'::timestamptz` : sql`${endOfDay(to)}::timestamptz`
  const amount = sql`CASE type WHEN 'credit' THEN paise ELSE -paise END`
  const { rows } = await sql<Omit<Sums, 'upToFirst'> & { up_to_first: number }>`
    WITH first AS (SELECT date, position, row_id FROM ledger_rows WHERE company_id = ${companyId} AND row_id = ${firstRow ?? ''})
    SELECT coalesce(sum(${amount}) FILTER (WHERE l.date < ${start}), 0)::bigint AS opening,
      coalesce(sum(paise) FILTER (WHERE l.date >= ${start} AND l.date < ${end} AND type = 'credit'), 0)::bigint AS received,
      coalesce(sum(paise) FILTER (WHERE l.date >= ${start} AND l.date < ${end} AND type = 'debit'), 0)::bigint AS spent,
      count(*) FILTER (WHERE l.date >= ${start} AND l.date < ${end} AND type = 'credit') AS credits,
      count(*) FILTER (WHERE l.date >= ${start} AND l.date < ${end} AND type = 'debit') AS debits,
      coalesce(sum(${amount}) FILTER (WHERE (l.date, l.position, l.row_id) <= (first.date, first.position, first.row_id)), 0)::bigint
        AS up_to_first
    FROM ledger_rows l LEFT JOIN first ON true
    WHERE l.company_id = ${companyId} AND l.account_id = ${accountId} AND NOT l.deleted`.execute(db)
  const [sums] = rows
  if (sums === undefined) throw new Error('Sums without GROUP BY are always one row')
  const { up_to_first: upToFirst, ...rest } = sums
  return { ...rest, upToFirst }
}
