import type { BalancesAsOf } from '@ledger/contracts/http/audit/balances-and-ledger-as-of-schemas.ts'
import { readHeadPosition } from '@ledger/database/log-head-position.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely } from 'kysely'
import { lastPositionBefore } from '../../event-store/read/position-at-instant.ts'
import { readStoredEventPages } from '../../event-store/read/stored-event-pages.ts'
import { BalanceReplay } from './balance-replay.ts'
import { EVENTS_PER_SNAPSHOT, readSnapshotBefore, saveSnapshot } from './balance-snapshots.ts'

export interface ReplayOptions {
  snapshotEvery?: number
  /** The number of events read, of those that have to be read. */
  onProgress?: (done: { events: number; of: number }) => void
}

/**
 * A moment of the log: a position, or an instant (ISO 8601 in UTC), either with the events recorded at it or without.
 */
export type LogMoment = { position: number } | { at: string } | { before: string }

/** Returns the last position of a moment; 0 before the first event. A position beyond the end is the end. */
export async function positionAt(db: Kysely<Database>, companyId: string, moment: LogMoment): Promise<number> {
  if ('at' in moment) return lastPositionBefore(db, companyId, moment.at, { orAt: true })
  if ('before' in moment) return lastPositionBefore(db, companyId, moment.before)
  return Math.min(moment.position, await readHeadPosition(db, companyId))
}

/**
 * Returns all balances and the trial balance of a moment, replayed from the log: from the newest snapshot before it. It
 * stores the snapshots that are missing on the way.
 */
export async function readBalancesAsOf(
  db: Kysely<Database>,
  companyId: string,
  moment: LogMoment,
  folding: ReplayOptions = {},
): Promise<BalancesAsOf> {
  const position = await positionAt(db, companyId, moment)
  const fold = await replayBalancesTo(db, companyId, position, folding)
  return { position, recordedAt: await readRecordedAt(db, companyId, position), ...fold.balances() }
}

/** Returns the balances at a position. */
export async function replayBalancesTo(
  db: Kysely<Database>,
  companyId: string,
  position: number,
  { snapshotEvery = EVENTS_PER_SNAPSHOT, onProgress = () => undefined }: ReplayOptions = {},
): Promise<BalanceReplay> {
  const start = await readSnapshotBefore(db, companyId, position)
  const fold = start?.fold ?? new BalanceReplay()
  const after = start?.position ?? 0
  for await (const page of readStoredEventPages(db, companyId, { after, upTo: position })) {
    for (const event of page) {
      fold.applyStored(event)
      const at = event.position
      if (at % snapshotEvery === 0)
        await saveSnapshot(db, companyId, { position: at, hash: event.hash, accounts: fold.serialize() })
    }
    onProgress({ events: (page.at(-1)?.position ?? after) - after, of: position - after })
  }
  return fold
}

async function readRecordedAt(db: Kysely<Database>, companyId: string, position: number): Promise<string | null> {
  const event = await db
    .selectFrom('events')
    .select('recorded_at')
    .where('company_id', '=', companyId)
    .where('position', '=', position)
    .executeTakeFirst()
  return event?.recorded_at ?? null
}
