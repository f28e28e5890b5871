import { type Day, endOfDay, startOfDay } from '@ledger/contracts/dates.ts'
import type { CashBook, CashBookQuery } from '@ledger/contracts/http/report-schemas.ts'
import { formatAmount } from '@ledger/contracts/money.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, sql } from 'kysely'

/** The sums of an account on a day, or before the period where there is no day; in paise. */
export interface DayMovement {
  day: Day | null
  received: bigint
  spent: bigint
  entries: number
}

/**
 * Returns the book of an account by day, oldest first. All figures are of one statement, so they are of one moment.
 * Each row up to the end of the period is read: no total of an account is stored by payment mode.
 */
export async function readCashBook(
  db: Kysely<Database>,
  companyId: string,
  accountId: string,
  { from, to, mode }: Omit<CashBookQuery, 'account'>,
): Promise<CashBook> {
  const day = sql`to_char(date AT TIME ZONE 'Asia/Kolkata', 'YYYY-MM-DD')`
  const dayInPeriod = from === undefined ? day : sql`CASE WHEN date >= ${startOfDay(from)} THEN ${day} END`
  const { rows } = await sql<{ day: Day | null; received: string; spent: string; entries: number }>`
    SELECT ${dayInPeriod} AS day, count(*)::int AS entries,
      coalesce(sum(paise) FILTER (WHERE type = 'credit'), 0)::text AS received,
      coalesce(sum(paise) FILTER (WHERE type = 'debit'), 0)::text AS spent
    FROM ledger_rows WHERE company_id = ${companyId} AND account_id = ${accountId} AND NOT deleted
      ${to === undefined ? sql`` : sql`AND date < ${endOfDay(to)}`}
      ${mode === undefined ? sql`` : sql`AND payment_mode = ${mode}`}
    GROUP BY 1 ORDER BY 1 NULLS FIRST`.execute(db)
  return toCashBook(
    rows.map(({ received, spent, ...row }) => ({ ...row, received: BigInt(received), spent: BigInt(spent) })),
  )
}

/** @param movements oldest first; what was before the period comes first of all */
export function toCashBook(movements: readonly DayMovement[]): CashBook {
  let [opening, balance, received, spent, entries] = [0n, 0n, 0n, 0n, 0]
  const days: CashBook['days'] = []
  for (const movement of movements) {
    const before = balance
    balance += movement.received - movement.spent
    if (movement.day === null) {
      opening = balance
      continue
    }
    received += movement.received
    spent += movement.spent
    entries += movement.entries
    days.push({
      date: movement.day,
      ...figures(before, movement.received, movement.spent, movement.entries),
      isNegative: balance < 0n,
    })
  }
  return { ...figures(opening, received, spent, entries), days }
}

const figures = (opening: bigint, received: bigint, spent: bigint, entries: number) => ({
  opening: formatAmount(opening),
  in: formatAmount(received),
  out: formatAmount(spent),
  closing: formatAmount(opening + received - spent),
  entries,
})
