import { type Day, endOfDay, startOfDay } from '@ledger/contracts/dates.ts'
import type { CashBook, CashBookQuery } from '@ledger/contracts/http/reports/account-ledger-and-cash-book-schemas.ts'
import { formatAmount } from '@ledger/contracts/money.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, sql } from 'kysely'
import { type CarriedCash, readOpeningAndCarriedCash } from './sites/opening-and-cash-brought-or-taken.ts'
import { inSpansSql } from './sites/rows-in-spans-sql.ts'
import type { SiteSpan } from './sites/site-spans.ts'

/** The sums on a day, or before the period where there is no day; in paise. */
export interface DayMovement {
  day: Day | null
  received: bigint
  spent: bigint
  entries: number
  /** How many of the entries are money spent, without transfers. */
  expenses: number
  /** Their sum, in paise. */
  spentOnExpenses: bigint
}

/** The entries of a book: those of an account or a site, or of all accounts together. */
export type BookSpans = readonly SiteSpan[] | 'company'

/**
 * Returns the book of an account, of a site with its supervisors, or of the company, by day, oldest first. All figures
 * are of one moment. Each row up to the end of the period is read: no total of an account is stored by payment mode.
 * A supervisor's money counts as received on the day of the arrival at the site, and as spent on the day of leaving it,
 * without an entry. In the book of the company a transfer is received and spent.
 * @param today the last day of a period without an end
 */
export async function readCashBook(
  db: Kysely<Database>,
  companyId: string,
  spans: BookSpans,
  { from, to, mode }: Pick<CashBookQuery, 'from' | 'to' | 'mode'>,
  today: Day,
): Promise<CashBook> {
  const { opening, carried, days } = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (snapshot) => ({
      ...(spans === 'company'
        ? { opening: await readCompanyOpening(snapshot, companyId, { from, mode }), carried: [] }
        : await readOpeningAndCarriedCash(snapshot, companyId, spans, { from, to, mode }, today)),
      days: await readDayMovements(snapshot, companyId, spans, { from, to, mode }),
    }))
  return toCashBook([{ ...NO_MOVEMENT, day: null, received: opening }, ...withCarriedCash(days, carried)])
}

export const NO_MOVEMENT: Omit<DayMovement, 'day'> = {
  ...{ received: 0n, spent: 0n, entries: 0 },
  ...{ expenses: 0, spentOnExpenses: 0n },
}

/** Returns what all entries before a day leave, in paise. */
async function readCompanyOpening(
  db: Kysely<Database>,
  companyId: string,
  { from, mode }: Pick<CashBookQuery, 'from' | 'mode'>,
): Promise<bigint> {
  if (from === undefined) return 0n
  const { rows } = await sql<{ paise: string }>`
    SELECT coalesce(sum(CASE type WHEN 'credit' THEN paise ELSE -paise END), 0)::text AS paise FROM ledger_rows
    WHERE company_id = ${companyId} AND NOT deleted AND date < ${startOfDay(from)}
      ${mode === undefined ? sql`` : sql`AND payment_mode = ${mode}`}`.execute(db)
  return BigInt(rows[0]?.paise ?? 0)
}

/** A day as PostgreSQL returns it. */
interface DayRow extends Pick<DayMovement, 'entries' | 'expenses'> {
  day: Day
  received: string
  spent: string
  spentOnExpenses: string
}

/** Returns the sums of each day that has entries, the earliest first. */
export async function readDayMovements(
  db: Kysely<Database>,
  companyId: string,
  spans: BookSpans,
  { from, to, mode }: Pick<CashBookQuery, 'from' | 'to' | 'mode'>,
): Promise<DayMovement[]> {
  const [only, ...others] = spans === 'company' ? [] : spans
  const isOneAccount = only && others.length === 0 && only.from === undefined && only.until === undefined
  const isExpense = sql`type = 'debit' AND transfer_from IS NULL`
  const { rows } = await sql<DayRow>`
    SELECT to_char(date AT TIME ZONE 'Asia/Kolkata', 'YYYY-MM-DD') AS day, count(*)::int AS entries,
      count(*) FILTER (WHERE ${isExpense})::int AS expenses,
      coalesce(sum(paise) FILTER (WHERE ${isExpense}), 0)::text AS "spentOnExpenses",
      coalesce(sum(paise) FILTER (WHERE type = 'credit'), 0)::text AS received,
      coalesce(sum(paise) FILTER (WHERE type = 'debit'), 0)::text AS spent
    FROM ledger_rows WHERE company_id = ${companyId} AND NOT deleted
      ${spans === 'company' ? sql`` : sql`AND ${isOneAccount ? sql`account_id = ${only.accountId}` : inSpansSql(spans)}`}
      ${from === undefined ? sql`` : sql`AND date >= ${startOfDay(from)}`}
      ${to === undefined ? sql`` : sql`AND date < ${endOfDay(to)}`}
      ${mode === undefined ? sql`` : sql`AND payment_mode = ${mode}`}
    GROUP BY 1 ORDER BY 1`.execute(db)
  return rows.map(({ received, spent, spentOnExpenses, ...row }) => ({
    ...row,
    received: BigInt(received),
    spent: BigInt(spent),
    spentOnExpenses: BigInt(spentOnExpenses),
  }))
}

function withCarriedCash(days: readonly DayMovement[], carried: readonly CarriedCash[]): DayMovement[] {
  const byDay = new Map(days.map((movement) => [movement.day ?? '', { ...movement }]))
  for (const { day, paise } of carried) {
    const movement = byDay.get(day) ?? { ...NO_MOVEMENT, day }
    if (paise > 0n) movement.received += paise
    else movement.spent -= paise
    byDay.set(day, movement)
  }
  return [...byDay.values()].sort((one, other) => ((one.day ?? '') < (other.day ?? '') ? -1 : 1))
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
