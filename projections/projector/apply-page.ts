import type { LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely } from 'kysely'
import type { Projection } from '../read-models/read-model.ts'
import { withPoisonEventDetection } from './poison-event-detection.ts'
import { createUpsertWriter } from './upsert-writer.ts'

/**
 * Applies a page of events to the tables of a projection.
 * @throws PoisonEvent where an event is at fault: it contradicts another, no column accepts it, or the fold fails on
 * it. Every other error is the database's: it is unavailable, shutting down, or in a deadlock
 */
export async function applyPage(
  db: Kysely<Database>,
  companyId: string,
  projection: Projection,
  events: LedgerEvent[],
  into = createUpsertWriter(db, companyId),
): Promise<void> {
  await withPoisonEventDetection(db, () => projection.apply(into, events))
}
