import { endOfDay, startOfDay } from '@ledger/contracts/dates.ts'
import type {
  CompanyTransactionsQuery,
  TransactionSort,
  TransactionsQuery,
} from '@ledger/contracts/http/query-parameters.ts'
import { NEVER_PREPARE_COMMENT } from '@ledger/database/connection/auto-prepare.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { cursorConditions, orderAndLimitSql } from '../paging/transaction-order-and-cursor.ts'
import { buildRowSearch } from '../search/build-row-search.ts'
import { firstRowsOfSpansSql, inSpansSql } from '../sites/rows-in-spans-sql.ts'
import type { SiteSpan } from '../sites/site-spans.ts'
import {
  packedDeletedRows,
  packedRows,
  TRANSACTION_COLUMNS_SQL,
  type TransactionListRow,
  withLabelsSql,
} from './transaction-list-columns.ts'

/** The filter of a list. Only a list of all accounts shows the owner of a row, and is searched for owners. */
export type TransactionRowFilter = Omit<TransactionsQuery, 'limit' | 'cursor' | 'beneficiary'> &
  Partial<Pick<CompanyTransactionsQuery, 'deleted' | 'mode' | 'amountFrom' | 'amountTo'>> & {
    accountId: string | undefined
    /** Only what was paid to a beneficiary, by the ids of all its spellings. */
    beneficiaries?: readonly string[] | undefined
    /** Only the rows of a site (sites/site-spans.ts). */
    spans?: readonly SiteSpan[] | undefined
    showsOwners?: true
    /** Further conditions, as SQL: that a row is on a worklist (worklists/worklist-conditions.ts). */
    conditions?: readonly RawBuilder<unknown>[] | undefined
  }
export type TransactionPageQuery = TransactionRowFilter &
  Pick<TransactionsQuery, 'limit' | 'cursor'> & { sort?: TransactionSort | undefined }

/**
 * Frequent words are found among the newest rows, rare ones by the trigram index. Which case applies is not known
 * before, so FIRST_SCAN_ROWS rows are searched first. SECOND_SCAN_ROWS rows are searched only where they are expected
 * to have a page of the words: the scan costs a third of the time of the index. Where the words are in some rows, the
 * index would fetch most of them for nothing, so it is asked for the last days alone in which a page of them is
 * expected.
 */
const FIRST_SCAN_ROWS = 1000
const SECOND_SCAN_ROWS = 5000
/** The most rows that these days may have: the index of dates is read for all of them (3 ms for 40,000). */
const MAX_RECENT_ROWS = 100_000
/**
 * The factor by which words may be more frequent, or rarer, in other rows than in the first `FIRST_SCAN_ROWS`, because
 * they are not spread evenly.
 */
const SKEW_FACTOR = 2

/** Reads the rows of a page and one more, which shows whether there is a next page. */
export async function readTransactionPage(
  db: Kysely<Database>,
  companyId: string,
  query: TransactionPageQuery,
): Promise<TransactionListRow[]> {
  const wanted = query.limit + 1
  // A list without deleted rows needs no columns of deletion.
  const packed = query.deleted === undefined ? packedRows : packedDeletedRows
  const read = (rows: RawBuilder<unknown>) => packed.read(db, withLabelsSql(sql`${companyId}`, rows))
  const search = await buildRowSearch(db, companyId, query)
  if (!search) return read(newestRowsSql(companyId, query, wanted))
  const { exact, indexed } = search
  const foundAmong = (most: number) =>
    read(
      sql`SELECT ${TRANSACTION_COLUMNS_SQL} FROM (${newestRowsSql(companyId, query, most)}) AS ledger_rows WHERE ${exact} ${orderAndLimitSql(query, wanted)}`,
    )
  let found = await foundAmong(FIRST_SCAN_ROWS)
  const share = found.length / FIRST_SCAN_ROWS
  if (found.length < wanted && share * SKEW_FACTOR * SECOND_SCAN_ROWS >= wanted)
    found = await foundAmong(SECOND_SCAN_ROWS)
  if (found.length === wanted) return found
  const foundSince = (since: RawBuilder<unknown>[]) => {
    const conditions = [
      ...filterConditions(companyId, query),
      ...cursorConditions(query),
      ...since,
      ...(indexed ? [indexed] : []),
      exact,
      isRowShownSql(query),
    ]
    return read(
      sql`WITH found AS MATERIALIZED (SELECT ${TRANSACTION_COLUMNS_SQL} FROM ledger_rows WHERE ${allConditionsSql(conditions)})
        SELECT ${TRANSACTION_COLUMNS_SQL} FROM found ${orderAndLimitSql(query, wanted)}`,
    )
  }
  // A list in another order does not begin with the last days.
  const isNewestFirst = query.sort === undefined || query.sort === '-date'
  const since = isNewestFirst && (await estimateSince(db, companyId, query, (wanted * SKEW_FACTOR) / share))
  if (since) found = await foundSince([sql`date >= ${since}`])
  return found.length === wanted ? found : await foundSince([])
}

