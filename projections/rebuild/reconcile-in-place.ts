import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely, Transaction } from 'kysely'
import type { Projection } from '../read-models/read-model.ts'
import { applyRemainingEvents, lockCheckpoint, moveCheckpoint } from './checkpoint-lock.ts'
import { chunksOf, type RowChunk, reconcileChunk } from './reconcile-chunk.ts'

/** So many rows are compared at a time, and written where they are not the same: for so long the live projection waits. */
const ROWS_PER_CHUNK = 1000
/** It has as long to itself as that took, and so long at least. */
const MIN_CHUNK_PAUSE_MS = 5
/** Where it is behind what was built, it is waited for while it moves, and looked at so often; a worker that runs moves it many times in a second. */
const STALLED_PROJECTION_MS = 5000
const CHECKPOINT_POLL_MS = 20

/** A company, a projection whose tables were built anew, and of how many events. */
interface RebuiltTables {
  readonly companyId: string
  readonly projection: Projection
  readonly position: number
}

/**
 * Makes a company's live rows those that were built anew, in tables where other companies have theirs. Some rows at a time, in a transaction in which the live
 * projection stands still and both are of the same events; then it goes on. What is the same then stays so, because a row is made of its events alone (read-model.ts). Readers
 * see each row as it was or as it is to be. Where the live projection has stopped before what was built, or nobody moves it, all is one transaction.
 * It goes on afterwards, also where it had stopped.
 * @returns how many events the rows are made of
 */
export async function reconcileInPlace(db: Kysely<Database>, rebuilt: RebuiltTables): Promise<number> {
  if (!(await waitForProjection(db, rebuilt))) {
    return withCheckpointLocked(db, rebuilt, async (trx) => {
      for await (const part of allChunks(trx, rebuilt)) await reconcileChunk(trx, part)
    })
  }
  let { position } = rebuilt
  for await (const part of allChunks(db, rebuilt)) {
    let begun = 0
    position = await withCheckpointLocked(db, { ...rebuilt, position }, (trx) => {
      begun = performance.now()
      return reconcileChunk(trx, part)
    })
    await sleep(Math.max(MIN_CHUNK_PAUSE_MS, performance.now() - begun))
  }
  return position
}

async function* allChunks(db: Kysely<Database>, { companyId, projection }: RebuiltTables): AsyncGenerator<RowChunk> {
  for (const table of projection.tables) yield* chunksOf(db, companyId, table, ROWS_PER_CHUNK)
}

/** Whether the live projection comes to where these rows are. */
async function waitForProjection(
  db: Kysely<Database>,
  { companyId, projection, position }: RebuiltTables,
): Promise<boolean> {
  let [last, since] = [-1, 0]
  for (;;) {
    const at = await db.transaction().execute((trx) => lockCheckpoint(trx, companyId, projection))
    const now = performance.now()
    if (at.position >= position) return true
    if (at.position > last) [last, since] = [at.position, now]
    if (at.stopped_because !== null || now - since > STALLED_PROJECTION_MS) return false
    await sleep(CHECKPOINT_POLL_MS)
  }
}

/** @returns how many events both are of, from here on */
function withCheckpointLocked(
  db: Kysely<Database>,
  { companyId, projection, position: from }: RebuiltTables,
  replace: (trx: Transaction<Database>) => Promise<void>,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { position: upTo } = await lockCheckpoint(trx, companyId, projection)
    const position = await applyRemainingEvents(trx, companyId, projection, { from, upTo })
    await replace(trx)
    await moveCheckpoint(trx, companyId, projection, position)
    return position
  })
}
