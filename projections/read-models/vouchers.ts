import type { LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import { voucherSeriesOf } from '@ledger/contracts/voucher-number.ts'
import type { RowOf } from '@ledger/database/tables/database-schema.ts'
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
