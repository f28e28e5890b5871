import type { LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import { PoisonEvent, type ReadModel } from './read-model.ts'
import type { ReadModelWriter } from './read-model-writer.ts'
import {
  CHANGED_COLUMNS,
  type ChangedTransactionRow,
  rowsAfterChange,
  rowsRecordedBy,
  type StoredTransactionRow,
  TRANSACTION_ROWS_TABLE,
} from './transaction-rows-from-events.ts'

/** The lists of transactions: one row for each account that a transaction touches, two for a transfer. */
export const transactionsReadModel: ReadModel = { tables: ['ledger_rows'], apply: applyToLedgerRows }

async function applyToLedgerRows(into: ReadModelWriter, events: LedgerEvent[]): Promise<void> {
  const inserted = new Map<string, StoredTransactionRow>()
  const updated = new Map<string, ChangedTransactionRow>()
  for (const event of events) {
    for (const row of rowsRecordedBy(event)) inserted.set(row.row_id, row)
    for (const row of rowsChangedBy(event)) {
      const fresh = inserted.get(row.row_id)
      if (fresh) inserted.set(row.row_id, { ...fresh, ...row })
      else updated.set(row.row_id, row)
    }
  }
  await into.insert(TRANSACTION_ROWS_TABLE, [...inserted.values()])
  if ((await into.update(TRANSACTION_ROWS_TABLE, CHANGED_COLUMNS, [...updated.values()])) !== updated.size)
    throw new PoisonEvent('An edit or deletion names a transaction that was never recorded')
}

function rowsChangedBy(event: LedgerEvent): ChangedTransactionRow[] {
  return event.type === 'TransactionEdited' || event.type === 'TransactionDeleted' ? rowsAfterChange(event) : []
}
