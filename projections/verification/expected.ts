import type { LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import type { Buckets } from './buckets.ts'
import type { Slice } from './live-rows.ts'
import type { TableSums } from './row-digests.ts'

/**
 * The expected rows of a read model, folded from the log in memory by the functions that fill its tables. For tables
 * that grow with the log only sums are held, a bucket for some minutes or some events; for the others the rows.
 */
export interface Expected {
  /** @throws PoisonEvent for an event that contradicts an earlier one */
  take(event: LedgerEvent): void
  tables(): ExpectedTable[]
}

export interface ExpectedTable {
  slice: Slice
  sums: TableSums
  bucketOf(row: Buffer): string
  /** Only for a table that grows with the log. */
  buckets?: Buckets
}
