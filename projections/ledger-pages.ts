import { endOfDay, startOfDay } from '@ledger/contracts/dates.ts'
import type { CompanyTransactionsQuery, TransactionsQuery } from '@ledger/contracts/queries.ts'
import { type Fields, inOneText } from '@ledger/database/one-text.ts'
import type { Database, RowOf } from '@ledger/database/tables.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { accountsNamed, allOf, hasPurpose, mentions, type Search } from './search.ts'

/** What narrows a list. Only a list of all accounts shows whose a row is, and is searched for that. */
export type RowFilter = Omit<TransactionsQuery, 'limit' | 'cursor'> &
  Pick<CompanyTransactionsQuery, 'beneficiary' | 'purpose' | 'deleted'> & {
    accountId: string | undefined
    showsOwners?: true
  }
export type PageQuery = RowFilter & Pick<TransactionsQuery, 'limit' | 'cursor'>

/**
 * Words that many rows have are found among the newest ones; those that few have, by the index of their trigrams. Which it will be is not
 * known before, so some of the newest are looked at first. Where so few have the words that a page of them will not be among many of the
 * newest, either, these are not looked at: that would be a third of the time that the index takes. Of what the index has most is then fetched
 * for nothing where some rows have the words, so that it is asked for the last days alone in which a page of them is to be expected.
 */
const SOME = 1000
const MANY = 5000
/** But only where these days have no more rows than this: the index of dates is read for all of them (3 ms for 40,000). */
const MOST_RECENT = 100_000
/** How much oftener than in `SOME` words may come in others, and how much more seldom, where they are not spread evenly. */
const UNEVENLY = 2

/** What a list shows of a row, in the order in which `rowIn` reads it. */
const SHOWN = [
  ...(['row_id', 'account_id', 'position', 'type', 'paise', 'date', 'recorded_at', 'recipient', 'purpose'] as const),
  ...(['payment_mode', 'narration', 'transfer_from', 'transfer_to', 'revision', 'recorded_by', 'bills'] as const),
  ...(['recorded_by_name', 'recorded_by_role'] as const),
]
/** And of one that was deleted, behind that, as `deletedRowIn` reads it. */
const DELETION = ['deleted_at', 'deleted_by', 'deleted_by_name', 'deleted_by_role'] as const
type Shown = (typeof SHOWN | typeof DELETION)[number]
const NULLABLE: ReadonlySet<Shown> = new Set(['transfer_from', 'transfer_to', 'bills', ...DELETION])

export type Row = Pick<RowOf<'ledger_rows'>, Shown>
const COLUMNS = sql.raw([...SHOWN, ...DELETION].join(', '))

const columns = (names: readonly Shown[]) => names.map((name) => ({ name, nullable: NULLABLE.has(name) }))
const shown = inOneText(columns(SHOWN), rowIn)
const withDeletion = inOneText(columns([...SHOWN, ...DELETION]), deletedRowIn)

function rowIn(fields: Fields): Row {
  return {
    row_id: fields.text(),
    account_id: fields.text(),
    position: fields.integer(),
    type: fields.text() as Row['type'],
    paise: fields.integer(),
    date: fields.instant(),
    recorded_at: fields.instant(),
    recipient: fields.text(),
    purpose: fields.text(),
    payment_mode: fields.text(),
    narration: fields.text(),
    transfer_from: fields.textOrNull(),
    transfer_to: fields.textOrNull(),
    revision: fields.integer(),
    recorded_by: fields.text(),
    bills: fields.textOrNull(),
    recorded_by_name: fields.text(),
    recorded_by_role: fields.text(),
    deleted_at: null,
    deleted_by: null,
    deleted_by_name: null,
    deleted_by_role: null,
  }
}

function deletedRowIn(fields: Fields): Row {
  return {
    ...rowIn(fields),
    deleted_at: fields.instantOrNull(),
    deleted_by: fields.textOrNull(),
    deleted_by_name: fields.textOrNull(),
    deleted_by_role: fields.textOrNull(),
  }
}

