import { dayOf } from '@ledger/contracts/dates.ts'
import { editKeepsAcknowledgement } from '@ledger/contracts/events/edit-keeps-acknowledgement.ts'
import { billsOf, type Entry, type LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import {
  type TransactionRowSide,
  transactionRowSidesOf,
} from '@ledger/contracts/events/transaction-row-sides-and-ids.ts'
import type { ColumnTypes } from '@ledger/database/binary/unnest-columns.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Selectable } from 'kysely'
import { ENTRY_COLUMN_TYPES, entryToColumns } from './entry-columns.ts'
import { defineReadModelTable } from './read-model-table.ts'
import { partyKeyOf } from './worklists/party-key.ts'

export type StoredTransactionRow = Omit<Selectable<Database['ledger_rows']>, 'company_id'>

/** Returns the columns of a row that come from one side of an entry. */
export function rowContentOf(entry: Entry, side: TransactionRowSide) {
  const bills = billsOf(entry)
  return {
    row_id: side.rowId,
    account_id: side.accountId,
    type: side.type,
    paise: entry.paise,
    date: entry.date,
    recipient: side.recipient,
    beneficiary_id: entry.kind === 'debit' ? entry.beneficiary.id : null,
    ...entryToColumns(entry),
    transfer_from: side.transferFrom,
    transfer_to: side.transferTo,
    bills: bills.length === 0 ? null : JSON.stringify(bills),
  }
}

/** Whether, when and by whom a row was deleted. */
type RowDeletion = Pick<
  StoredTransactionRow,
  'deleted' | 'deleted_at' | 'deleted_by' | 'deleted_by_name' | 'deleted_by_role'
>

export const NOT_DELETED: RowDeletion = {
  deleted: false,
  deleted_at: null,
  deleted_by: null,
  deleted_by_name: null,
  deleted_by_role: null,
}

/** The reviews of an entry by the office. A row that lacks it keeps what was said before. */
export type RowReviews = Pick<StoredTransactionRow, 'seen' | 'bill_not_needed'>

const NOT_REVIEWED: RowReviews = { seen: false, bill_not_needed: false }

/**
 * Returns what an event says about the reviews of an entry, as columns of the giver's row; undefined for any other
 * event. The office has seen an amount on a day for a party: an edit of one of these brings the entry back to its
 * worklists, an edit of the narration or the bill does not.
 */
export function reviewsAfter(event: LedgerEvent): { row_id: string; reviews: Partial<RowReviews> } | undefined {
  if (event.type === 'TransactionEdited') {
    const { transaction, before, after } = event.data
    const isSame =
      before.paise === after.paise && dayOf(before.date) === dayOf(after.date) && hasSameParty(before, after)
    return isSame ? undefined : { row_id: transaction, reviews: NOT_REVIEWED }
  }
  if (event.type !== 'EntryReviewed') return undefined
  const { transaction, as } = event.data
  if (as === 'not_duplicate') return undefined
  return { row_id: transaction, reviews: as === 'seen' ? { seen: true } : { bill_not_needed: true } }
}

const hasSameParty = (before: Entry, after: Entry) => partyKeyOf(before) === partyKeyOf(after)

/**
 * Returns when the rows of a transfer were acknowledged, after an event that says so or takes it away; none for any
 * other event.
 */
export function acknowledgementsAfter(event: LedgerEvent): Pick<StoredTransactionRow, 'row_id' | 'acknowledged_at'>[] {
  if (event.type === 'TransferAcknowledged')
    return acknowledgedRows(event.data.transaction, event.data.about, event.recordedAt)
  if (event.type !== 'TransactionEdited') return []
  const { transaction, before, after } = event.data
  return after.kind !== 'transfer' || editKeepsAcknowledgement(before, after)
    ? []
    : acknowledgedRows(transaction, after, null)
}

const acknowledgedRows = (transaction: string, transfer: Entry, at: string | null) =>
  transactionRowSidesOf(transaction, transfer).map(({ rowId }) => ({ row_id: rowId, acknowledged_at: at }))

/** Returns the rows of a transaction when it is recorded; none for any other event. */
export function rowsRecordedBy(event: LedgerEvent): StoredTransactionRow[] {
  if (event.type !== 'CreditRecorded' && event.type !== 'DebitRecorded' && event.type !== 'TransferRecorded') return []
  const { transaction, entry } = event.data
  return transactionRowSidesOf(transaction, entry).map((side) => ({
    ...rowContentOf(entry, side),
    position: event.position,
    recorded_at: event.recordedAt,
    revision: 1,
    recorded_by: event.actor.id,
    recorded_by_name: event.actor.name,
    recorded_by_role: event.actor.role,
    ...NOT_DELETED,
    ...NOT_REVIEWED,
    acknowledged_at: null,
  }))
}

/** Returns the rows of a transaction after an edit or a deletion. */
export function rowsAfterChange(event: Extract<LedgerEvent, { type: 'TransactionEdited' | 'TransactionDeleted' }>) {
  const { transaction, revision } = event.data
  const [entry, deletion] =
    event.type === 'TransactionEdited' ? [event.data.after, NOT_DELETED] : [event.data.before, deletionBy(event)]
  return transactionRowSidesOf(transaction, entry).map((side) => ({
    ...rowContentOf(entry, side),
    revision,
    ...deletion,
  }))
}
export type ChangedTransactionRow = ReturnType<typeof rowsAfterChange>[number]

function deletionBy({ recordedAt, actor }: LedgerEvent): RowDeletion {
  return {
    deleted: true,
    deleted_at: recordedAt,
    deleted_by: actor.id,
    deleted_by_name: actor.name,
    deleted_by_role: actor.role,
  }
}

/** The key, and the columns that keep their recorded values. */
export const RECORDED_COLUMNS = {
  row_id: 'text',
  account_id: 'uuid',
  position: 'bigint',
  type: 'text',
  recorded_at: 'timestamptz',
  transfer_from: 'text',
  transfer_to: 'text',
  recorded_by: 'uuid',
  recorded_by_name: 'text',
  recorded_by_role: 'text',
} as const
/** The key, and the columns that an edit or a deletion changes. */
export const CONTENT_COLUMNS = {
  row_id: 'text',
  paise: 'bigint',
  date: 'timestamptz',
  recipient: 'text',
  beneficiary_id: 'text',
  ...ENTRY_COLUMN_TYPES,
  bills: 'text',
  revision: 'integer',
  deleted: 'boolean',
  deleted_at: 'timestamptz',
  deleted_by: 'uuid',
  deleted_by_name: 'text',
  deleted_by_role: 'text',
} as const
const { account_id, type, transfer_from, transfer_to } = RECORDED_COLUMNS
/** The columns that are known of a changed row. */
export const CHANGED_COLUMNS = {
  ...CONTENT_COLUMNS,
  account_id,
  type,
  transfer_from,
  transfer_to,
} as const satisfies ColumnTypes<ChangedTransactionRow>
export const SEEN_COLUMNS = { row_id: 'text', seen: 'boolean' } as const
export const BILL_NOT_NEEDED_COLUMNS = { row_id: 'text', bill_not_needed: 'boolean' } as const
export const ACKNOWLEDGED_COLUMNS = { row_id: 'text', acknowledged_at: 'timestamptz' } as const
export const TRANSACTION_ROWS_TABLE = defineReadModelTable(
  'ledger_rows',
  { ...RECORDED_COLUMNS, ...CONTENT_COLUMNS, ...SEEN_COLUMNS, ...BILL_NOT_NEEDED_COLUMNS, ...ACKNOWLEDGED_COLUMNS },
  ['row_id'],
)
