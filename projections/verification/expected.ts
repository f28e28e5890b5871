import type { LedgerEvent } from '@ledger/contracts/events/event-types.ts'
import type { Buckets } from './buckets.ts'
import type { Slice } from './live-rows.ts'
import type { TableSums } from './row-digests.ts'

/**
 * What the rows of a read model ought to be, folded from the log in memory by the same functions that fill its tables. Of the
 * tables that grow with the log only sums are kept, a bucket for some minutes or some events; of the others the rows.
 */
export interface Expected {
  /** @throws PoisonEvent for an event that contradicts what it has seen before */
  take(event: LedgerEvent): void
  tables(): ExpectedTable[]
}

export interface ExpectedTable {
  slice: Slice
  sums: TableSums
  bucketOf(row: Buffer): string
  /** For a table that grows with the log. */
  buckets?: Buckets
}
