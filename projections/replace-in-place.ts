import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '@ledger/database/tables.ts'
import type { Kysely, Transaction } from 'kysely'
import { holdCheckpoint, moveCheckpoint, takeRest } from './held-checkpoint.ts'
import type { Projection } from './projection.ts'
import { type Part, partsOf, replaceRows } from './replace-rows.ts'

/** So many rows are compared at a time, and written where they are not the same: for so long the live projection waits. */
const ROWS = 1000
/** It has as long to itself as that took, and so long at least. */
const SHORTEST_PAUSE_MS = 5
/** Where it is behind what was built, it is waited for while it moves, and looked at so often; a worker that runs moves it many times in a second. */
const LONGEST_STILL_MS = 5000
const LOOK_EACH_MS = 20

/** A company, a projection whose tables were built anew, and of how many events. */
interface Rebuilt {
  readonly companyId: string
  readonly projection: Projection
  readonly position: number
}

/**
 * Makes a company's live rows those that were built anew, in tables where other companies have theirs. Some rows at a time, in a transaction in which the live
 * projection stands still and both are of the same events; then it goes on. What is the same then stays so, because a row is made of its events alone (projection.ts). Readers
 * see each row as it was or as it is to be. Where the live projection has stopped before what was built, or nobody moves it, all is one transaction.
 * It goes on afterwards, also where it had stopped.
 * @returns how many events the rows are made of
 */
export async function replaceInPlace(db: Kysely<Database>, rebuilt: Rebuilt): Promise<number> {
  if (!(await comesTo(db, rebuilt))) {
    return whileItStands(db, rebuilt, async (trx) => {
      for await (const part of allParts(trx, rebuilt)) await replaceRows(trx, part)
    })
  }
  let { position } = rebuilt
  for await (const part of allParts(db, rebuilt)) {
    let begun = 0
    position = await whileItStands(db, { ...rebuilt, position }, (trx) => {
      begun = performance.now()
      return replaceRows(trx, part)
    })
    await sleep(Math.max(SHORTEST_PAUSE_MS, performance.now() - begun))
  }
  return position
}

async function* allParts(db: Kysely<Database>, { companyId, projection }: Rebuilt): AsyncGenerator<Part> {
  for (const table of projection.tables) yield* partsOf(db, companyId, table, ROWS)
}

/** Whether the live projection comes to where these rows are. */
async function comesTo(db: Kysely<Database>, { companyId, projection, position }: Rebuilt): Promise<boolean> {
  let [last, since] = [-1, 0]
  for (;;) {
    const at = await db.transaction().execute((trx) => holdCheckpoint(trx, companyId, projection))
    const now = performance.now()
    if (at.position >= position) return true
    if (at.position > last) [last, since] = [at.position, now]
    if (at.stopped_because !== null || now - since > LONGEST_STILL_MS) return false
    await sleep(LOOK_EACH_MS)
  }
}

/** @returns how many events both are of, from here on */
function whileItStands(
  db: Kysely<Database>,
  { companyId, projection, position: from }: Rebuilt,
  replace: (trx: Transaction<Database>) => Promise<void>,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { position: upTo } = await holdCheckpoint(trx, companyId, projection)
    const position = await takeRest(trx, companyId, projection, { from, upTo })
    await replace(trx)
    await moveCheckpoint(trx, companyId, projection, position)
    return position
  })
}
