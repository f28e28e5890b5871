import type { LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import type { ReadModelTable, RowAccumulator, UntypedRow } from '../read-models/read-model-table.ts'
import { type Slice, wholeOf } from './live-rows.ts'

/** A table in which events are added up, for callers that need no more of its rows than that they can be written. */
export interface Adding {
  slice: Slice
  add(rows: RowAccumulator<UntypedRow>, events: readonly LedgerEvent[]): void
}

/** @param add the function by which the table's read model adds a page */
export function adding<Row>(
  table: ReadModelTable<Row>,
  add: (rows: RowAccumulator<Row>, events: readonly LedgerEvent[]) => void,
): Adding {
  // Rows come from `add` alone, and the compiler has checked that these fit the table.
  return { slice: wholeOf(table), add: (rows, events) => add(rows as unknown as RowAccumulator<Row>, events) }
}