/**
 * Estimates the date since which a list has about `rows` rows, up to its cursor, at the rate of its newest
 * SECOND_SCAN_ROWS rows. Returns undefined where `rows` is above MAX_RECENT_ROWS, or the list has fewer than
 * SECOND_SCAN_ROWS rows.
 */
async function estimateSince(
  db: Kysely<Database>,
  companyId: string,
  query: TransactionPageQuery,
  rows: number,
): Promise<string | undefined> {
  if (rows > MAX_RECENT_ROWS) return undefined
  const conditions = [
    ...filterConditions(companyId, query),
    ...cursorConditions(query),
    sql`deleted = ${sql.lit(query.deleted === 'only')}`,
  ]
  const { rows: found } = await sql<{ first: string; last: string; count: number }>`
    SELECT min(date) AS first, max(date) AS last, count(*) AS count FROM (
      SELECT date FROM ledger_rows WHERE ${allConditionsSql(conditions)} ORDER BY date DESC, position DESC LIMIT ${sql.lit(SECOND_SCAN_ROWS)}) AS newest`.execute(
    db,
  )
  const [newest] = found
  if (!newest || newest.count < SECOND_SCAN_ROWS) return undefined
  const [first, last] = [Date.parse(newest.first), Date.parse(newest.last)]
  return new Date(last - ((last - first) * rows) / SECOND_SCAN_ROWS).toISOString()
}

/** Counts the newest rows of a list, at most `most`, and those of them that have the words. */
export async function countAmongNewest(
  db: Kysely<Database>,
  companyId: string,
  filter: TransactionRowFilter,
  exact: RawBuilder<boolean>,
  most: number,
): Promise<{ looked: number; found: number }> {
  const list = newestRowsSql(companyId, { ...filter, limit: most, cursor: undefined }, most)
  const { rows } = await sql<{ looked: number; found: number }>`
    SELECT count(*) AS looked, count(*) FILTER (WHERE ${exact}) AS found FROM (${list}) AS ledger_rows`.execute(db)
  return rows[0] ?? { looked: 0, found: 0 }
}

/** Returns the query for the newest rows after the cursor, whatever words they have. */
function newestRowsSql(companyId: string, query: TransactionPageQuery, most: number): RawBuilder<unknown> {
  if (query.deleted !== 'include') return newestRowsByDeletionSql(companyId, query, query.deleted === 'only', most)
  // Each half comes in order from an index of its own.
  const [notDeleted, deleted] = [
    newestRowsByDeletionSql(companyId, query, false, most),
    newestRowsByDeletionSql(companyId, query, true, most),
  ]
  return sql`SELECT ${TRANSACTION_COLUMNS_SQL} FROM ((${notDeleted}) UNION ALL (${deleted})) AS either ${orderAndLimitSql(query, most)}`
}

/** Writes `deleted` and the limit into the text: a prepared plan finds the index for the one and stops at the other. */
function newestRowsByDeletionSql(
  companyId: string,
  query: TransactionPageQuery,
  deleted: boolean,
  most: number,
): RawBuilder<unknown> {
  const { spans, ...filter } = query
  const conditions = [
    ...filterConditions(companyId, filter),
    ...cursorConditions(query),
    sql`deleted = ${sql.lit(deleted)}`,
  ]
  const firstRows = (more: RawBuilder<unknown>[]) =>
    sql`SELECT ${TRANSACTION_COLUMNS_SQL} FROM ledger_rows WHERE ${allConditionsSql([...conditions, ...more])} ${orderAndLimitSql(query, most)}`
  if (spans === undefined) return firstRows([])
  const ofSpans = firstRowsOfSpansSql(spans, TRANSACTION_COLUMNS_SQL, (inSpan) => firstRows([inSpan]))
  return sql`${ofSpans} ${orderAndLimitSql(query, most)}`
}

