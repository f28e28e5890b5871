import { type Day, endOfDay, type Instant } from '@ledger/contracts/dates.ts'
import { sortByName } from '@ledger/contracts/text/name-order.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, sql } from 'kysely'
import { WORKLIST_QUERIES, type WorklistContext } from './worklists/worklist-rows.ts'

/** The days that a closing would close: after the last closed day, up to its own. */
export interface DaysToClose {
  /** Null where the books were never closed. */
  after: Day | null
  upTo: Day
}

export interface ClosingCounts {
  withoutBill: number
  openQuestions: number
  negativeCashDays: number
}

/**
 * Returns how many entries and days of an open period an accountant looks at before closing it. The balances of days
 * need every row before them: no total of an account is stored by day.
 */
export async function readClosingCounts(
  db: Kysely<Database>,
  context: WorklistContext,
  { after, upTo }: DaysToClose,
): Promise<ClosingCounts> {
  const { companyId } = context
  const until = endOfDay(upTo)
  const from: Instant | null = after === null ? null : endOfDay(after)
  const inPeriod = sql`date < ${until} ${from === null ? sql`` : sql`AND date >= ${from}`}`
  const countOf = (name: 'withoutBill' | 'questions') => {
    const conditions = WORKLIST_QUERIES[name].rows(context)
    if (!conditions) return sql`0`
    const deleted = WORKLIST_QUERIES[name].hasDeleted ? sql`` : sql`AND NOT deleted`
    return sql`(SELECT count(*) FROM ledger_rows WHERE company_id = ${companyId} ${deleted} AND ${inPeriod}
      AND ${sql.join(conditions, sql` AND `)})`
  }
  const { rows } = await sql<ClosingCounts>`
    SELECT ${countOf('withoutBill')}::integer AS "withoutBill", ${countOf('questions')}::integer AS "openQuestions",
      (SELECT count(*) FROM (
        SELECT day, sum(sum(moved)) OVER (PARTITION BY account_id ORDER BY day) AS balance FROM (
          SELECT account_id, date_trunc('day', date AT TIME ZONE 'Asia/Kolkata') AS day,
            CASE type WHEN 'credit' THEN paise ELSE -paise END AS moved
          FROM ledger_rows WHERE company_id = ${companyId} AND NOT deleted AND date < ${until}
        ) AS moves GROUP BY account_id, day
      ) AS days WHERE balance < 0 ${after === null ? sql`` : sql`AND day > ${after}::date`})::integer AS "negativeCashDays"`.execute(
    db,
  )
  const [counts] = rows
  if (!counts) throw new Error('A query of counts has one row')
  return counts
}

/**
 * Returns the field users who can sign in and of whom nothing was heard since the end of a day, by name: neither a
 * sign-in, which their devices keep, nor a use of a session, which is deleted soon after it ends. What such a phone
 * holds may still arrive.
 */
export async function listFieldUsersNotSeen(db: Kysely<Database>, companyId: string, upTo: Day): Promise<string[]> {
  const until = endOfDay(upTo)
  const [people, seen] = await Promise.all([
    db
      .selectFrom('directory')
      .select(['account_id', 'first_name', 'last_name'])
      .where('company_id', '=', companyId)
      .where('role', 'in', ['site_incharge', 'supervisor'])
      .where('status', '=', 'active')
      .execute(),
    db
      .selectFrom('sessions')
      .select('account_id')
      .where('company_id', '=', companyId)
      .where('last_used_at', '>=', until)
      .union(
        db.selectFrom('devices').select('account_id').where('company_id', '=', companyId).where('used_at', '>=', until),
      )
      .execute(),
  ])
  const heardOf = new Set(seen.map((session) => session.account_id))
  const names = people
    .filter((person) => !heardOf.has(person.account_id))
    .map((person) => `${person.first_name} ${person.last_name}`.trim())
  return sortByName(names, 'en', (name) => name)
}
