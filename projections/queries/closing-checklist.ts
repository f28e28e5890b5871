import { type Day, endOfDay, type Instant } from '@ledger/contracts/dates.ts'
import { publicIdFor } from '@ledger/contracts/public-account-id.ts'
import type { FieldRole } from '@ledger/contracts/roles.ts'
import { sortByName } from '@ledger/contracts/text/name-order.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, sql } from 'kysely'
import { DAYS_AND_MONTHS } from '../read-models/period-totals/calendar-periods.ts'
import { kindTotalsSql } from '../read-models/period-totals/read-period-totals.ts'
import { readAtOneState } from './read-at-one-state.ts'
import { WORKLIST_QUERIES, type WorklistContext } from './worklists/worklist-conditions.ts'

/** The days that a closing would close: after the last closed day, up to its own. */
export interface DaysToClose {
  /** Null where the books were never closed. */
  after: Day | null
  upTo: Day
}

export interface ClosingCounts {
  /** Null where the settings ask for no bills. */
  withoutBill: number | null
  openQuestions: number
  negativeCashDays: number
  /** The accounts of these days, the earliest first, with their public ids; deleted ones with the inner id. */
  negativeCashAccounts: { account: string; name: string; days: number; first: Day }[]
}

/** The most accounts that the checklist names. */
const MAX_ACCOUNTS = 20

/**
 * Returns how many entries and days of an open period an accountant looks at before closing it. The balances of its
 * days need each of its rows, because no total of an account is stored by day; the months before it have stored totals.
 */
export async function readClosingCounts(
  db: Kysely<Database>,
  context: WorklistContext,
  days: DaysToClose,
): Promise<ClosingCounts> {
  // The rows and the stored totals have to be of the same entries.
  return readAtOneState(
    db,
    context.companyId,
    () => ({}),
    (snapshot) => readCountsFromSnapshot(snapshot, context, days),
  )
}

async function readCountsFromSnapshot(
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
    if (!conditions) return sql`NULL`
    const deleted = WORKLIST_QUERIES[name].hasDeleted ? sql`` : sql`AND NOT deleted`
    return sql`(SELECT count(*) FROM ledger_rows WHERE company_id = ${companyId} ${deleted} AND ${inPeriod}
      AND ${sql.join(conditions, sql` AND `)})`
  }
  const { rows } = await sql<CountsRow>`
    WITH moves AS (
      SELECT account_id, date_trunc('day', date AT TIME ZONE 'Asia/Kolkata') AS day,
        sum(CASE type WHEN 'credit' THEN paise ELSE -paise END) AS moved
      FROM ledger_rows WHERE company_id = ${companyId} AND NOT deleted AND ${inPeriod} GROUP BY 1, 2),
    below AS (
      SELECT account_id, count(*) AS days, min(day) AS first FROM (
        SELECT account_id, day, sum(moved) OVER (PARTITION BY account_id ORDER BY day) AS balance FROM (
          SELECT account_id, day, moved FROM moves
          ${after === null ? sql`` : sql`UNION ALL ${openingsSql(companyId, after)}`}
        ) AS moved_on_days
      ) AS balances WHERE balance < 0 AND day > '-infinity' GROUP BY account_id),
    named AS (
      SELECT b.account_id AS id, d.role, c.mobile, trim(d.first_name || ' ' || d.last_name) AS name, b.days,
        to_char(b.first, 'YYYY-MM-DD') AS first
      FROM below b JOIN directory d ON d.company_id = ${companyId} AND d.account_id = b.account_id
      LEFT JOIN contacts c ON c.company_id = d.company_id AND c.account_id = d.account_id AND d.status <> 'closed'
      ORDER BY b.first, name, id LIMIT ${MAX_ACCOUNTS})
    SELECT ${countOf('withoutBill')}::integer AS "withoutBill", ${countOf('questions')}::integer AS "openQuestions",
      (SELECT coalesce(sum(days), 0) FROM below)::integer AS "negativeCashDays",
      (SELECT json_agg(named ORDER BY first, name, id) FROM named)::text AS accounts`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('A query of counts has one row')
  const { accounts, ...numbers } = counts
  const named: NegativeCashRow[] = accounts === null ? [] : JSON.parse(accounts)
  const negativeCashAccounts = named.map(({ id, role, mobile, name, days, first }) => {
    return { account: mobile === null ? id : publicIdFor(role, mobile), name, days, first }
  })
  return { ...numbers, negativeCashAccounts }
}

/** Returns what each account of the query's `moves` had at the end of a day, as a row before all days. */
const openingsSql = (companyId: string, after: Day) => sql`
  SELECT account_id, '-infinity', opening.moved FROM (SELECT DISTINCT account_id FROM moves) AS moving
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(CASE WHEN key IN ('credits', 'transfersReceived') THEN paise
      WHEN key IN ('debits', 'transfersGiven') THEN -paise END), 0) AS moved
    FROM ${kindTotalsSql(companyId, sql.ref('moving.account_id'), { from: undefined, to: after }, DAYS_AND_MONTHS)} AS kinds
  ) AS opening`

type CountsRow = Omit<ClosingCounts, 'negativeCashAccounts'> & { accounts: string | null }

interface NegativeCashRow {
  id: string
  role: FieldRole
  mobile: string | null
  name: string
  days: number
  first: Day
}

/**
 * Returns the field users who can sign in and of whom nothing was heard since the end of a day, by name: neither a
 * sign-in, which their devices keep, nor a use of a session, which is deleted soon after it ends. Entries of such a
 * phone may still arrive.
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
