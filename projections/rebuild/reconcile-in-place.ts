import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely, Transaction } from 'kysely'
import type { Projection } from '../read-models/read-model.ts'
import {
  applyRemainingEvents,
  lockAndReadProjectionPosition,
  moveProjectionPosition,
} from './catch-up-under-position-lock.ts'
import { reconcileChunk } from './reconcile-chunk.ts'
import { chunksOf, describeTables, type RowChunk } from './table-chunks.ts'

/** The rows that one transaction compares, and writes where they differ: the live projection waits for that long. */
const ROWS_PER_CHUNK = 1000
/** After each chunk the live projection runs for as long as the chunk took, and at least this long. */
const MIN_CHUNK_PAUSE_MS = 5
/**
 * A live projection that is behind the rebuilt tables is waited for while it moves, and counts as stalled after this
 * time without a move: a running worker moves it many times a second. CHECKPOINT_POLL_MS is the time between two
 * checks.
 */
const STALLED_PROJECTION_MS = 5000
const CHECKPOINT_POLL_MS = 20

/** A company, a projection with rebuilt tables, and the number of events that these contain. */
interface RebuiltTables {
  readonly companyId: string
  readonly projection: Projection
  readonly position: number
}

/**
 * Replaces a company's live rows by the rebuilt ones, in tables that other companies share. A transaction compares some
 * rows at a time: during it the live projection waits, and both sides contain the same events. Equal rows stay equal
 * afterwards, because a row is made of its events alone (read-model.ts); a numbered row follows those of its series in
 * the order of the key, so it is replaced after them, or made when they are right. Readers see each row in its old or
 * its new state. Where the live projection has stopped before the rebuilt position, or no worker moves it, all is one
 * transaction. Afterwards the projection continues, also where it had stopped.
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
  for (const table of await describeTables(db, projection.tables, 'rebuild'))
    yield* chunksOf(db, companyId, table, ROWS_PER_CHUNK)
}

/**
 * Waits until the live projection has reached the position of the rebuilt rows.
 * @returns false where it has stopped or stalled
 */
async function waitForProjection(
  db: Kysely<Database>,
  { companyId, projection, position }: RebuiltTables,
): Promise<boolean> {
  let [last, since] = [-1, 0]
  for (;;) {
    const at = await db.transaction().execute((trx) => lockAndReadProjectionPosition(trx, companyId, projection))
    const now = performance.now()
    if (at.position >= position) return true
    if (at.position > last) [last, since] = [at.position, now]
    if (at.stopped_because !== null || now - since > STALLED_PROJECTION_MS) return false
    await sleep(CHECKPOINT_POLL_MS)
  }
}

/**
 * Applies the missing events to the rebuilt tables while the checkpoint is locked, and runs `replace`.
 * @returns how many events both sides contain from then on
 */
function withCheckpointLocked(
  db: Kysely<Database>,
  { companyId, projection, position: from }: RebuiltTables,
  replace: (trx: Transaction<Database>) => Promise<void>,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { position: upTo } = await lockAndReadProjectionPosition(trx, companyId, projection)
    const position = await applyRemainingEvents(trx, companyId, projection, { from, upTo })
    await replace(trx)
    await moveProjectionPosition(trx, companyId, projection, position)
    return position
  })
}
