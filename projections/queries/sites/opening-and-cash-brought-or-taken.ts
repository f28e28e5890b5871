import { type Day, dayBefore, startOfDay } from '@ledger/contracts/dates.ts'
import type { PeriodQuery } from '@ledger/contracts/http/query-parameters.ts'
import type { PaymentMode } from '@ledger/contracts/payment-modes.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, sql } from 'kysely'
import type { SiteSpan } from './site-spans.ts'

/** Cash that an account brings along when it comes to a site, or takes along when it leaves; on the start of a day. */
export interface CarriedCash {
  accountId: string
  day: Day
  /** In paise; below zero for cash that leaves the site. */
  paise: bigint
}

interface Crossing {
  accountId: string
  day: Day
  sign: 1 | -1
}

/**
 * Returns the balance of a site before a period, which is its balance at the end of the day before, and the cash that
 * its people bring and take within the period, the earliest first. The cash of an account is what all of its entries
 * before that day leave, with a mode those of that mode; cash of zero is left out. So the balance of a site on any day
 * is what the people hold who work there on that day.
 * @param today the last day of a period without an end: an assignment may begin later
 */
export async function readOpeningAndCarriedCash(
  db: Kysely<Database>,
  companyId: string,
  spans: readonly SiteSpan[],
  { from, to, mode }: PeriodQuery & { mode?: PaymentMode | undefined },
  today: Day,
): Promise<{ opening: bigint; carried: CarriedCash[] }> {
  const atOpening = from === undefined ? [] : spans.filter((span) => isWithinSpan(span, dayBefore(from)))
  const crossings = crossingsWithin(spans, { from, to: to ?? today })
  const asked = [...atOpening.map(({ accountId }) => ({ accountId, day: from ?? '' })), ...crossings]
  const balances = await readBalancesBefore(db, companyId, asked, mode)
  return {
    opening: balances.slice(0, atOpening.length).reduce((sum, paise) => sum + paise, 0n),
    carried: crossings
      .map(({ sign, ...crossing }, index) => ({
        ...crossing,
        paise: BigInt(sign) * (balances[atOpening.length + index] ?? 0n),
      }))
      .filter(({ paise }) => paise !== 0n),
  }
}

const isWithinSpan = ({ from, until }: SiteSpan, day: Day): boolean =>
  (from === undefined || from <= day) && (until === undefined || until > day)

/** Returns the days of a period on which a span begins or has ended. Pure. */
export function crossingsWithin(spans: readonly SiteSpan[], { from, to = '' }: PeriodQuery): Crossing[] {
  const isAsked = (day: Day | undefined): day is Day =>
    day !== undefined && (from === undefined || day >= from) && day <= to
  return spans
    .flatMap(({ accountId, from: first, until }): Crossing[] => [
      ...(isAsked(first) ? [{ accountId, day: first, sign: 1 } as const] : []),
      ...(isAsked(until) ? [{ accountId, day: until, sign: -1 } as const] : []),
    ])
    .sort((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : one.sign - other.sign))
}

/** Returns what the entries of each account before its day leave, in paise, in one statement. */
async function readBalancesBefore(
  db: Kysely<Database>,
  companyId: string,
  asked: readonly { accountId: string; day: Day }[],
  mode: PaymentMode | undefined,
): Promise<bigint[]> {
  if (asked.length === 0) return []
  const { rows } = await sql<{ paise: string }>`
    SELECT held.paise FROM unnest(${asked.map(({ accountId }) => accountId)}::uuid[], ${asked.map(({ day }) => startOfDay(day))}::timestamptz[])
      WITH ORDINALITY AS asked (account_id, before, place)
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(CASE type WHEN 'credit' THEN paise ELSE -paise END), 0)::text AS paise FROM ledger_rows
      WHERE company_id = ${companyId} AND account_id = asked.account_id AND NOT deleted AND date < asked.before
        ${mode === undefined ? sql`` : sql`AND payment_mode = ${mode}`}) AS held
    ORDER BY place`.execute(db)
  return rows.map(({ paise }) => BigInt(paise))
}
