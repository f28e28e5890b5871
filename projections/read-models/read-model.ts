import type { LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import type { ProjectionName } from '@ledger/contracts/projection-names-and-labels.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { ReadModelWriter } from './read-model-writer.ts'

/**
 * A read model: the tables that it owns, and how a page of the log changes them. Its queries are in the same file or in
 * queries/.
 */
export interface ReadModel {
  readonly tables: readonly (keyof Database)[]
  /**
   * Folds a page of events, in order, and writes the changes, with one call for each table: in the transaction that
   * moves the checkpoint, or to a rebuild. It reads no table: a row depends on the events and the row of its key alone,
   * and a numbered one on the number before its own (reconcile-in-place.ts).
   * @throws any error for an event that it cannot apply (see apply-page.ts)
   */
  apply(into: ReadModelWriter, events: LedgerEvent[]): Promise<void>
}

/** A read model with the name that its checkpoint has. */
export interface Projection extends ReadModel {
  readonly name: ProjectionName
}

/** Thrown where an event is at fault: it contradicts an earlier one, or the fold fails on it. */
export class PoisonEvent extends Error {}
