import { UnknownShape } from '@ledger/database/stored-event.ts'
import type { Database } from '@ledger/database/tables.ts'
import { type Kysely, sql } from 'kysely'
import { type Compared, checkpointOf, compareRows } from './compare-rows.ts'
import type { Expected, ExpectedTable } from './expected.ts'
import { EXPECTED } from './expected-rows.ts'
import { keepFold, keptFold } from './kept-folds.ts'
import { liveRows } from './live-rows.ts'
import { readPage } from './log.ts'
import { CannotTake, type Projection } from './projection.ts'
import { PROJECTIONS } from './projector.ts'
import { isSameIn, newSalt, type TableSums } from './row-digests.ts'

const PAGE = 2000
/** So many of the old rows of each table, and the rest of a bucket, are looked at each hour. */
const OLD_ROWS = 20_000

/** Of each projection: where it stands, and whether its tables are what a fold of the log up to there gives. */
export interface Verification {
  ok: boolean
  projections: Compared[]
}

/** A projection, what is expected of it so far, and the checkpoint that its tables stand at. */
export interface Fold {
  projection: Projection
  expected: Expected
  salt: Buffer
  position: number
  checkpoint: number
  /** Where the next look at the old rows begins; undefined where every row is looked at. */
  oldFrom: string | undefined
  contradiction?: Error
}

/** Reads the whole log and every row of the read models, of all of them or some, in one snapshot. Nothing is changed. */
export async function verifyReadModels(
  db: Kysely<Database>,
  companyId: string,
  names: ReadonlySet<string> = new Set(PROJECTIONS.map(({ name }) => name)),
): Promise<Verification> {
  const nothing = async () => undefined
  const projections = PROJECTIONS.filter(({ name }) => names.has(name))
  return verify(db, companyId, { begin: nothing, keep: nothing, oldRows: 0 }, projections)
}

/**
 * What can be known in bounded time, whatever the age of the log: from where the last good one ended, every row that events
 * since then have touched, the small tables whole, and the next few thousand of the old rows. Where nothing is kept to begin at, everything.
 */
export async function verifyRecent(db: Kysely<Database>, companyId: string, oldRows = OLD_ROWS): Promise<Verification> {
  return verify(db, companyId, { begin: keptFold, keep: keepFold, oldRows })
}

interface Memory {
  begin: (db: Kysely<Database>, companyId: string, name: Projection['name']) => Promise<Kept | undefined>
  keep: (db: Kysely<Database>, companyId: string, fold: Fold, oldFrom: string) => Promise<void>
  oldRows: number
}

/** A fold of the log that was found equal to the tables once. */
export interface Kept {
  position: number
  salt: Buffer
  state: unknown
  oldFrom: string
}

async function verify(
  db: Kysely<Database>,
  companyId: string,
  { begin, keep, oldRows }: Memory,
  verified: readonly Projection[] = PROJECTIONS,
): Promise<Verification> {
  const same = new Map<string, { fold: Fold; oldFrom: string }>()
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const folds: Fold[] = []
      for (const projection of verified) folds.push(await beginFold(trx, companyId, projection, begin))
      await foldAll(trx, companyId, folds)
      for (const fold of folds) {
        // Its tables are held only while they are read: a rebuild that swaps them waits no longer. Where it has swapped them since the
        // snapshot, their rows are not in it, and they are compared by themselves.
        await sql`SAVEPOINT reading`.execute(trx)
        const oldFrom = fold.contradiction ? undefined : await whereEqual(trx, companyId, fold, oldRows)
        await sql`ROLLBACK TO SAVEPOINT reading`.execute(trx)
        if (oldFrom !== undefined) same.set(fold.projection.name, { fold, oldFrom })
      }
    })
  const projections: Compared[] = []
  for (const projection of verified) {
    const found = same.get(projection.name)
    if (!found) {
      projections.push(await compareRows(db, companyId, projection))
      continue
    }
    await keep(db, companyId, found.fold, found.oldFrom)
    const { checkpoint: position } = found.fold
    projections.push({ name: projection.name, position, result: 'equal', differences: 0 })
  }
  return { ok: projections.every(({ result }) => result === 'equal'), projections }
}

async function beginFold(
  db: Kysely<Database>,
  companyId: string,
  projection: Projection,
  begin: Memory['begin'],
): Promise<Fold> {
  const { name } = projection
  const checkpoint = await checkpointOf(db, companyId, name)
  const kept = await begin(db, companyId, name)
  if (kept && kept.position <= checkpoint) {
    const { salt, position, oldFrom } = kept
    return { projection, expected: EXPECTED[name](salt, kept.state), salt, position, checkpoint, oldFrom }
  }
  const salt = newSalt()
  return { projection, expected: EXPECTED[name](salt), salt, position: 0, checkpoint, oldFrom: undefined }
}

