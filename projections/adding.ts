import type { LedgerEvent } from '@ledger/contracts/events.ts'
import { type Slice, wholeOf } from './live-rows.ts'
import type { AnyRow, JoinedRows, ReadTable } from './read-table.ts'

/** A table that events are added up in, for whoever needs no more of its rows than that they can be written. */
export interface Adding {
  slice: Slice
  add(rows: JoinedRows<AnyRow>, events: readonly LedgerEvent[]): void
}

/** @param add what the table's read model adds a page with */
export function adding<Row>(
  table: ReadTable<Row>,
  add: (rows: JoinedRows<Row>, events: readonly LedgerEvent[]) => void,
): Adding {
  // Rows come from `add` alone, and the compiler has seen that those fit the table.
  return { slice: wholeOf(table), add: (rows, events) => add(rows as unknown as JoinedRows<Row>, events) }
}
