import type { Database, RowOf } from '@ledger/database/tables/database-schema.ts'
import type { Transaction } from 'kysely'
import { readEventPage } from '../log/read-event-pages.ts'
import { applyPage } from '../projector/apply-page.ts'
import { createUpsertWriter, TABLES_OF_THIS_SERVER } from '../projector/upsert-writer.ts'
import type { Projection } from '../read-models/read-model.ts'

const EVENTS_PER_CATCH_UP_PAGE = 5000

type LockedCheckpoint = Pick<RowOf<'checkpoints'>, 'position' | 'stopped_because'>

/**
 * Locks and returns the checkpoint of a projection: the live projection of the company waits until the transaction
 * ends.
 */
export function lockAndReadProjectionPosition(
  trx: Transaction<Database>,
  companyId: string,
  { name }: Projection,
): Promise<LockedCheckpoint> {
  return trx
    .withSchema('read')
    .selectFrom('checkpoints')
    .select(['position', 'stopped_because'])
    .where('company_id', '=', companyId)
    .where('projection', '=', name)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/**
 * Applies the events that the live projection has applied since, to the rebuilt tables of the search path.
 * @returns the position of the last event applied
 */
export async function applyRemainingEvents(
  trx: Transaction<Database>,
  companyId: string,
  projection: Projection,
  { from, upTo }: { from: number; upTo: number },
): Promise<number> {
  const into = createUpsertWriter(trx, companyId, TABLES_OF_THIS_SERVER)
  let position = from
  while (position < upTo) {
    const events = await readEventPage(trx, companyId, position, Math.min(EVENTS_PER_CATCH_UP_PAGE, upTo - position))
    if (events.length === 0) throw new Error(`The log ends at ${position}, before the checkpoint of ${projection.name}`)
    await applyPage(trx, projection, events, into)
    position = events.at(-1)?.position ?? position
  }
  return position
}

/** Moves the checkpoint to where the projection was rebuilt; a stopped projection continues from there. */
export async function moveProjectionPosition(
  trx: Transaction<Database>,
  companyId: string,
  { name }: Projection,
  position: number,
): Promise<void> {
  await trx
    .withSchema('read')
    .updateTable('checkpoints')
    .set({ position, stopped_because: null })
    .where('company_id', '=', companyId)
    .where('projection', '=', name)
    .execute()
}
