import { dayOf, type Instant, startOfDay } from '@ledger/contracts/dates.ts'
import type { OfficeLimits } from '@ledger/contracts/events/setting-schemas.ts'
import type { WorklistName } from '@ledger/contracts/http/worklists/worklist-count-schemas.ts'
import type { ProjectionName } from '@ledger/contracts/projection-names-and-labels.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { amountBucketOf } from '../../read-models/worklists/amount-counts.ts'
import { partyKeySql } from '../../read-models/worklists/party-key.ts'

/** The read models behind the worklists. */
export const WORKLIST_PROJECTIONS = [
  ...(['ledger', 'directory', 'balances', 'activity', 'bills', 'questions', 'worklists', 'cashCounts'] as const),
] as const satisfies ProjectionName[]

/** The facts that decide which entries are on a list: the limits of the company, and what changed since an instant. */
export interface WorklistContext {
  companyId: string
  limits: OfficeLimits
  /** The start of yesterday in Asia/Kolkata. */
  changedSince: Instant
}

/** @param now the clock, ISO 8601 in UTC */
export function worklistContext(companyId: string, limits: OfficeLimits, now: Instant): WorklistContext {
  const lastDay = new Date(Date.parse(startOfDay(dayOf(now))) - 1).toISOString()
  return { companyId, limits, changedSince: startOfDay(dayOf(lastDay)) }
}

/** A worklist: which rows of `ledger_rows` it has, as conditions, and how many it counts. */
interface Worklist {
  /** Returns undefined where the settings switch the list off. */
  rows(context: WorklistContext): RawBuilder<unknown>[] | undefined
  /** Returns a query of the accounts whose entries alone are on the list (readAccountsOnList). */
  accounts?(context: WorklistContext): RawBuilder<unknown>
  /** Returns a query of one number; without it the rows that are not deleted are counted. */
  count?(context: WorklistContext): RawBuilder<unknown>
  /** The list has deleted entries, too. */
  hasDeleted?: true
}

/** A transfer is one entry: the giver's row. The index `ledger_rows_late` has the same text. */
const ONE_ROW_OF_EACH = sql`(transfer_from IS NULL OR type = 'debit')`
const DAYS_LATE = sql`public.days_late(recorded_at, date)`

export const WORKLIST_QUERIES: Readonly<Record<WorklistName, Worklist>> = {
  /** Counts accounts, and lists their entries. An account that is disabled or deleted can be sent nothing. */
  lowCash: {
    rows: ({ limits: { lowCashPaise } }) => (lowCashPaise === null ? undefined : []),
    accounts: ({ companyId, limits: { lowCashPaise } }) =>
      sql`SELECT account_id FROM ${shortAccountsSql(companyId, lowCashPaise ?? 0)}`,
    count: ({ companyId, limits: { lowCashPaise } }) =>
      sql`SELECT count(*) FROM ${shortAccountsSql(companyId, lowCashPaise ?? 0)}`,
  },
  withoutBill: {
    rows: ({ limits: { billAbovePaise } }) =>
      billAbovePaise === null
        ? undefined
        : [
            sql`bills IS NULL AND transfer_from IS NULL AND type = 'debit' AND NOT bill_not_needed`,
            sql`paise > ${billAbovePaise}`,
          ],
    count: ({ companyId, limits: { billAbovePaise } }) =>
      countAboveSql(companyId, billAbovePaise ?? 0, {
        what: 'without_bill',
        of: sql`bills IS NULL AND transfer_from IS NULL AND type = 'debit'`,
        reviewed: sql`bill_not_needed`,
      }),
  },
  /** An entry with several questions is one row of the list. */
  questions: {
    // The person who was asked may have deleted the entry: the question is still open.
    hasDeleted: true,
    count: ({ companyId }) => sql`SELECT count(DISTINCT row_id) FROM questions
      WHERE company_id = ${companyId} AND state IN ('open', 'answered')`,
    rows: ({ companyId }) => [
      sql`row_id = ANY (ARRAY(
        SELECT row_id FROM questions WHERE company_id = ${companyId} AND state IN ('open', 'answered')))`,
    ],
  },
  /** `days_late` is above any limit where a financial year has ended between (migrations/steps/0030-worklists.ts). */
  enteredLate: {
    rows: ({ limits: { lateDays } }) =>
      lateDays === null
        ? undefined
        : [sql`NOT seen AND ${DAYS_LATE} > 0 AND ${ONE_ROW_OF_EACH} AND ${DAYS_LATE} > ${lateDays}`],
  },
  looksTwice: {
    rows: ({ companyId }) => [sql`row_id = ANY (ARRAY(${rowsThatLookTwiceSql(companyId)}))`],
    count: ({ companyId }) => sql`SELECT count(*) FROM (${rowsThatLookTwiceSql(companyId)}) AS twice`,
  },
  large: {
    rows: ({ limits: { largePaise } }) =>
      largePaise === null ? undefined : [sql`NOT seen AND ${ONE_ROW_OF_EACH} AND paise > ${largePaise}`],
    count: ({ companyId, limits: { largePaise } }) =>
      countAboveSql(companyId, largePaise ?? 0, { what: 'entries', of: ONE_ROW_OF_EACH, reviewed: sql`seen` }),
  },
  changed: {
    hasDeleted: true,
    rows: (context) => [sql`row_id = ANY (ARRAY(SELECT id::text FROM ${changedTransactionsSql(context)}))`],
    count: (context) => sql`SELECT count(*) FROM ${changedTransactionsSql(context)}`,
  },
}