/** One reading of the log for all of them. What no version of this program has written is nothing that they can be made of. */
async function foldAll(db: Kysely<Database>, companyId: string, folds: Fold[]): Promise<void> {
  try {
    await readInto(db, companyId, folds)
  } catch (error) {
    if (!(error instanceof UnknownShape)) throw error
    for (const fold of folds) fold.contradiction ??= error
  }
}

async function readInto(db: Kysely<Database>, companyId: string, folds: Fold[]): Promise<void> {
  const upTo = Math.max(...folds.map(({ checkpoint }) => checkpoint))
  let position = Math.min(...folds.map((fold) => fold.position))
  while (position < upTo) {
    const events = await readPage(db, companyId, position, Math.min(PAGE, upTo - position))
    for (const event of events) for (const fold of folds) takeInto(fold, event)
    const last = events.at(-1)
    if (!last) break
    position = last.position
  }
  for (const fold of folds) {
    if (fold.position >= fold.checkpoint) continue
    fold.contradiction ??= new CannotTake(`The log ends at ${fold.position}, before the checkpoint`)
  }
}

function takeInto(fold: Fold, event: Parameters<Expected['take']>[0]): void {
  if (fold.contradiction || event.position <= fold.position || event.position > fold.checkpoint) return
  try {
    fold.expected.take(event)
    fold.position = event.position
  } catch (error) {
    // No database is asked here: whatever is thrown, this fold cannot take the event, and the others go on.
    fold.contradiction = error instanceof Error ? error : new Error(String(error))
  }
}

/** Undefined where some events, which it takes together, were none that it can take. */
function tablesOf(fold: Fold): ExpectedTable[] | undefined {
  try {
    return fold.expected.tables()
  } catch (error) {
    fold.contradiction = error instanceof Error ? error : new Error(String(error))
    return undefined
  }
}

/** Where the next look at the old rows begins, if the rows that were looked at are those that are expected; else undefined. */
async function whereEqual(
  db: Kysely<Database>,
  companyId: string,
  fold: Fold,
  oldRows: number,
): Promise<string | undefined> {
  const tables = tablesOf(fold)
  if (tables === undefined) return undefined
  const { oldFrom } = fold
  const old = oldFrom === undefined ? undefined : oldBuckets(tables, oldFrom, oldRows)
  for (const table of tables) {
    const isSame =
      old && table.buckets ? await isEqualIn(db, companyId, table, old) : await isEqual(db, companyId, table)
    if (!isSame) return undefined
  }
  return old?.below ?? ''
}

async function isEqual(db: Kysely<Database>, companyId: string, table: ExpectedTable): Promise<boolean> {
  const live = table.sums.empty()
  for await (const page of liveRows(db, companyId, table.slice)) add(live, table, page)
  return [...live.buckets(), ...table.sums.buckets()].every((bucket) => isSameIn(bucket, table.sums, live))
}

interface Range {
  from: string
  below: string | undefined
}

/** Buckets that follow each other, from one on, until one of the tables has enough rows in them. */
function oldBuckets(tables: ExpectedTable[], from: string, oldRows: number): Range {
  const ends = tables.flatMap(({ sums, buckets }) => (buckets && endOf(sums, from, oldRows)) ?? [])
  return { from, below: ends.sort()[0] }
}

/** The bucket after enough rows; undefined where there are fewer up to the last one. */
function endOf(sums: TableSums, from: string, oldRows: number): string | undefined {
  let rows = 0
  for (const bucket of sums.buckets()) {
    if (bucket < from) continue
    if (rows >= oldRows) return bucket
    rows += sums.rowsIn(bucket)
  }
  return undefined
}

/** Whether the touched buckets, and all rows of a range, are as expected. Rows that belong to no bucket are found in the range. */
async function isEqualIn(db: Kysely<Database>, companyId: string, table: ExpectedTable, old: Range): Promise<boolean> {
  const { slice, sums, buckets } = table
  if (!buckets) return isEqual(db, companyId, table)
  const isOld = (bucket: string) => bucket >= old.from && (old.below === undefined || bucket < old.below)
  const live = sums.empty()
  const ranges = [
    old,
    ...[...sums.touched()].filter((bucket) => !isOld(bucket)).map((from) => ({ from, below: buckets.next(from) })),
  ]
  for (const { from, below } of ranges)
    for await (const page of liveRows(db, companyId, slice, buckets.where(from, below))) add(live, table, page)
  const looked = [...sums.buckets().filter(isOld), ...sums.touched(), ...live.buckets()]
  return looked.every((bucket) => isSameIn(bucket, sums, live))
}

function add(live: TableSums, { bucketOf }: ExpectedTable, page: Buffer[]): void {
  for (const row of page) live.addBytes(bucketOf(row), row)
}
