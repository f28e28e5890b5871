import type { AsOf } from '@ledger/contracts/audit.ts'
import type { Database } from '@ledger/database/tables.ts'
import type { Kysely } from 'kysely'
import { lastPosition, sealedEvents } from '../event-store/rows.ts'
import { BalanceFold } from './balance-fold.ts'
import { keepSnapshot, SNAPSHOT_EVERY, snapshotBefore } from './balance-snapshots.ts'

export interface Folding {
  snapshotEvery?: number
  /** The number of events read, of those that have to be read. */
  onProgress?: (done: { events: number; of: number }) => void
}

/**
 * A moment of the log: a position, or an instant (ISO 8601 in UTC), either with the events recorded at it or without.
 */
export type Moment = { position: number } | { at: string } | { before: string }

/** Returns the last position of a moment; 0 before the first event. A position beyond the end is the end. */
export async function positionOf(db: Kysely<Database>, companyId: string, moment: Moment): Promise<number> {
  if ('at' in moment) return lastPosition(db, companyId, moment.at, { orAt: true })
  if ('before' in moment) return lastPosition(db, companyId, moment.before)
  const head = await db
    .selectFrom('log_heads')
    .select('position')
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return Math.min(moment.position, head?.position ?? 0)
}

/**
 * Returns all balances and the trial balance of a moment, replayed from the log: from the newest snapshot before it. It
 * stores the snapshots that are missing on the way.
 */
export async function asOf(
  db: Kysely<Database>,
  companyId: string,
  moment: Moment,
  folding: Folding = {},
): Promise<AsOf> {
  const position = await positionOf(db, companyId, moment)
  const fold = await foldTo(db, companyId, position, folding)
  return { position, recordedAt: await recordedAt(db, companyId, position), ...fold.balances() }
}

/** Returns the balances at a position. */
export async function foldTo(
  db: Kysely<Database>,
  companyId: string,
  position: number,
  { snapshotEvery = SNAPSHOT_EVERY, onProgress = () => undefined }: Folding = {},
): Promise<BalanceFold> {
  const start = await snapshotBefore(db, companyId, position)
  const fold = start?.fold ?? new BalanceFold()
  const after = start?.position ?? 0
  for await (const page of sealedEvents(db, companyId, { after, upTo: position })) {
    for (const event of page) {
      fold.takeStored(event)
      const at = event.position
      if (at % snapshotEvery === 0)
        await keepSnapshot(db, companyId, { position: at, hash: event.hash, accounts: fold.text() })
    }
    onProgress({ events: (page.at(-1)?.position ?? after) - after, of: position - after })
  }
  return fold
}

async function recordedAt(db: Kysely<Database>, companyId: string, position: number): Promise<string | null> {
  const event = await db
    .selectFrom('events')
    .select('recorded_at')
    .where('company_id', '=', companyId)
    .where('position', '=', position)
    .executeTakeFirst()
  return event?.recorded_at ?? null
}
