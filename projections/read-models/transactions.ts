import type { LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import { PoisonEvent, type ReadModel } from './read-model.ts'
import type { ReadModelWriter } from './read-model-writer.ts'
import {
  ACKNOWLEDGED_COLUMNS,
  acknowledgementsAfter,
  BILL_NOT_NEEDED_COLUMNS,
  CHANGED_COLUMNS,
  type ChangedTransactionRow,
  type RowReviews,
  reviewsAfter,
  rowsAfterChange,
  rowsRecordedBy,
  SEEN_COLUMNS,
  type StoredTransactionRow,
  TRANSACTION_ROWS_TABLE,
} from './transaction-rows-from-events.ts'

/** The lists of transactions: one row for each account that a transaction touches, two for a transfer. */
export const transactionsReadModel: ReadModel = { tables: ['ledger_rows'], apply: applyToLedgerRows }

async function applyToLedgerRows(into: ReadModelWriter, events: LedgerEvent[]): Promise<void> {
  const inserted = new Map<string, StoredTransactionRow>()
  const updated = new Map<string, ChangedTransactionRow>()
  const reviewed = new Map<string, Partial<RowReviews>>()
  const acknowledged = new Map<string, RowAcknowledgement>()
  for (const event of events) {
    for (const row of rowsRecordedBy(event)) inserted.set(row.row_id, row)
    for (const row of rowsChangedBy(event)) {
      const fresh = inserted.get(row.row_id)
      if (fresh) inserted.set(row.row_id, { ...fresh, ...row })
      else updated.set(row.row_id, row)
    }
    for (const row of acknowledgementsAfter(event)) {
      const fresh = inserted.get(row.row_id)
      if (fresh) inserted.set(row.row_id, { ...fresh, ...row })
      else acknowledged.set(row.row_id, row)
    }
    const said = reviewsAfter(event)
    if (!said) continue
    const fresh = inserted.get(said.row_id)
    if (fresh) inserted.set(said.row_id, { ...fresh, ...said.reviews })
    else reviewed.set(said.row_id, { ...reviewed.get(said.row_id), ...said.reviews })
  }
  await into.insert(TRANSACTION_ROWS_TABLE, [...inserted.values()])
  if ((await into.update(TRANSACTION_ROWS_TABLE, CHANGED_COLUMNS, [...updated.values()])) !== updated.size)
    throw new PoisonEvent('An edit or deletion names a transaction that was never recorded')
  await updateReviews(into, reviewed)
  const rows = [...acknowledged.values()]
  if ((await into.update(TRANSACTION_ROWS_TABLE, ACKNOWLEDGED_COLUMNS, rows)) !== rows.length)
    throw new PoisonEvent('An acknowledgement names a transfer that was never recorded')
}

type RowAcknowledgement = ReturnType<typeof acknowledgementsAfter>[number]

/** Writes each of the two columns for the rows whose page says something about it. */
async function updateReviews(into: ReadModelWriter, reviewed: ReadonlyMap<string, Partial<RowReviews>>): Promise<void> {
  const rows = [...reviewed].map(([row_id, reviews]) => ({ row_id, ...reviews }))
  const seen = rows.flatMap(({ row_id, seen }) => (seen === undefined ? [] : [{ row_id, seen }]))
  const bills = rows.flatMap(({ row_id, bill_not_needed }) =>
    bill_not_needed === undefined ? [] : [{ row_id, bill_not_needed }],
  )
  const found =
    (await into.update(TRANSACTION_ROWS_TABLE, SEEN_COLUMNS, seen)) +
    (await into.update(TRANSACTION_ROWS_TABLE, BILL_NOT_NEEDED_COLUMNS, bills))
  if (found !== seen.length + bills.length)
    throw new PoisonEvent('A review names a transaction that was never recorded')
}

function rowsChangedBy(event: LedgerEvent): ChangedTransactionRow[] {
  return event.type === 'TransactionEdited' || event.type === 'TransactionDeleted' ? rowsAfterChange(event) : []
}
