import { formatVoucherNumber } from '@ledger/contracts/voucher-number.ts'
import { createRowPacker, type PackedFieldReader } from '@ledger/database/connection/pack-query-rows-as-text.ts'
import type { RowOf } from '@ledger/database/tables/database-schema.ts'
import { type RawBuilder, sql } from 'kysely'
import { ENTRY_COLUMNS, NULLABLE_ENTRY_COLUMNS } from '../../read-models/entry-columns.ts'

/** The rows that a list reads: columns of `ledger_rows`, and what later events say about them (`withLabelsSql`). */

/** The columns of a row that a list shows, in the order in which `readTransactionListRow` reads them. */
const COLUMNS = [
  ...(['row_id', 'account_id', 'position', 'type', 'paise', 'date', 'recorded_at', 'recipient'] as const),
  ...ENTRY_COLUMNS,
  ...(['transfer_from', 'transfer_to', 'revision', 'recorded_by', 'bills'] as const),
  ...(['recorded_by_name', 'recorded_by_role', 'acknowledged_at'] as const),
]
/** The columns of a deleted row, as `readDeletedRow` reads them after all others. */
const DELETION_COLUMNS = ['deleted_at', 'deleted_by', 'deleted_by_name', 'deleted_by_role'] as const
/** The columns that `withLabelsSql` adds. */
const LABELS = ['voucher', 'current_recipient'] as const
type StoredColumn = (typeof COLUMNS | typeof DELETION_COLUMNS)[number]
type ReadColumn = StoredColumn | (typeof LABELS)[number]

const NULLABLE_COLUMNS: ReadonlySet<ReadColumn> = new Set([
  ...(['transfer_from', 'transfer_to', 'bills', 'acknowledged_at'] as const),
  ...NULLABLE_ENTRY_COLUMNS,
  ...DELETION_COLUMNS,
  ...LABELS,
])

export interface TransactionListRow extends Pick<RowOf<'ledger_rows'>, StoredColumn> {
  /** The voucher number; null for a row that the read model does not have yet. */
  voucher: string | null
  /** The name of the beneficiary where it was renamed or merged, else null: `recipient` is the name that was typed. */
  current_recipient: string | null
}

/** The columns of `ledger_rows` that a query for `withLabelsSql` selects. */
export const TRANSACTION_COLUMNS_SQL = sql.raw([...COLUMNS, ...DELETION_COLUMNS, 'beneficiary_id'].join(', '))

/** The id of a row begins with that of its transaction. */
const UUID_LENGTH = 36

/** Returns the query for the rows of another one with their labels, each of which is a look-up in an index. */
export const withLabelsSql = (companyId: RawBuilder<unknown>, rows: RawBuilder<unknown>) => sql`
  SELECT *,
    (SELECT series || ' ' || number FROM vouchers
      WHERE company_id = ${companyId} AND transaction_id = left(row_id, ${sql.lit(UUID_LENGTH)})::uuid LIMIT 1) AS voucher,
    (SELECT name FROM beneficiary_groups
      WHERE company_id = ${companyId} AND beneficiary_id = unlabelled.beneficiary_id) AS current_recipient
  FROM (${rows}) AS unlabelled`

const packerOf = (columns: readonly ReadColumn[], rowIn: (fields: PackedFieldReader) => TransactionListRow) =>
  createRowPacker(
    columns.map((name) => ({ name, nullable: NULLABLE_COLUMNS.has(name) })),
    rowIn,
  )
export const packedRows = packerOf([...COLUMNS, ...LABELS], readTransactionListRow)
export const packedDeletedRows = packerOf([...COLUMNS, ...LABELS, ...DELETION_COLUMNS], readDeletedRow)

/** Names the fields of an entry one by one: to spread them costs a third of a page's rows. */
function readTransactionListRow(fields: PackedFieldReader): TransactionListRow {
  return {
    row_id: fields.text(),
    account_id: fields.text(),
    position: fields.integer(),
    type: fields.text() as TransactionListRow['type'],
    paise: fields.integer(),
    date: fields.instant(),
    recorded_at: fields.instant(),
    recipient: fields.text(),
    purpose: fields.text(),
    payment_mode: fields.text() as TransactionListRow['payment_mode'],
    narration: fields.text(),
    reference: fields.textOrNull(),
    transfer_from: fields.textOrNull(),
    transfer_to: fields.textOrNull(),
    revision: fields.integer(),
    recorded_by: fields.text(),
    bills: fields.textOrNull(),
    recorded_by_name: fields.text(),
    recorded_by_role: fields.text(),
    acknowledged_at: fields.instantOrNull(),
    voucher: readVoucher(fields.textOrNull()),
    current_recipient: fields.textOrNull(),
    deleted_at: null,
    deleted_by: null,
    deleted_by_name: null,
    deleted_by_role: null,
  }
}

function readVoucher(text: string | null): string | null {
  if (text === null) return null
  const gap = text.indexOf(' ')
  return formatVoucherNumber({ series: text.slice(0, gap), number: Number(text.slice(gap)) })
}

function readDeletedRow(fields: PackedFieldReader): TransactionListRow {
  return {
    ...readTransactionListRow(fields),
    deleted_at: fields.instantOrNull(),
    deleted_by: fields.textOrNull(),
    deleted_by_name: fields.textOrNull(),
    deleted_by_role: fields.textOrNull(),
  }
}
