import { UnsupportedSchemaVersion } from '@ledger/database/binary/event-decoder.ts'
import { prefetchPages } from '@ledger/database/connection/prefetch-pages.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, sql } from 'kysely'
import { PROJECTIONS } from '../projector/projector.ts'
import { readEventPage } from '../projector/read-event-pages.ts'
import { PoisonEvent, type Projection } from '../read-models/read-model.ts'
import type { Range } from './buckets.ts'
import { compareWithReplay, type ReadModelComparison, readCheckpointPosition } from './compare-with-replay.ts'
import type { Expected, ExpectedTable } from './expected.ts'
import { EXPECTED } from './expected-rows.ts'
import { forgetFold, type Kept, keptFold } from './kept-folds.ts'
import { compareRemembered } from './kept-rows.ts'
import { joinKept, keepSums, oldBuckets } from './kept-sums.ts'
import { liveRows } from './live-rows.ts'
import { isSameIn, newSalt, type TableSums } from './row-digests.ts'
import { isRemembered } from './second-tables.ts'

const EVENTS_PER_VERIFY_PAGE = 2000
/** The old rows of each table that are checked each hour, with the rest of their last bucket. */
const OLD_ROWS_PER_VERIFICATION = 20_000

/** The position of each projection, and whether its tables are what a fold of the log up to there gives. */
export interface ReadModelVerification {
  ok: boolean
  projections: ReadModelComparison[]
}

/** A projection, the rows expected of it so far, and the checkpoint of its tables. */
interface ProjectionReplay {
  projection: Projection
  expected: Expected
  salt: Buffer
  position: number
  checkpoint: number
  /**
   * The stored verification that this one starts from, whose sums are not yet in `expected`; undefined where every
   * event and every row is read.
   */
  kept: Kept | undefined
  contradiction?: Error
}

/**
 * Compares the whole log with every row of the read models, of all of them or some, in one snapshot. It changes
 * nothing.
 */
export async function verifyReadModels(
  db: Kysely<Database>,
  companyId: string,
  names: ReadonlySet<string> = new Set(PROJECTIONS.map(({ name }) => name)),
): Promise<ReadModelVerification> {
  return toVerification(
    await verifyProjections(
      db,
      companyId,
      PROJECTIONS.filter(({ name }) => names.has(name)),
    ),
  )
}

/**
 * Verifies in bounded time, whatever the age of the log: after the last good verification, every row that later events
 * have touched, and the next few thousand of the old rows. Without a stored verification it checks everything.
 */
export async function verifyRecentChanges(
  db: Kysely<Database>,
  companyId: string,
  oldRows = OLD_ROWS_PER_VERIFICATION,
): Promise<ReadModelVerification> {
  const compared = await verifyProjections(
    db,
    companyId,
    PROJECTIONS.filter((projection) => !isRemembered(projection)),
    { oldRows },
  )
  for (const projection of PROJECTIONS.filter(isRemembered))
    compared.push(await compareRemembered(db, companyId, projection, oldRows))
  const order = PROJECTIONS.map(({ name }) => name as string)
  return toVerification(compared.sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name)))
}

const toVerification = (projections: ReadModelComparison[]): ReadModelVerification => {
  return { ok: projections.every(({ result }) => result === 'equal'), projections }
}

/**
 * @param recent the number of old rows to check; with it, the verification starts from the stored one and stores its
 * own
 */
async function verifyProjections(
  db: Kysely<Database>,
  companyId: string,
  verified: readonly Projection[],
  recent?: { oldRows: number },
): Promise<ReadModelComparison[]> {
  const same = new Map<string, EqualReadModel>()
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const folds: ProjectionReplay[] = []
      for (const projection of verified) folds.push(await beginReplay(trx, companyId, projection, recent !== undefined))
      await replayAll(trx, companyId, folds)
      for (const fold of folds) {
        // The savepoint keeps the tables locked only while they are read, so that a rebuild that swaps them waits no
        // longer. Tables that were swapped since the snapshot have no rows in it, and are compared by themselves.
        await sql`SAVEPOINT reading`.execute(trx)
        const equal = fold.contradiction ? undefined : await whereEqual(trx, companyId, fold, recent?.oldRows ?? 0)
        await sql`ROLLBACK TO SAVEPOINT reading`.execute(trx)
        if (equal) same.set(fold.projection.name, equal)
      }
    })
  const projections: ReadModelComparison[] = []
  for (const projection of verified) {
    const { name } = projection
    const found = same.get(name)
    if (!found) {
      const compared = await compareWithReplay(db, companyId, projection)
      if (recent && compared.result === 'equal') await forgetFold(db, companyId, name)
      projections.push(compared)
      continue
    }
    const { tables, oldFrom } = found
    const { checkpoint: position, salt, kept } = found.fold
    if (recent) await keepSums(db, { companyId, name }, tables, kept, { position, salt, oldFrom })
    projections.push({ name, position, result: 'equal', differences: 0 })
  }
  return projections
}

