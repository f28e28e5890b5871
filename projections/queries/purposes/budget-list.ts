import { daysOfMonth, endOfDay, startOfDay } from '@ledger/contracts/dates.ts'
import type { BudgetList } from '@ledger/contracts/http/purposes/purpose-and-budget-schemas.ts'
import { formatAmount } from '@ledger/contracts/money.ts'
import { publicIdFor } from '@ledger/contracts/public-account-id.ts'
import { purposeFinder, purposeKey, wordsOfPurpose } from '@ledger/contracts/purposes/company-purpose-list.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, sql } from 'kysely'
import { periodWithinSpan, readAllSiteSpans, type SiteSpan } from '../sites/site-spans.ts'
import { purposeKeySql, readPurposeList } from './listed-purposes.ts'

interface StoredBudget {
  site_id: string
  site: string | null
  mobile: string
  purpose: string
  month: string | null
  paise: string
}

interface AskedMonths {
  readonly month?: string | undefined
  readonly from?: string | undefined
}

/**
 * Returns the budgets that hold, of sites that are not closed, with what is spent of each: the expenses of the site
 * with its supervisors, in any word of the purpose. An index has the expenses of an account by purpose and day, so a
 * budget reads those of its own purpose alone, however many entries the company has.
 * @param asked the month of the budgets, or the first month; those of the whole time are always there
 */
export async function readBudgets(db: Kysely<Database>, companyId: string, asked: AskedMonths): Promise<BudgetList> {
  const budgets = await readHoldingBudgets(db, companyId, asked)
  if (budgets.length === 0) return []
  const spent = await readSpent(db, companyId, budgets)
  return budgets
    .map(({ site, mobile, purpose, month: of, paise }, place) => {
      const ofBudget = spent.get(place) ?? 0n
      return {
        site: publicIdFor('site_incharge', mobile),
        siteName: site ?? '',
        purpose,
        month: of,
        amount: formatAmount(BigInt(paise)),
        spent: formatAmount(ofBudget),
        percent: Number((ofBudget * 100n) / BigInt(paise)),
      }
    })
    .sort((one, other) => other.percent - one.percent)
}

async function readHoldingBudgets(
  db: Kysely<Database>,
  companyId: string,
  { month, from }: AskedMonths,
): Promise<StoredBudget[]> {
  const inMonth = month === undefined ? sql`` : sql`AND (b.month IS NULL OR b.month = ${month})`
  const sinceMonth = from === undefined ? sql`` : sql`AND (b.month IS NULL OR b.month >= ${from})`
  const { rows } = await sql<StoredBudget>`
    SELECT b.site_id, site_name AS site, mobile, b.purpose, b.month, b.paise
    FROM (SELECT DISTINCT ON (site_id, month, ${purposeKeySql(sql`purpose`)}) * FROM budgets
      WHERE company_id = ${companyId}
      ORDER BY site_id, month, ${purposeKeySql(sql`purpose`)}, position DESC) AS b
    JOIN directory d ON d.company_id = ${companyId} AND d.account_id = b.site_id AND d.status <> 'closed'
    JOIN contacts c ON c.company_id = ${companyId} AND c.account_id = b.site_id AND mobile IS NOT NULL
    WHERE b.paise IS NOT NULL ${inMonth} ${sinceMonth}
    ORDER BY site_name, b.purpose, b.month`.execute(db)
  return rows
}

/** Returns what is spent of each budget, in paise, by its place in the list. All are read in one statement. */
async function readSpent(
  db: Kysely<Database>,
  companyId: string,
  budgets: readonly StoredBudget[],
): Promise<ReadonlyMap<number, bigint>> {
  const findListed = purposeFinder((await readPurposeList(db, companyId)).purposes)
  const spans = Map.groupBy(await readAllSiteSpans(db, companyId), ({ group }) => group)
  const asked = budgets.flatMap((budget, place) => {
    const listed = findListed(budget.purpose)
    const words = new Set((listed ? wordsOfPurpose(listed) : [budget.purpose]).map(purposeKey))
    return instantsOfSpans(spans.get(budget.site_id) ?? [], budget.month).flatMap((span) =>
      [...words].map((word) => ({ place, word, ...span })),
    )
  })
  const column = (name: 'place' | 'word' | 'account' | 'from' | 'before') => asked.map((each) => each[name])
  const { rows } = await sql<{ place: number; paise: string }>`
    SELECT asked.place, sum(spent.paise)::numeric AS paise
    FROM unnest(${column('place')}::int[], ${column('word')}::text[], ${column('account')}::uuid[],
      ${column('from')}::timestamptz[], ${column('before')}::timestamptz[]) AS asked (place, word, account, first, before)
    CROSS JOIN LATERAL (SELECT sum(paise) AS paise FROM ledger_rows
      WHERE company_id = ${companyId} AND account_id = asked.account AND ${purposeKeySql(sql`purpose`)} = asked.word
        AND date >= asked.first AND date < asked.before
        AND NOT deleted AND type = 'debit' AND transfer_from IS NULL) AS spent
    GROUP BY asked.place HAVING sum(spent.paise) IS NOT NULL`.execute(db)
  return new Map(rows.map(({ place, paise }) => [place, BigInt(paise)]))
}

/** Returns the instants between which the expenses of accounts count for a site, within a month where one is given. */
function instantsOfSpans(spans: readonly SiteSpan[], month: string | null) {
  const period = month === null ? { from: undefined, to: undefined } : daysOfMonth(month)
  return spans.flatMap((span) => {
    const within = periodWithinSpan(span, period)
    if (!within) return []
    return [
      {
        account: span.accountId,
        from: within.from === undefined ? '-infinity' : startOfDay(within.from),
        before: within.to === undefined ? 'infinity' : endOfDay(within.to),
      },
    ]
  })
}
