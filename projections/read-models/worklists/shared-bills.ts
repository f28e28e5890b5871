import { entryBeforeAndAfter } from '@ledger/contracts/events/entry-before-and-after-event.ts'
import { billsOf, type Entry, type LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import type { RowOf } from '@ledger/database/tables/database-schema.ts'
import { defineReadModelTable } from '../read-model-table.ts'
import type { RowAccumulator } from '../row-accumulator.ts'

type SharedBillRow = RowOf<'shared_bills'>

export const SHARED_BILLS_TABLE = defineReadModelTable(
  'shared_bills',
  { bill_id: 'text', entries: 'integer', joined_position: 'bigint', dismissed_position: 'bigint' },
  ['bill_id'],
  { entries: 'sum', joined_position: 'greatest', dismissed_position: 'greatest' },
)

/** Counts the entries that name each bill; reviews dismiss them as they do alike entries (alike-entries.ts). */
export function accumulateSharedBills(rows: RowAccumulator<SharedBillRow>, events: readonly LedgerEvent[]): void {
  function shared(bill_id: string): SharedBillRow {
    const row = rows.get(bill_id) ?? { bill_id, entries: 0, joined_position: 0, dismissed_position: 0 }
    rows.set(bill_id, row)
    return row
  }
  for (const event of events) {
    const { position } = event
    if (event.type === 'EntryReviewed' && event.data.as === 'not_duplicate')
      for (const bill of billIdsOf(event.data.reviewed)) shared(bill).dismissed_position = position
    const { before, after } = entryBeforeAndAfter(event)
    const [was, is] = [billIdsOf(before), billIdsOf(after)]
    for (const bill of was) if (!is.has(bill)) shared(bill).entries -= 1
    for (const bill of is) {
      if (was.has(bill)) continue
      const row = shared(bill)
      row.entries += 1
      row.joined_position = position
    }
  }
}

const billIdsOf = (entry: Entry | undefined) => new Set(entry === undefined ? [] : billsOf(entry).map(({ id }) => id))
