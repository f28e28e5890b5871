import type { LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely } from 'kysely'
import type { Projection } from '../read-models/read-model.ts'
import type { ReadModelWriter } from '../read-models/read-model-writer.ts'
import { withPoisonEventDetection } from './poison-event-detection.ts'

/**
 * Applies a page of events to the tables of a projection.
 * @throws PoisonEvent where an event is at fault: it contradicts another, no column accepts it, or the fold fails on
 * it. Every other error is the database's: it is unavailable, shutting down, or in a deadlock
 */
export async function applyPage(
  db: Kysely<Database>,
  projection: Projection,
  events: LedgerEvent[],
  into: ReadModelWriter,
): Promise<void> {
  await withPoisonEventDetection(db, () => projection.apply(into, events))
}
