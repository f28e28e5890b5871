import { endOfDay, startOfDay } from '@ledger/contracts/dates.ts'
import type { CompanyTransactionsQuery, TransactionsQuery } from '@ledger/contracts/queries.ts'
import { foundInShownWords } from '@ledger/contracts/shown-words.ts'
import type { Database } from '@ledger/database/tables.ts'
import { type Kysely, sql } from 'kysely'
import { contains } from './search.ts'

/** What narrows a list. Only a list of all accounts shows whose a row is, and is searched for that. */
export type RowFilter = Omit<TransactionsQuery, 'limit' | 'cursor'> &
  Pick<CompanyTransactionsQuery, 'beneficiary' | 'purpose' | 'deleted'> & {
    accountId: string | undefined
    showsOwners?: true
  }
export type PageQuery = RowFilter & Pick<TransactionsQuery, 'limit' | 'cursor'>

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

/** A row that stands, of this account. */
export async function rowOf(
  db: Kysely<Database>,
  companyId: string,
  accountId: string,
  id: string,
): Promise<Row | undefined> {
  const rows = db
    .selectFrom('ledger_rows')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('row_id', '=', id)
    .where('account_id', '=', accountId)
    .where('deleted', '=', false)
  return named(db, rows).executeTakeFirst()
}

/** `deleted` and the limit are written into the text: a prepared plan finds the index of the one and stops after the other. */
function ordered(db: Kysely<Database>, companyId: string, query: PageQuery, deleted: boolean) {
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor)
  let rows = rowsLeft(db, companyId, query).where('deleted', '=', sql.lit(deleted)).selectAll()
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

/** The rows that a filter leaves, deleted ones among them. */
export function rowsLeft(db: Kysely<Database>, companyId: string, filter: RowFilter) {
  const { accountId, beneficiary, purpose, type, from, to, q, showsOwners } = filter
  let rows = db.selectFrom('ledger_rows').where('company_id', '=', companyId)
  if (accountId !== undefined) rows = rows.where('account_id', '=', accountId)
  if (beneficiary !== undefined) rows = rows.where('beneficiary_id', '=', beneficiary)
  if (purpose !== undefined) rows = rows.where(sql<boolean>`lower(purpose) = lower(${purpose})`)
  if (type !== undefined) rows = rows.where('type', '=', type)
  if (from !== undefined) rows = rows.where('date', '>=', startOfDay(from))
  if (to !== undefined) rows = rows.where('date', '<', endOfDay(to))
  if (q?.trim()) rows = rows.where(mentions(q, showsOwners ? companyId : undefined))
  return rows
}

type Rows = ReturnType<typeof ordered>

function either(db: Kysely<Database>, some: Rows, others: Rows) {
  return db
    .selectFrom(some.as('some'))
    .selectAll()
    .unionAll(db.selectFrom(others.as('others')).selectAll())
}

/**
 * §2: case does not count. What a row shows is found as it is shown, in either language: an amount with its sign and commas,
 * a payment mode by its name, money from head office and transfers by what they are called.
 * @param ownersOf the company whose rows say whose they are
 */
function mentions(words: string, ownersOf: string | undefined) {
  const pattern = contains(words)
  const amount = words
    .trim()
    .replace(/^[+−-]/, '')
    .replaceAll(/[,₹\s]/g, '')
  const { headOffice, transfers, modes, purposes } = foundInShownWords(words)
  const found = [
    sql`concat_ws(' ', recipient, purpose, narration) ILIKE ${pattern}`,
    ...(amount === '' ? [] : [sql`(paise / 100.0)::numeric(20, 2)::text LIKE ${contains(amount)}`]),
    ...(modes.length === 0 ? [] : [sql`payment_mode = ANY (${modes}::text[])`]),
    ...(purposes.length === 0 ? [] : [sql`purpose = ANY (${purposes}::text[])`]),
    ...(headOffice ? [sql`(type = 'credit' AND transfer_from IS NULL)`] : []),
    ...(transfers ? [sql`transfer_from IS NOT NULL`] : []),
    ...(ownersOf === undefined ? [] : [sql`account_id = ANY (ARRAY(${ownersNamed(ownersOf, pattern)}))`]),
  ]
  return sql<boolean>`(${sql.join(found, sql` OR `)})`
}

function ownersNamed(companyId: string, pattern: string) {
  return sql`SELECT account_id FROM directory WHERE company_id = ${companyId}
    AND (concat_ws(' ', first_name, last_name) ILIKE ${pattern} OR site_name ILIKE ${pattern})`
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
