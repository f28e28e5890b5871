import { endOfDay, startOfDay } from '@ledger/contracts/dates.ts'
import type { LedgerEvent } from '@ledger/contracts/events.ts'
import { formatAmount } from '@ledger/contracts/money.ts'
import { paymentMode } from '@ledger/contracts/payment-modes.ts'
import type { TransactionsQuery } from '@ledger/contracts/queries.ts'
import { FIELD_ROLES, publicId, role } from '@ledger/contracts/roles.ts'
import { sidesOf } from '@ledger/contracts/rows.ts'
import type { CompanyTransaction, Transaction } from '@ledger/contracts/shapes.ts'
import type { Database } from '@ledger/migrations/tables.ts'
import { type Kysely, sql } from 'kysely'
import { type ChangedRow, changedRows, contentOf, insertRows, type LedgerRow, updateRows } from './ledger-rows.ts'
import type { Projection } from './projection.ts'
import { contains } from './search.ts'

/** The lists of transactions: one row for each account that a transaction touches, two for a transfer. */
export const ledger: Projection = { name: 'ledger', tables: ['ledger_rows'], apply }

type NewRow = Omit<LedgerRow, 'company_id'>

async function apply(db: Kysely<Database>, companyId: string, events: LedgerEvent[]): Promise<void> {
  const inserted = new Map<string, NewRow>()
  const updated = new Map<string, ChangedRow>()
  for (const event of events) {
    for (const row of recordedRows(event)) inserted.set(row.row_id, row)
    for (const row of rowsChangedBy(event)) {
      const fresh = inserted.get(row.row_id)
      if (fresh) inserted.set(row.row_id, { ...fresh, ...row })
      else updated.set(row.row_id, row)
    }
  }
  await insertRows(db, companyId, [...inserted.values()])
  await updateRows(db, companyId, [...updated.values()])
}

function recordedRows(event: LedgerEvent): NewRow[] {
  if (event.type !== 'CreditRecorded' && event.type !== 'DebitRecorded' && event.type !== 'TransferRecorded') return []
  const { transaction, entry } = event.data
  return sidesOf(transaction, entry).map((side) => ({
    ...contentOf(entry, side),
    position: event.position,
    recorded_at: event.recordedAt,
    revision: 1,
    recorded_by: event.actor.id,
    recorded_by_name: event.actor.name,
    recorded_by_role: event.actor.role,
    deleted: false,
  }))
}

function rowsChangedBy(event: LedgerEvent): ChangedRow[] {
  if (event.type === 'TransactionEdited') {
    return changedRows(event.data.transaction, event.data.after, event.data.revision, false)
  }
  if (event.type === 'TransactionDeleted') {
    return changedRows(event.data.transaction, event.data.before, event.data.revision, true)
  }
  return []
}

/** Rows, newest first (`date`, then position), and the cursor of the next page where there is one. */
export interface Transactions<Row> {
  rows: Row[]
  next?: string
}

/** The transactions of one account by its inner id. */
export async function transactionsOf(
  db: Kysely<Database>,
  companyId: string,
  accountId: string,
  query: TransactionsQuery,
): Promise<Transactions<Transaction>> {
  const rows = await page(db, companyId, { ...query, accountId })
  return paged(rows, query.limit, toTransaction)
}

/** The transactions of all accounts, or of one, with whose they are. */
export async function companyTransactions(
  db: Kysely<Database>,
  companyId: string,
  query: TransactionsQuery & { accountId: string | undefined },
): Promise<Transactions<CompanyTransaction>> {
  const rows = await page(db, companyId, query)
  return paged(rows, query.limit, (row) => ({
    ...toTransaction(row),
    accountName: `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim(),
    siteName: row.site_name,
  }))
}

function page(db: Kysely<Database>, companyId: string, query: TransactionsQuery & { accountId: string | undefined }) {
  const { accountId, type, from, to } = query
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor)
  let rows = visible(db, companyId)
  if (accountId !== undefined) rows = rows.where('ledger_rows.account_id', '=', accountId)
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
    .limit(query.limit + 1)
    .execute()
}

/** §2: case does not count; an amount is found with or without its commas, a payment mode as it is read. */
function mentions(words: string) {
  const pattern = contains(words)
  const amount = contains(words.replaceAll(/[,₹\s]/g, ''))
  return sql<boolean>`(concat_ws(' ', recipient, purpose, narration, replace(payment_mode, '_', ' '), payment_mode) ILIKE ${pattern}
    OR (paise / 100.0)::numeric(20, 2)::text LIKE ${amount})`
}

function paged<Shown>(rows: Row[], limit: number, show: (row: Row) => Shown): Transactions<Shown> {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const next = rows.length > limit && last ? { next: `${last.date}_${last.position}_${last.row_id}` } : {}
  return { rows: shown.map(show), ...next }
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

function visible(db: Kysely<Database>, companyId: string) {
  return db
    .selectFrom('ledger_rows')
    .leftJoin('contacts as owner', (join) =>
      join
        .onRef('owner.company_id', '=', 'ledger_rows.company_id')
        .onRef('owner.account_id', '=', 'ledger_rows.account_id'),
    )
    .leftJoin('contacts as author', (join) =>
      join
        .onRef('author.company_id', '=', 'ledger_rows.company_id')
        .onRef('author.account_id', '=', 'ledger_rows.recorded_by'),
    )
    .leftJoin('directory', (join) =>
      join
        .onRef('directory.company_id', '=', 'ledger_rows.company_id')
        .onRef('directory.account_id', '=', 'ledger_rows.account_id'),
    )
    .select(['row_id', 'type', 'paise', 'date', 'recorded_at', 'recipient', 'purpose', 'payment_mode', 'narration'])
    .select([
      'position',
      'transfer_from',
      'transfer_to',
      'revision',
      'recorded_by',
      'recorded_by_name',
      'recorded_by_role',
    ])
    .select([
      'ledger_rows.account_id',
      'directory.role',
      'directory.status',
      'first_name',
      'last_name',
      'site_name',
      'owner.mobile as owner_mobile',
      'author.mobile as author_mobile',
    ])
    .where('ledger_rows.company_id', '=', companyId)
    .where('deleted', '=', false)
}

type Row = Awaited<ReturnType<ReturnType<typeof visible>['executeTakeFirstOrThrow']>>

function toTransaction(row: Row): Transaction {
  return {
    id: row.row_id,
    type: row.type,
    amount: formatAmount(row.paise),
    date: row.date,
    recordedAt: row.recorded_at,
    recipient: row.recipient,
    purpose: row.purpose,
    paymentMode: paymentMode.parse(row.payment_mode),
    narration: row.narration,
    userId: ownerId(row),
    isTransfer: row.transfer_from !== null,
    transferFrom: row.transfer_from,
    transferTo: row.transfer_to,
    revision: row.revision,
    recordedBy: { id: authorId(row), name: row.recorded_by_name, role: row.recorded_by_role },
  }
}

/** A deleted account's number may be somebody else's by now, so it goes by the inner id. */
function ownerId({ role, status, owner_mobile, account_id }: Row): string {
  return role === null || owner_mobile === null || status === 'closed' ? account_id : publicId(role, owner_mobile)
}

/** Field users are known by their public id, head office by the inner one. */
function authorId({ recorded_by, recorded_by_role, author_mobile }: Row): string {
  const author = role.safeParse(recorded_by_role)
  if (!author.success || author_mobile === null || !FIELD_ROLES.includes(author.data)) return recorded_by
  return publicId(author.data, author_mobile)
}
