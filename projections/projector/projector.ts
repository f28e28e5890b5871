import type { LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import { UnsupportedSchemaVersion } from '@ledger/database/binary/event-decoder.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, sql } from 'kysely'
import { readEventPage } from '../log/read-event-pages.ts'
import { PROJECTIONS } from '../read-models/all-projections.ts'
import { ALL_ACCOUNTS } from '../read-models/period-totals/calendar-periods.ts'
import { PoisonEvent, type Projection } from '../read-models/read-model.ts'
import { applyPage } from './apply-page.ts'
import { createBufferedWriter } from './buffered-writer.ts'
import type { ProjectionPositionRow } from './companies-with-pending-events.ts'
import { withPoisonEventDetection } from './poison-event-detection.ts'

const EVENTS_PER_PROJECTOR_PAGE = 1000

export interface ProjectorSettings {
  db: Kysely<Database>
  companyId: string
  projections?: readonly Projection[]
  /** Called when a projection stops before an event that it cannot apply; the others continue. */
  onStopped: (projection: string, position: number, error: Error) => void
}

/** Applies the log to every projection, up to its end. @returns how many events were applied */
export async function catchUp(settings: ProjectorSettings): Promise<number> {
  let all = 0
  for (;;) {
    const { applied } = await projectOnePage(settings)
    if (applied === 0) return all
    all += applied
  }
}

/**
 * Moves every projection by a page. Projections at the same position share the page and the transaction. The rows and
 * the checkpoint are written in one transaction, so every event counts exactly once.
 * @returns how many events were applied, and whether a page was full, so that more are pending
 */
export async function projectOnePage(settings: ProjectorSettings): Promise<{ applied: number; isFull: boolean }> {
  const places = [...(await projectionsByPosition(settings, await readProjectionCheckpoints(settings)))].sort(
    ([one], [other]) => one - other,
  )
  let applied = 0
  let isFull = false
  let reached = 0
  for (const [position, projections] of places) {
    // Stops where the projections that were behind are now: while events arrive, they would never share a position
    // again.
    const limit =
      reached > position ? Math.min(EVENTS_PER_PROJECTOR_PAGE, reached - position) : EVENTS_PER_PROJECTOR_PAGE
    const events = await readPageOrStop(settings, projections, position, limit)
    if (events.length > 0) applied += await applyOrStop(settings, projections, position, events)
    reached = Math.max(reached, events.at(-1)?.position ?? 0)
    isFull ||= events.length === EVENTS_PER_PROJECTOR_PAGE
  }
  return { applied, isFull }
}

/**
 * Reads the next page. A worker of an older version stops before an event of a newer one, because it would misread it.
 */
async function readPageOrStop(
  settings: ProjectorSettings,
  projections: Projection[],
  position: number,
  limit: number,
): Promise<LedgerEvent[]> {
  try {
    return await readEventPage(settings.db, settings.companyId, position, limit)
  } catch (error) {
    if (!(error instanceof UnsupportedSchemaVersion)) throw error
    for (const projection of projections) await stopProjection(settings, projection, position, error)
    return []
  }
}

/** Returns the projections that have not stopped, by position. A new projection begins at 0. */
async function projectionsByPosition(
  { db, companyId, projections = PROJECTIONS }: ProjectorSettings,
  rows: readonly ProjectionPositionRow[],
): Promise<Map<number, Projection[]>> {
  const places = new Map<number, Projection[]>()
  for (const projection of projections) {
    const checkpoint = rows.find((row) => row.projection === projection.name)
    if (!checkpoint) await createCheckpoint(db, companyId, projection)
    if (checkpoint?.stopped_because) continue
    const position = checkpoint?.position ?? 0
    places.set(position, [...(places.get(position) ?? []), projection])
  }
  return places
}

function readProjectionCheckpoints({ db, companyId }: ProjectorSettings): Promise<ProjectionPositionRow[]> {
  return db.selectFrom('checkpoints').selectAll().where('company_id', '=', companyId).execute()
}

async function createCheckpoint(db: Kysely<Database>, companyId: string, { name }: Projection): Promise<void> {
  await db
    .insertInto('checkpoints')
    .values({ company_id: companyId, projection: name, position: 0, stopped_because: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Applies a page with all projections at once; where that fails, with each by itself, and then event by event, to find
 * the one that fails.
 */
async function applyOrStop(
  settings: ProjectorSettings,
  projections: Projection[],
  from: number,
  events: LedgerEvent[],
): Promise<number> {
  try {
    return (await applyInTransaction(settings, projections, from, events)) ? events.length : 0
  } catch (error) {
    if (!(error instanceof PoisonEvent)) throw error
    if (projections.length === 1 && events.length === 1) return stopProjection(settings, projections[0], from, error)
    let applied = 0
    if (projections.length > 1) {
      for (const projection of projections) applied += await applyOrStop(settings, [projection], from, events)
    } else {
      for (const event of events) {
        const one = await applyOrStop(settings, projections, event.position - 1, [event])
        if (one === 0) break
        applied += one
      }
    }
    return applied
  }
}

/**
 * Moves the checkpoint by compare-and-set and writes the rows, in one transaction. A second or a paused worker finds
 * the checkpoint elsewhere and writes nothing.
 * @returns whether this worker moved it
 */
async function applyInTransaction(
  { db, companyId }: ProjectorSettings,
  projections: Projection[],
  from: number,
  events: LedgerEvent[],
): Promise<boolean> {
  const to = events.at(-1)?.position ?? from
  const names = projections.map((projection) => projection.name)
  try {
    await db.transaction().execute(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('checkpoints')
        .set({ position: to })
        .where('company_id', '=', companyId)
        .where('projection', 'in', names)
        .where('position', '=', from)
        .where('stopped_because', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows !== BigInt(names.length)) throw new CheckpointMoved()
      const all = createBufferedWriter(trx)
      const into = all.forCompany(companyId)
      for (const projection of projections) await applyPage(trx, projection, events, into)
      await withPoisonEventDetection(trx, all.finish)
    })
    return true
  } catch (error) {
    if (error instanceof CheckpointMoved) return false
    throw error
  }
}

class CheckpointMoved extends Error {}

async function stopProjection(
  settings: ProjectorSettings,
  projection: Projection | undefined,
  position: number,
  reason: PoisonEvent,
): Promise<0> {
  if (!projection) return 0
  await settings.db
    .updateTable('checkpoints')
    .set({ stopped_because: reason.message })
    .where('company_id', '=', settings.companyId)
    .where('projection', '=', projection.name)
    .where('position', '=', position)
    .execute()
  settings.onStopped(projection.name, position, reason)
  return 0
}

/**
 * Lets stopped projections try again, because a new version may be able to apply the event, and creates the checkpoints
 * of new ones. Called once at the start, for every company.
 */
export async function resumeProjections({ db }: Pick<ProjectorSettings, 'db'>): Promise<void> {
  await db.updateTable('checkpoints').set({ stopped_because: null }).where('stopped_because', 'is not', null).execute()
  const names = PROJECTIONS.map(({ name }) => name)
  await sql`
    INSERT INTO checkpoints (company_id, projection, position) SELECT h.company_id, name, 0
    FROM log_heads h CROSS JOIN unnest(${names}::text[]) AS name ON CONFLICT DO NOTHING`.execute(db)
  await deleteTotalsWithoutBill(db)
}

/**
 * Deletes the stored totals without a bill: they are now computed from the totals of all entries. A company that has
 * any has some of the whole company. It is no migration step, because no step may change rows of a read model
 * (migrate.ts).
 */
async function deleteTotalsWithoutBill(db: Kysely<Database>): Promise<void> {
  const withSome = sql`
    SELECT company_id FROM log_heads h WHERE EXISTS (
      SELECT FROM bill_sums s WHERE s.company_id = h.company_id AND s.whose = ${ALL_ACCOUNTS} AND s.key = 'without')`
  await sql`DELETE FROM bill_sums WHERE key = 'without' AND company_id IN (${withSome})`.execute(db)
}