/** One row more than the page, to see whether there is another. */
export async function page(db: Kysely<Database>, companyId: string, query: PageQuery): Promise<Row[]> {
  const wanted = query.limit + 1
  // Whoever is not shown what was deleted is shown no deletion.
  const { read } = query.deleted === undefined ? shown : withDeletion
  const search = await searchOf(db, companyId, query)
  if (!search) return read(db, newest(companyId, query, wanted))
  const { exact, indexed } = search
  const foundAmong = (most: number) =>
    read(
      db,
      sql`SELECT ${COLUMNS} FROM (${newest(companyId, query, most)}) AS ledger_rows WHERE ${exact} ${inOrder(query, wanted)}`,
    )
  let found = await foundAmong(SOME)
  const share = found.length / SOME
  if (found.length < wanted && share * UNEVENLY * MANY >= wanted) found = await foundAmong(MANY)
  if (found.length === wanted) return found
  const foundSince = (since: RawBuilder<unknown>[]) => {
    const conditions = [...leftBy(companyId, query), ...after(query), ...since, indexed, exact, isShown(query)]
    return read(
      db,
      sql`WITH found AS MATERIALIZED (SELECT ${COLUMNS} FROM ledger_rows WHERE ${every(conditions)})
        SELECT ${COLUMNS} FROM found ${inOrder(query, wanted)}`,
    )
  }
  const since = await sinceFor(db, companyId, query, (wanted * UNEVENLY) / share)
  if (since) found = await foundSince([sql`date >= ${since}`])
  return found.length === wanted ? found : await foundSince([])
}

/**
 * Since when a list has about so many rows, or had before its cursor, where they come as they come among many of the newest. Undefined
 * where that is too far, or where the list has not even these.
 */
async function sinceFor(
  db: Kysely<Database>,
  companyId: string,
  query: PageQuery,
  rows: number,
): Promise<string | undefined> {
  if (rows > MOST_RECENT) return undefined
  const conditions = [...leftBy(companyId, query), ...after(query), sql`deleted = ${sql.lit(query.deleted === 'only')}`]
  const { rows: found } = await sql<{ first: string; last: string; count: number }>`
    SELECT min(date) AS first, max(date) AS last, count(*) AS count FROM (
      SELECT date FROM ledger_rows WHERE ${every(conditions)} ORDER BY date DESC, position DESC LIMIT ${sql.lit(MANY)}) AS newest`.execute(
    db,
  )
  const [newest] = found
  if (!newest || newest.count < MANY) return undefined
  const [first, last] = [Date.parse(newest.first), Date.parse(newest.last)]
  return new Date(last - ((last - first) * rows) / MANY).toISOString()
}

/** What a filter asks of a row's words; undefined where that is nothing. */
export async function searchOf(
  db: Kysely<Database>,
  companyId: string,
  { q, purpose, showsOwners }: RowFilter,
): Promise<Search | undefined> {
  const asked = [
    ...(q?.trim() ? [mentions(q, showsOwners ? await accountsNamed(db, companyId, q) : [])] : []),
    ...(purpose === undefined ? [] : [hasPurpose(purpose)]),
  ]
  return asked.length === 0 ? undefined : allOf(asked)
}

/** How many of the newest rows of a list, at most so many, have the words. */
export async function amongNewest(
  db: Kysely<Database>,
  companyId: string,
  filter: RowFilter,
  exact: RawBuilder<boolean>,
  most: number,
): Promise<{ looked: number; found: number }> {
  const list = newest(companyId, { ...filter, limit: most, cursor: undefined }, most)
  const { rows } = await sql<{ looked: number; found: number }>`
    SELECT count(*) AS looked, count(*) FILTER (WHERE ${exact}) AS found FROM (${list}) AS ledger_rows`.execute(db)
  return rows[0] ?? { looked: 0, found: 0 }
}

