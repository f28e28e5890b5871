import type { LedgerEvent } from '@ledger/contracts/events/event-types.ts'
import type { ProjectionName } from '@ledger/contracts/projection-names.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { ReadModelWriter } from './read-model-table.ts'

/** A read model: which tables it owns, and how a page of the log changes them. Its queries stand in the same file. */
export interface ReadModel {
  readonly tables: readonly (keyof Database)[]
  /**
   * Folds a page of events, in order, and hands over what changed, a call for each table: in the transaction that moves the
   * checkpoint, or to a rebuild. It reads no table: what becomes of a row goes by the events and the row of that key alone (reconcile-in-place.ts).
   * @throws any error for an event that it cannot take (see apply-page.ts)
   */
  apply(into: ReadModelWriter, events: LedgerEvent[]): Promise<void>
}

/** A read model with the name that its checkpoint has. */
export interface Projection extends ReadModel {
  readonly name: ProjectionName
}

/** An event is at fault: it contradicts what was seen before, or the fold breaks on it. */
export class PoisonEvent extends Error {}
