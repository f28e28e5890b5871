import { endOfDay, startOfDay } from '@ledger/contracts/dates.ts'
import type { CompanyTransactionsQuery, TransactionsQuery } from '@ledger/contracts/queries.ts'
import type { Database } from '@ledger/migrations/tables.ts'
import { type Kysely, sql } from 'kysely'
import { contains } from './search.ts'

export type PageQuery = TransactionsQuery & {
  accountId: string | undefined
  deleted?: CompanyTransactionsQuery['deleted']
}

/** One row more than the page, to see whether there is another. */
export async function page(db: Kysely<Database>, companyId: string, query: PageQuery): Promise<Row[]> {
  const { deleted, limit } = query
  const kept = ordered(db, companyId, query, deleted === 'only')
  // Each half comes in order from an index of its own.
  const rows = deleted === 'include' ? either(db, kept, ordered(db, companyId, query, true)) : kept
  return named(db, rows)
    .orderBy('date', 'desc')
    .orderBy('position', 'desc')
    .orderBy('row_id', 'desc')
    .limit(sql.lit(limit + 1))
    .execute()
}

/** `deleted` and the limit are written into the text: a prepared plan finds the index of the one and stops after the other. */
function ordered(db: Kysely<Database>, companyId: string, query: PageQuery, deleted: boolean) {
  const { accountId, type, from, to } = query
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor)
  let rows = db
    .selectFrom('ledger_rows')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('deleted', '=', sql.lit(deleted))
  if (accountId !== undefined) rows = rows.where('account_id', '=', accountId)
  if (type !== undefined) rows = rows.where('type', '=', type)
  if (from !== undefined) rows = rows.where('date', '>=', startOfDay(from))
  if (to !== undefined) rows = rows.where('date', '<', endOfDay(to))
  if (query.q?.trim()) rows = rows.where(mentions(query.q))
  if (after) {
    rows = rows.where(
      sql<boolean>`(date, position, row_id) < (${after.date}::timestamptz, ${after.position}::bigint, ${after.rowId})`,
    )
  }
  return rows
    .orderBy('date', 'desc')
    .orderBy('position', 'desc')
    .orderBy('row_id', 'desc')
    .limit(sql.lit(query.limit + 1))
}

type Rows = ReturnType<typeof ordered>

function either(db: Kysely<Database>, some: Rows, others: Rows) {
  return db
    .selectFrom(some.as('some'))
    .selectAll()
    .unionAll(db.selectFrom(others.as('others')).selectAll())
}

/** §2: case does not count; an amount is found with or without its commas, a payment mode as it is read. */
function mentions(words: string) {
  const pattern = contains(words)
  const amount = contains(words.replaceAll(/[,₹\s]/g, ''))
  return sql<boolean>`(concat_ws(' ', recipient, purpose, narration, replace(payment_mode, '_', ' '), payment_mode) ILIKE ${pattern}
    OR (paise / 100.0)::numeric(20, 2)::text LIKE ${amount})`
}

/**
 * Rows with the names and public ids of whom they name. Each is looked up by its key: a join would read everybody once the
 * planner thinks that cheaper than a page of look-ups.
 */
function named(db: Kysely<Database>, rows: Rows | ReturnType<typeof either>) {
  return db
    .selectFrom(rows.as('ledger_rows'))
    .leftJoinLateral(
      (of) =>
        of
          .selectFrom('directory')
          .select(['role', 'status', 'first_name', 'last_name', 'site_name'])
          .whereRef('directory.company_id', '=', 'ledger_rows.company_id')
          .whereRef('directory.account_id', '=', 'ledger_rows.account_id')
          .limit(sql.lit(1))
          .as('owner'),
      (join) => join.onTrue(),
    )
    .selectAll(['ledger_rows', 'owner'])
    .select([
      mobileOf('ledger_rows.account_id').as('owner_mobile'),
      mobileOf('ledger_rows.recorded_by').as('author_mobile'),
      mobileOf('ledger_rows.deleted_by').as('remover_mobile'),
    ])
}

function mobileOf(account: string) {
  return sql<string | null>`(SELECT mobile FROM contacts WHERE contacts.company_id = ledger_rows.company_id
    AND contacts.account_id = ${sql.ref(account)})`
}

export type Row = Awaited<ReturnType<ReturnType<typeof named>['executeTakeFirstOrThrow']>>

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
