import { endOfDay, startOfDay } from '@ledger/contracts/dates.ts'
import type { CompanyTransactionsQuery, TransactionsQuery } from '@ledger/contracts/queries.ts'
import type { Database, RowOf } from '@ledger/database/tables.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { allOf, hasPurpose, mentions, type Search } from './search.ts'

/** What narrows a list. Only a list of all accounts shows whose a row is, and is searched for that. */
export type RowFilter = Omit<TransactionsQuery, 'limit' | 'cursor'> &
  Pick<CompanyTransactionsQuery, 'beneficiary' | 'purpose' | 'deleted'> & {
    accountId: string | undefined
    showsOwners?: true
  }
export type PageQuery = RowFilter & Pick<TransactionsQuery, 'limit' | 'cursor'>

/**
 * Words that many rows have are found among the newest ones; those that few have, by the index of their trigrams. Which it will be is not
 * known before, so the newest are looked at first, and all where too few of them have the words.
 */
const LOOKED_AT = 5000

/** One row more than the page, to see whether there is another. */
export async function page(db: Kysely<Database>, companyId: string, query: PageQuery): Promise<Row[]> {
  const wanted = query.limit + 1
  const search = searchOf(companyId, query)
  if (!search) return newest(db, companyId, query, wanted).execute()
  const { exact, indexed } = search
  const among = newest(db, companyId, query, LOOKED_AT)
  const near = inOrder(db.selectFrom(among.as('ledger_rows')).select(COLUMNS).where(exact), wanted)
  const found = await near.execute()
  if (found.length === wanted) return found
  return inOrder(
    db
      .with(
        (cte) => cte('found').materialized(),
        () =>
          after(query, rowsLeft(db, companyId, query, indexed))
            .where(exact)
            .where(isShown(query))
            .select(COLUMNS),
      )
      .selectFrom('found')
      .select(COLUMNS),
    wanted,
  ).execute()
}

/** What a filter asks of a row's words; undefined where that is nothing. */
export function searchOf(companyId: string, { q, purpose, showsOwners }: RowFilter): Search | undefined {
  const asked = [
    ...(q?.trim() ? [mentions(q, showsOwners ? companyId : undefined)] : []),
    ...(purpose === undefined ? [] : [hasPurpose(purpose)]),
  ]
  return asked.length === 0 ? undefined : allOf(asked)
}

/** The newest rows after the cursor, whatever words they have. */
function newest(db: Kysely<Database>, companyId: string, query: PageQuery, most: number) {
  const kept = ordered(db, companyId, query, query.deleted === 'only', most)
  if (query.deleted !== 'include') return kept
  // Each half comes in order from an index of its own.
  const others = ordered(db, companyId, query, true, most)
  const either = db
    .selectFrom(kept.as('some'))
    .select(COLUMNS)
    .unionAll(db.selectFrom(others.as('others')).select(COLUMNS))
  return inOrder(db.selectFrom(either.as('either')).select(COLUMNS), most)
}

/** A row that stands, of this account. */
export async function rowOf(
  db: Kysely<Database>,
  companyId: string,
  accountId: string,
  id: string,
): Promise<Row | undefined> {
  return db
    .selectFrom('ledger_rows')
    .select(COLUMNS)
    .where('company_id', '=', companyId)
    .where('row_id', '=', id)
    .where('account_id', '=', accountId)
    .where('deleted', '=', false)
    .executeTakeFirst()
}

/** What a list shows of a row. */
const COLUMNS = [
  ...(['row_id', 'account_id', 'position', 'type', 'paise', 'date', 'recorded_at', 'recipient', 'purpose'] as const),
  ...(['payment_mode', 'narration', 'transfer_from', 'transfer_to', 'revision', 'recorded_by'] as const),
  ...([
    'recorded_by_name',
    'recorded_by_role',
    'deleted_at',
    'deleted_by',
    'deleted_by_name',
    'deleted_by_role',
  ] as const),
]
export type Row = Pick<RowOf<'ledger_rows'>, (typeof COLUMNS)[number]>

/** `deleted` and the limit are written into the text: a prepared plan finds the index of the one and stops after the other. */
function ordered(db: Kysely<Database>, companyId: string, query: PageQuery, deleted: boolean, most: number) {
  const rows = rowsLeft(db, companyId, query).where('deleted', '=', sql.lit(deleted))
  return inOrder(after(query, rows).select(COLUMNS), most)
}

interface Ordered<Query> {
  orderBy(column: 'date' | 'position' | 'row_id', direction: 'desc'): Query
  limit(most: RawBuilder<number>): Query
}

function inOrder<Query extends Ordered<Query>>(rows: Query, most: number): Query {
  return rows.orderBy('date', 'desc').orderBy('position', 'desc').orderBy('row_id', 'desc').limit(sql.lit(most))
}

type Left = ReturnType<typeof rowsLeft>

function after({ cursor }: PageQuery, rows: Left): Left {
  const from = cursor === undefined ? undefined : readCursor(cursor)
  if (!from) return rows
  return rows.where(
    sql<boolean>`(date, position, row_id) < (${from.date}::timestamptz, ${from.position}::bigint, ${from.rowId})`,
  )
}

/** Whether a list shows a row, by its deletion. */
export function isShown({ deleted }: RowFilter) {
  return deleted === 'include' ? sql<boolean>`true` : sql<boolean>`deleted = ${sql.lit(deleted === 'only')}`
}

/**
 * The rows that a filter leaves, whatever words they have, deleted ones among them. The type is written into the text, too: credits
 * have an index of their own.
 * @param indexed which of them an index is to look for
 */
export function rowsLeft(
  db: Kysely<Database>,
  companyId: string,
  { accountId, beneficiary, type, from, to }: RowFilter,
  indexed?: RawBuilder<boolean>,
) {
  let rows = db.selectFrom('ledger_rows').where('company_id', '=', companyId)
  if (accountId !== undefined) rows = rows.where('account_id', '=', accountId)
  if (beneficiary !== undefined) rows = rows.where('beneficiary_id', '=', beneficiary)
  if (type !== undefined) rows = rows.where('type', '=', sql.lit(type))
  if (from !== undefined) rows = rows.where('date', '>=', startOfDay(from))
  if (to !== undefined) rows = rows.where('date', '<', endOfDay(to))
  if (indexed !== undefined) rows = rows.where(indexed)
  return rows
}

const CURSOR = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_(\d{1,15})_([\w-]{36,39})$/

/** A cursor that this did not write begins at the top. */
function readCursor(cursor: string): { date: string; position: number; rowId: string } | undefined {
  const [, date, position, rowId] = CURSOR.exec(cursor) ?? []
  if (date === undefined || rowId === undefined || !isInstant(date)) return undefined
  return { date, position: Number(position), rowId }
}

/** An instant that exists, written as ISO 8601 in UTC. */
function isInstant(text: string): boolean {
  const time = Date.parse(text)
  return !Number.isNaN(time) && new Date(time).toISOString() === text
}

/** The cursor of the page after a row. */
export function cursorAfter({ date, position, row_id }: Row): string {
  return `${date}_${position}_${row_id}`
}
