import type { LedgerEvent } from '@ledger/contracts/events.ts'
import { formatAmount } from '@ledger/contracts/money.ts'
import { paymentMode } from '@ledger/contracts/payment-modes.ts'
import { FIELD_ROLES, publicId, role } from '@ledger/contracts/roles.ts'
import { sidesOf } from '@ledger/contracts/rows.ts'
import type { Transaction } from '@ledger/contracts/shapes.ts'
import type { Database } from '@ledger/migrations/tables.ts'
import { type Kysely, sql } from 'kysely'
import { type ChangedRow, changedRows, contentOf, insertRows, type LedgerRow, updateRows } from './ledger-rows.ts'
import type { Projection } from './projection.ts'

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

/** A page of a list: `limit` rows after the row that `cursor` names. */
export interface Page {
  limit: number
  cursor?: string | undefined
}

/** Rows, newest first (`date`, then position), and the cursor of the next page where there is one. */
export interface Transactions {
  rows: Transaction[]
  next?: string
}

/** The transactions of one account by its inner id. */
export async function transactionsOf(
  db: Kysely<Database>,
  companyId: string,
  accountId: string,
  page: Page,
): Promise<Transactions> {
  const after = page.cursor === undefined ? undefined : readCursor(page.cursor)
  const rows = await visible(db, companyId)
    .where('ledger_rows.account_id', '=', accountId)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(date, position) < (${after?.date}::timestamptz, ${after?.position}::bigint)`),
    )
    .orderBy('date', 'desc')
    .orderBy('position', 'desc')
    .limit(page.limit + 1)
    .execute()
  const shown = rows.slice(0, page.limit)
  const last = shown.at(-1)
  const more = rows.length > page.limit && last
  return { rows: shown.map(toTransaction), ...(more ? { next: `${last.date}_${last.position}` } : {}) }
}

const CURSOR = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_(\d{1,15})$/

function readCursor(cursor: string): { date: string; position: number } | undefined {
  const [, date, position] = CURSOR.exec(cursor) ?? []
  return date === undefined ? undefined : { date, position: Number(position) }
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
    userId: row.role !== null && row.owner_mobile !== null ? publicId(row.role, row.owner_mobile) : row.account_id,
    isTransfer: row.transfer_from !== null,
    transferFrom: row.transfer_from,
    transferTo: row.transfer_to,
    revision: row.revision,
    recordedBy: { id: authorId(row), name: row.recorded_by_name, role: row.recorded_by_role },
  }
}

/** Field users are known by their public id, head office by the inner one. */
function authorId({ recorded_by, recorded_by_role, author_mobile }: Row): string {
  const author = role.safeParse(recorded_by_role)
  if (!author.success || author_mobile === null || !FIELD_ROLES.includes(author.data)) return recorded_by
  return publicId(author.data, author_mobile)
}
