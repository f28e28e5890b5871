import type { Entry, LedgerEvent } from '@ledger/contracts/events.ts'
import { type Side, sidesOf } from '@ledger/contracts/rows.ts'
import { bigints, booleans, integers, texts, timestamps, uuids } from '@ledger/migrations/binary-arrays.ts'
import type { Database } from '@ledger/migrations/tables.ts'
import { type Kysely, type Selectable, sql } from 'kysely'
import { CannotTake } from './projection.ts'

export type LedgerRow = Selectable<Database['ledger_rows']>

/** The columns of a row that come from one side of an entry. */
export function contentOf(entry: Entry, side: Side) {
  return {
    row_id: side.rowId,
    account_id: side.accountId,
    type: side.type,
    paise: entry.paise,
    date: entry.date,
    recipient: side.recipient,
    beneficiary_id: entry.kind === 'debit' ? entry.beneficiary.id : null,
    purpose: entry.purpose,
    payment_mode: entry.paymentMode,
    narration: entry.narration,
    transfer_from: side.transferFrom,
    transfer_to: side.transferTo,
  }
}

/** Whether, when and by whom a row was deleted. */
type Deletion = Pick<LedgerRow, 'deleted' | 'deleted_at' | 'deleted_by' | 'deleted_by_name' | 'deleted_by_role'>

export const NOT_DELETED: Deletion = {
  deleted: false,
  ...{ deleted_at: null, deleted_by: null, deleted_by_name: null, deleted_by_role: null },
}

/** The rows of a transaction as an edit or a deletion leaves them. */
export function changedRows(event: Extract<LedgerEvent, { type: 'TransactionEdited' | 'TransactionDeleted' }>) {
  const { transaction, revision } = event.data
  const [entry, deletion] =
    event.type === 'TransactionEdited' ? [event.data.after, NOT_DELETED] : [event.data.before, deletionBy(event)]
  return sidesOf(transaction, entry).map((side) => ({ ...contentOf(entry, side), revision, ...deletion }))
}
export type ChangedRow = ReturnType<typeof changedRows>[number]

function deletionBy({ recordedAt, actor }: LedgerEvent): Deletion {
  return {
    deleted: true,
    deleted_at: recordedAt,
    deleted_by: actor.id,
    deleted_by_name: actor.name,
    deleted_by_role: actor.role,
  }
}

/** Column by column, as `unnest` takes them. */
function columns<Row extends object>(rows: Row[]) {
  return <Column extends keyof Row>(column: Column) => rows.map((row) => row[column])
}

export async function insertRows(
  db: Kysely<Database>,
  companyId: string,
  rows: Omit<LedgerRow, 'company_id'>[],
): Promise<void> {
  if (rows.length === 0) return
  const of = columns(rows)
  await sql`
    INSERT INTO ledger_rows (company_id, row_id, account_id, position, type, paise, date, recorded_at, recipient, beneficiary_id,
      purpose, payment_mode, narration, transfer_from, transfer_to, revision, recorded_by, recorded_by_name, recorded_by_role, deleted,
      deleted_at, deleted_by, deleted_by_name, deleted_by_role)
    SELECT ${companyId}, * FROM unnest(${texts(of('row_id'))}::text[], ${uuids(of('account_id'))}::uuid[], ${bigints(of('position'))}::bigint[],
      ${texts(of('type'))}::text[], ${bigints(of('paise'))}::bigint[], ${timestamps(of('date'))}::timestamptz[], ${timestamps(of('recorded_at'))}::timestamptz[],
      ${texts(of('recipient'))}::text[], ${texts(of('beneficiary_id'))}::text[], ${texts(of('purpose'))}::text[], ${texts(of('payment_mode'))}::text[],
      ${texts(of('narration'))}::text[], ${texts(of('transfer_from'))}::text[], ${texts(of('transfer_to'))}::text[], ${integers(of('revision'))}::integer[],
      ${uuids(of('recorded_by'))}::uuid[], ${texts(of('recorded_by_name'))}::text[], ${texts(of('recorded_by_role'))}::text[], ${booleans(of('deleted'))}::boolean[],
      ${timestamps(of('deleted_at'))}::timestamptz[], ${uuids(of('deleted_by'))}::uuid[], ${texts(of('deleted_by_name'))}::text[], ${texts(of('deleted_by_role'))}::text[])
  `.execute(db)
}

export async function updateRows(db: Kysely<Database>, companyId: string, rows: ChangedRow[]): Promise<void> {
  if (rows.length === 0) return
  const of = columns(rows)
  const { numAffectedRows } = await sql`
    UPDATE ledger_rows SET paise = c.paise, date = c.date, recipient = c.recipient, beneficiary_id = c.beneficiary_id,
      purpose = c.purpose, payment_mode = c.payment_mode, narration = c.narration, revision = c.revision, deleted = c.deleted,
      deleted_at = c.deleted_at, deleted_by = c.deleted_by, deleted_by_name = c.deleted_by_name, deleted_by_role = c.deleted_by_role
    FROM unnest(${texts(of('row_id'))}::text[], ${bigints(of('paise'))}::bigint[], ${timestamps(of('date'))}::timestamptz[], ${texts(of('recipient'))}::text[],
      ${texts(of('beneficiary_id'))}::text[], ${texts(of('purpose'))}::text[], ${texts(of('payment_mode'))}::text[], ${texts(of('narration'))}::text[],
      ${integers(of('revision'))}::integer[], ${booleans(of('deleted'))}::boolean[], ${timestamps(of('deleted_at'))}::timestamptz[], ${uuids(of('deleted_by'))}::uuid[],
      ${texts(of('deleted_by_name'))}::text[], ${texts(of('deleted_by_role'))}::text[])
      AS c (row_id, paise, date, recipient, beneficiary_id, purpose, payment_mode, narration, revision, deleted, deleted_at,
        deleted_by, deleted_by_name, deleted_by_role)
    WHERE ledger_rows.company_id = ${companyId} AND ledger_rows.row_id = c.row_id`.execute(db)
  if (numAffectedRows !== BigInt(rows.length))
    throw new CannotTake('An edit or deletion names a transaction that was never recorded')
}