/** The newest rows after the cursor, whatever words they have. */
function newest(companyId: string, query: PageQuery, most: number): RawBuilder<unknown> {
  if (query.deleted !== 'include') return newestOf(companyId, query, query.deleted === 'only', most)
  // Each half comes in order from an index of its own.
  const [kept, others] = [newestOf(companyId, query, false, most), newestOf(companyId, query, true, most)]
  return sql`SELECT ${COLUMNS} FROM ((${kept}) UNION ALL (${others})) AS either ${inOrder(query, most)}`
}

/** `deleted` and the limit are written into the text: a prepared plan finds the index of the one and stops after the other. */
function newestOf(companyId: string, query: PageQuery, deleted: boolean, most: number): RawBuilder<unknown> {
  const conditions = [...leftBy(companyId, query), ...after(query), sql`deleted = ${sql.lit(deleted)}`]
  return sql`SELECT ${COLUMNS} FROM ledger_rows WHERE ${every(conditions)} ${inOrder(query, most)}`
}

/** The newest rows of an account's list: a query for its page as one text, by expressions of whose they are. */
export function newestAsText(companyId: RawBuilder<unknown>, accountId: RawBuilder<unknown>, most: number) {
  return shown.of(sql`SELECT ${COLUMNS} FROM ledger_rows WHERE company_id = ${companyId} AND account_id = ${accountId}
    AND deleted = false ORDER BY date DESC, position DESC LIMIT ${sql.lit(most)}`)
}
/** Its rows; undefined where they have to be read by themselves. */
export const rowsInText = shown.rowsIn

/** Two rows have one position where a transfer is between two accounts that the list shows: the receiver's comes first. */
function inOrder({ accountId }: RowFilter, most: number): RawBuilder<unknown> {
  const within = accountId === undefined ? sql`, row_id DESC` : sql``
  return sql`ORDER BY date DESC, position DESC${within} LIMIT ${sql.lit(most)}`
}

/** A row that stands, of this account. */
export async function rowOf(
  db: Kysely<Database>,
  companyId: string,
  accountId: string,
  id: string,
): Promise<Row | undefined> {
  const [row] = await shown.read(
    db,
    sql`SELECT ${COLUMNS} FROM ledger_rows
      WHERE company_id = ${companyId} AND row_id = ${id} AND account_id = ${accountId} AND NOT deleted`,
  )
  return row
}

/** Whether a list shows a row, by its deletion. */
export function isShown({ deleted }: RowFilter): RawBuilder<unknown> {
  return deleted === 'include' ? sql`true` : sql`deleted = ${sql.lit(deleted === 'only')}`
}

/**
 * The conditions of a filter, but for the words of a row and its deletion. The type and the bill are written into the text, too: credits,
 * rows with a bill and those without have indexes of their own.
 */
export function leftBy(
  companyId: string,
  { accountId, beneficiary, type, bill, from, to }: RowFilter,
): RawBuilder<unknown>[] {
  return [
    sql`company_id = ${companyId}`,
    ...(accountId === undefined ? [] : [sql`account_id = ${accountId}`]),
    ...(beneficiary === undefined ? [] : [sql`beneficiary_id = ${beneficiary}`]),
    ...(type === undefined ? [] : [sql`type = ${sql.lit(type)}`]),
    ...(bill === undefined
      ? []
      : [bill === 'with' ? sql`bills IS NOT NULL` : sql`bills IS NULL AND transfer_from IS NULL`]),
    ...(from === undefined ? [] : [sql`date >= ${startOfDay(from)}`]),
    ...(to === undefined ? [] : [sql`date < ${endOfDay(to)}`]),
  ]
}

export const every = (conditions: RawBuilder<unknown>[]) => sql.join(conditions, sql` AND `)

function after({ cursor }: PageQuery): RawBuilder<unknown>[] {
  const from = cursor === undefined ? undefined : readCursor(cursor)
  if (!from) return []
  return [sql`(date, position, row_id) < (${from.date}::timestamptz, ${from.position}::bigint, ${from.rowId})`]
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
