import { prefetchPages } from '@ledger/database/connection/prefetch-pages.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely } from 'kysely'
import { readEventPage } from '../log/read-event-pages.ts'
import { applyPage } from '../projector/apply-page.ts'
import { withPoisonEventDetection } from '../projector/poison-event-detection.ts'
import { PoisonEvent, type Projection } from '../read-models/read-model.ts'
import type { ReadModelWriter } from '../read-models/read-model-writer.ts'

const EVENTS_PER_REPLAY_PAGE = 500

/** A projection, and the events to apply: those after `from`, up to `upTo`, the position of its checkpoint. */
export interface Replay {
  readonly projection: Projection
  readonly from: number
  readonly upTo: number
}

/** Returns the replays from the first event to the checkpoint of each projection. */
export async function readReplays(
  db: Kysely<Database>,
  companyId: string,
  projections: readonly Projection[],
): Promise<Replay[]> {
  const rows = await db
    .withSchema('read')
    .selectFrom('checkpoints')
    .select(['projection', 'position'])
    .where('company_id', '=', companyId)
    .execute()
  const positions = new Map(rows.map((row) => [row.projection, row.position]))
  return projections.map((projection) => ({ projection, from: 0, upTo: positions.get(projection.name) ?? 0 }))
}

/**
 * Applies the events of the replays to `into`, and reads the log once for all of them.
 * @throws PoisonEvent where an event is at fault or missing
 */
export async function replayLog(
  db: Kysely<Database>,
  companyId: string,
  replays: readonly Replay[],
  into: ReadModelWriter,
): Promise<void> {
  const last = Math.max(...replays.map(({ upTo }) => upTo))
  let reached = Math.min(...replays.map(({ from }) => from))
  // Not even reading an event is sure: its stored text may be of no shape that there ever was.
  const read = async (after: number) =>
    after < last
      ? withPoisonEventDetection(db, () =>
          readEventPage(db, companyId, after, Math.min(EVENTS_PER_REPLAY_PAGE, last - after)),
        )
      : []
  for await (const events of prefetchPages(reached, read, (event) => event.position)) {
    reached = events.at(-1)?.position ?? reached
    for (const { projection, from, upTo } of replays) {
      const own = events.filter(({ position }) => position > from && position <= upTo)
      if (own.length > 0) await applyPage(db, projection, own, into)
    }
  }
  if (reached < last) throw new PoisonEvent(`The log ends at ${reached}, before the checkpoint at ${last}`)
}
