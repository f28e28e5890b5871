import type { Bill } from '@ledger/contracts/bill-schemas.ts'
import { entryBeforeAndAfter } from '@ledger/contracts/events/entry-before-and-after-event.ts'
import { billsOf, type LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import type { RowOf } from '@ledger/database/tables/database-schema.ts'
import { defineReadModelTable } from '../read-model-table.ts'
import type { RowAccumulator } from '../row-accumulator.ts'

type BillUseRow = RowOf<'bill_uses'>

export const BILL_USES_TABLE = defineReadModelTable(
  'bill_uses',
  { bill_id: 'text', transaction_id: 'uuid', account_id: 'uuid', uses: 'integer' },
  ['bill_id', 'transaction_id', 'account_id'],
  { uses: 'sum' },
)

/**
 * Adds the entries of a page that begin or cease to name a bill; a row of 0 means that an entry named it once. An
 * answer to a question names its bills for ever.
 */
export function accumulateBillUses(uses: RowAccumulator<BillUseRow>, events: readonly LedgerEvent[]): void {
  function count(transaction: string, account: string, bills: readonly Bill[], sign: 1 | -1): void {
    for (const { id } of bills) {
      const name = `${id} ${transaction} ${account}`
      const use = uses.get(name) ?? { bill_id: id, transaction_id: transaction, account_id: account, uses: 0 }
      use.uses += sign
      uses.set(name, use)
    }
  }
  for (const event of events) {
    if (!('transaction' in event.data)) continue
    const { before, after } = entryBeforeAndAfter(event)
    const { transaction } = event.data
    if (before) count(transaction, before.account.id, billsOf(before), -1)
    if (after) count(transaction, after.account.id, billsOf(after), 1)
    // The account that answers has uploaded them.
    if (event.type === 'EntryAnswered') count(transaction, event.actor.id, event.data.bills, 1)
  }
}