/** A replay whose tables are as expected, and where the next check of the old rows begins. */
interface EqualReadModel {
  fold: ProjectionReplay
  tables: ExpectedTable[]
  oldFrom: string
}

async function beginReplay(
  db: Kysely<Database>,
  companyId: string,
  projection: Projection,
  isRecent: boolean,
): Promise<ProjectionReplay> {
  const { name } = projection
  const checkpoint = await readCheckpointPosition(db, companyId, name)
  const last = isRecent ? await keptFold(db, companyId, name) : undefined
  const kept = last && last.position <= checkpoint ? last : undefined
  const salt = kept?.salt ?? newSalt()
  return { projection, expected: EXPECTED[name](salt), salt, position: kept?.position ?? 0, checkpoint, kept }
}

/** Reads the log once for all replays. An event that this program cannot read contradicts all of them. */
async function replayAll(db: Kysely<Database>, companyId: string, folds: ProjectionReplay[]): Promise<void> {
  try {
    await replayLogInto(db, companyId, folds)
  } catch (error) {
    if (!(error instanceof UnsupportedSchemaVersion)) throw error
    for (const fold of folds) fold.contradiction ??= error
  }
}

async function replayLogInto(db: Kysely<Database>, companyId: string, folds: ProjectionReplay[]): Promise<void> {
  const upTo = Math.max(...folds.map(({ checkpoint }) => checkpoint))
  const from = Math.min(...folds.map((fold) => fold.position))
  const read = async (after: number) =>
    after < upTo ? readEventPage(db, companyId, after, Math.min(EVENTS_PER_VERIFY_PAGE, upTo - after)) : []
  for await (const events of prefetchPages(from, read, (event) => event.position))
    for (const event of events) for (const fold of folds) applyEventTo(fold, event)
  for (const fold of folds) {
    if (fold.position >= fold.checkpoint) continue
    fold.contradiction ??= new PoisonEvent(`The log ends at ${fold.position}, before the checkpoint`)
  }
}

function applyEventTo(fold: ProjectionReplay, event: Parameters<Expected['take']>[0]): void {
  if (fold.contradiction || event.position <= fold.position || event.position > fold.checkpoint) return
  try {
    fold.expected.take(event)
    fold.position = event.position
  } catch (error) {
    // No database is used here: any error means that this replay cannot apply the event. The others continue.
    fold.contradiction = error instanceof Error ? error : new Error(String(error))
  }
}

/** Returns undefined where the replay could not apply the last events, which it applies together. */
function tablesOf(fold: ProjectionReplay): ExpectedTable[] | undefined {
  try {
    return fold.expected.tables()
  } catch (error) {
    fold.contradiction = error instanceof Error ? error : new Error(String(error))
    return undefined
  }
}

/** Returns undefined where a checked row is not as expected. */
async function whereEqual(
  db: Kysely<Database>,
  companyId: string,
  fold: ProjectionReplay,
  oldRows: number,
): Promise<EqualReadModel | undefined> {
  const tables = tablesOf(fold)
  if (tables === undefined) return undefined
  const whose = { companyId, name: fold.projection.name }
  const old = fold.kept && (await oldBuckets(db, whose, tables, fold.kept.oldFrom, oldRows))
  for (const [part, table] of tables.entries()) {
    if (old) await joinKept(db, whose, part, table, old)
    const isSame = old ? await isEqualIn(db, companyId, table, old) : await isEqual(db, companyId, table)
    if (!isSame) return undefined
  }
  return { fold, tables, oldFrom: old?.below ?? '' }
}

async function isEqual(db: Kysely<Database>, companyId: string, table: ExpectedTable): Promise<boolean> {
  const live = table.sums.empty()
  for await (const page of liveRows(db, companyId, table.slice)) addRowDigests(live, table, page)
  return [...live.buckets(), ...table.sums.buckets()].every((bucket) => isSameIn(bucket, table.sums, live))
}

/**
 * Returns whether the touched buckets, and all rows of a range, are as expected. Rows that belong to no bucket are
 * found in the range.
 */
async function isEqualIn(db: Kysely<Database>, companyId: string, table: ExpectedTable, old: Range): Promise<boolean> {
  const { slice, sums, buckets } = table
  if (!buckets) return isEqual(db, companyId, table)
  const isOld = (bucket: string) => bucket >= old.from && (old.below === undefined || bucket < old.below)
  const live = sums.empty()
  const ranges = [
    old,
    ...[...sums.touched()].filter((bucket) => !isOld(bucket)).map((from) => ({ from, below: buckets.next(from) })),
  ]
  for (const range of ranges)
    for await (const page of liveRows(db, companyId, slice, buckets.where({ companyId, ...range })))
      addRowDigests(live, table, page)
  const looked = [...sums.buckets().filter(isOld), ...sums.touched(), ...live.buckets()]
  return looked.every((bucket) => isSameIn(bucket, sums, live))
}

function addRowDigests(live: TableSums, { bucketOf }: ExpectedTable, page: Buffer[]): void {
  for (const row of page) live.addBytes(bucketOf(row), row)
}