/**
 * Returns the query for the newest rows of an account's list as one packed text; company and account are expressions.
 */
export function newestPackedRowsSql(companyId: RawBuilder<unknown>, accountId: RawBuilder<unknown>, most: number) {
  const rows = sql`SELECT ${TRANSACTION_COLUMNS_SQL} FROM ledger_rows
    WHERE company_id = ${companyId} AND account_id = ${accountId} AND deleted = false ORDER BY date DESC, position DESC LIMIT ${sql.lit(most)}`
  return packedRows.of(withLabelsSql(companyId, rows))
}

/** Returns a row of this account that is not deleted; undefined where there is none. */
export async function findTransactionRow(
  db: Kysely<Database>,
  companyId: string,
  accountId: string,
  id: string,
): Promise<TransactionListRow | undefined> {
  const rows = sql`SELECT ${TRANSACTION_COLUMNS_SQL} FROM ledger_rows
    WHERE company_id = ${companyId} AND row_id = ${id} AND account_id = ${accountId} AND NOT deleted`
  const [row] = await packedRows.read(db, withLabelsSql(sql`${companyId}`, rows))
  return row
}

/** Returns the condition that a list shows a row, by its deletion. */
export function isRowShownSql({ deleted }: TransactionRowFilter): RawBuilder<unknown> {
  return deleted === 'include' ? sql`true` : sql`deleted = ${sql.lit(deleted === 'only')}`
}

/**
 * Returns the conditions of a filter, without its words and the deletion of a row. The type and the bill are also
 * written into the text: credits, rows with a bill and rows without one have indexes of their own.
 */
export function filterConditions(companyId: string, filter: TransactionRowFilter): RawBuilder<unknown>[] {
  const { accountId, spans, beneficiaries, type, bill, from, to, mode, amountFrom, amountTo, conditions = [] } = filter
  return [
    sql`company_id = ${companyId}`,
    ...(accountId === undefined ? [] : [sql`account_id = ${accountId}`]),
    ...(spans === undefined ? [] : [inSpansSql(spans)]),
    ...(beneficiaries === undefined ? [] : [isPaidToSql(beneficiaries)]),
    ...(type === undefined ? [] : [sql`type = ${sql.lit(type)}`]),
    ...(bill === undefined
      ? []
      : [
          bill === 'with'
            ? sql`bills IS NOT NULL`
            : // Head office proves what it sent by its bank.
              sql`bills IS NULL AND transfer_from IS NULL AND type = 'debit'`,
        ]),
    ...(from === undefined ? [] : [sql`date >= ${startOfDay(from)}`]),
    ...(to === undefined ? [] : [sql`date < ${endOfDay(to)}`]),
    ...(spans !== undefined || hasPlannedFilter(filter) ? [sql`${sql.raw(NEVER_PREPARE_COMMENT)} true`] : []),
    ...(mode === undefined ? [] : [sql`payment_mode = ${mode}`]),
    ...(amountFrom === undefined ? [] : [sql`paise >= ${amountFrom}`]),
    ...(amountTo === undefined ? [] : [sql`paise <= ${amountTo}`]),
    ...conditions,
  ]
}

/** One spelling, as nearly all beneficiaries have, keeps the plan whose index has its rows in order. */
function isPaidToSql([only, ...others]: readonly string[]): RawBuilder<unknown> {
  if (only === undefined) return sql`false`
  return others.length === 0
    ? sql`beneficiary_id = ${only}`
    : sql`${sql.raw(NEVER_PREPARE_COMMENT)} beneficiary_id = ANY (${[only, ...others]}::text[])`
}

/**
 * Returns whether a filter has a mode, an amount or a worklist. Few or most rows may have it, and another index is the
 * best in each case, so the statement is planned for its values.
 */
export const hasPlannedFilter = ({ mode, amountFrom, amountTo, conditions }: TransactionRowFilter) =>
  mode !== undefined || amountFrom !== undefined || amountTo !== undefined || (conditions?.length ?? 0) > 0

export const allConditionsSql = (conditions: RawBuilder<unknown>[]) => sql.join(conditions, sql` AND `)