/**
 * Returns the accounts whose entries a list has; undefined where it has entries of any account. Few accounts have few
 * of the newest rows: a list by date alone looked at 1,500,000 rows for them, their own indexes at a page of each.
 */
export async function readAccountsOnList(
  db: Kysely<Database>,
  name: WorklistName,
  context: WorklistContext,
): Promise<ReadonlySet<string> | undefined> {
  const accounts = WORKLIST_QUERIES[name].accounts?.(context)
  if (!accounts) return undefined
  const { rows } = await sql<{ account_id: string }>`${accounts}`.execute(db)
  return new Set(rows.map(({ account_id }) => account_id))
}

/** Stored counts of amounts, the rows that they count, and the rows among these that the office has reviewed. */
interface CountedAmounts {
  what: 'entries' | 'without_bill'
  of: RawBuilder<unknown>
  reviewed: RawBuilder<unknown>
}

/**
 * Counts the rows above an amount that were not reviewed: the stored counts from the amount's bucket on, without the
 * rows of this bucket up to the amount, and without the reviewed ones, which people have made one by one.
 */
function countAboveSql(companyId: string, paise: number, { what, of, reviewed }: CountedAmounts) {
  const bucket = amountBucketOf(paise)
  const rows = sql`SELECT count(*) FROM ledger_rows WHERE company_id = ${companyId} AND NOT deleted AND ${of}`
  // The two read models may be at different events for a moment.
  return sql`SELECT greatest(0, coalesce(
      (SELECT sum(count) FROM amount_counts
        WHERE company_id = ${companyId} AND what = ${sql.lit(what)} AND bucket >= ${bucket}), 0)
    - (${rows} AND paise >= ${bucket} AND paise <= ${paise})
    - (${rows} AND ${reviewed} AND paise > ${paise}))`
}

/** Active site incharges whose balance is below their own level, or else that of all accounts. */
const shortAccountsSql = (companyId: string, lowCashPaise: number) => sql`(
  SELECT d.account_id FROM directory d JOIN balances b ON b.company_id = d.company_id AND b.account_id = d.account_id::text
  WHERE d.company_id = ${companyId} AND d.role = 'site_incharge' AND d.status = 'active'
    AND b.received_paise - b.spent_paise < coalesce(d.alert_paise, ${lowCashPaise}::bigint)) AS short`

/** Entries of one account, day, amount and party, and entries that name one bill, unless they were dismissed. */
const rowsThatLookTwiceSql = (companyId: string) => sql`
  SELECT l.row_id FROM alike_entries a JOIN ledger_rows l ON l.company_id = a.company_id AND l.account_id = a.account_id
    AND l.date >= a.day::timestamp AT TIME ZONE 'Asia/Kolkata'
    AND l.date < (a.day::timestamp + interval '1 day') AT TIME ZONE 'Asia/Kolkata'
    AND l.paise = a.paise AND ${partyKeySql(companyId)} = a.party
  WHERE a.company_id = ${companyId} AND a.entries > 1 AND a.joined_position > a.dismissed_position
    AND l.company_id = ${companyId} AND NOT l.deleted AND (l.transfer_from IS NULL OR l.type = 'debit')
  UNION
  SELECT u.transaction_id::text FROM shared_bills b JOIN bill_uses u ON u.company_id = b.company_id AND u.bill_id = b.bill_id
    JOIN ledger_rows l ON l.company_id = u.company_id AND l.row_id = u.transaction_id::text
  WHERE b.company_id = ${companyId} AND b.entries > 1 AND b.joined_position > b.dismissed_position
    AND u.company_id = ${companyId} AND u.uses > 0
    AND l.company_id = ${companyId} AND NOT l.deleted AND l.bills LIKE '%' || b.bill_id || '%'`

/** Entries that were edited or deleted. Positions are in the order of time, so an index finds the first one. */
const changedTransactionsSql = ({ companyId, changedSince }: WorklistContext) => sql`(
  SELECT DISTINCT transaction_id AS id FROM activity
  WHERE company_id = ${companyId} AND type IN ('TransactionEdited', 'TransactionDeleted') AND position >= (
    SELECT position FROM activity WHERE company_id = ${companyId} AND recorded_at >= ${changedSince}
    ORDER BY recorded_at, position LIMIT 1)) AS changed`
