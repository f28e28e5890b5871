import type { LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import { formatVoucherNumber, type Voucher, voucherSeriesOf } from '@ledger/contracts/voucher-number.ts'
import { padForGenericPlan } from '@ledger/database/connection/generic-plan-padding.ts'
import type { Database, RowOf } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, sql } from 'kysely'
import type { ReadModel } from './read-model.ts'
import { defineNumberedTable } from './read-model-table.ts'

/**
 * The voucher number of each entry. It follows from the events that record entries and from their order, so a rebuild,
 * an import and a restore give the same numbers. Edits and deletions change none: a deleted entry keeps its number, and
 * no other gets it.
 */
export const vouchersReadModel: ReadModel = {
  tables: ['vouchers'],
  apply: (into, events) => into.insert(VOUCHERS_TABLE, events.flatMap(voucherRecordedBy)),
}

export const VOUCHERS_TABLE = defineNumberedTable(
  'vouchers',
  { series: 'text', position: 'bigint', transaction_id: 'uuid' },
  { column: 'number', series: 'series', order: 'position' },
)

/** Returns the voucher of the entry that an event records, without its number; none for any other event. */
function voucherRecordedBy(event: LedgerEvent): Omit<RowOf<'vouchers'>, 'number'>[] {
  if (event.type !== 'CreditRecorded' && event.type !== 'DebitRecorded' && event.type !== 'TransferRecorded') return []
  const { transaction, entry } = event.data
  return [{ series: voucherSeriesOf(entry), position: event.position, transaction_id: transaction }]
}

/** By the id of the transaction. */
type VoucherNumbers = ReadonlyMap<string, string>

/** Returns the numbers of transactions, by their ids; one that the read model does not have yet has none. */
export async function readVoucherNumbers(
  db: Kysely<Database>,
  companyId: string,
  transactions: Iterable<string>,
): Promise<VoucherNumbers> {
  const ids = [...new Set(transactions)]
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Voucher & { id: string }>`
    SELECT transaction_id AS id, series, number FROM vouchers
    WHERE company_id = ${companyId} AND transaction_id = ANY (${padForGenericPlan(ids)}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, ...voucher }) => [id, formatVoucherNumber(voucher)]))
}

/** Returns the transaction that has a number; undefined where none has it. */
export async function findTransactionOfVoucher(
  db: Kysely<Database>,
  companyId: string,
  { series, number }: Voucher,
): Promise<string | undefined> {
  const { rows } = await sql<{ transaction_id: string }>`
    SELECT transaction_id FROM vouchers
    WHERE company_id = ${companyId} AND series = ${series} AND number = ${number}::bigint`.execute(db)
  return rows[0]?.transaction_id
}
