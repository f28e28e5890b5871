import { UnsupportedSchemaVersion } from '@ledger/database/binary/event-decoder.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import { createBufferedWriter } from '../projector/buffered-writer.ts'
import { withPoisonEventDetection } from '../projector/poison-event-detection.ts'
import { TABLES_OF_THIS_SERVER } from '../projector/upsert-writer.ts'
import { PoisonEvent, type Projection } from '../read-models/read-model.ts'
import { BulkLoader } from '../rebuild/bulk-loader.ts'
import { createShadowTables } from '../rebuild/create-shadow-table.ts'
import { chunksOf, describeTables, type TableWithShadow } from '../rebuild/table-chunks.ts'
import { type DifferingRows, findDifferingRows } from './find-differing-rows.ts'
import { type Replay, readReplays, replayLog } from './replay-log.ts'

/** A log of no more events is replayed and compared in one snapshot, with one statement for all tables. */
const SHORT_LOG_EVENTS = 500
/** The rows of a large table that one statement compares, so that it needs no file to sort them. */
const ROWS_PER_COMPARED_CHUNK = 10_000
/** The replayed events of one company after the other whose rows the temporary tables hold, before they are emptied. */
const MAX_HELD_EVENTS = 20_000
const MAX_NAMED_ROWS = 5

export interface ReadModelComparison {
  name: string
  position: number
  result: 'equal' | 'different'
  /** The number of rows; a changed row counts twice, as it is and as it should be. */
  differences: number
  /** Some of the rows that differ: the table and the key, as `balances head_office`. */
  rows?: string[]
  /** Why the log could not be replayed: then no rows were compared. */
  because?: string
}

/**
 * Compares the read models of one company after the other with their logs: replays a log by the projections' own code
 * into temporary tables, and compares every row with the live ones. It changes nothing. Neither readers nor the live
 * projections wait for it, only a rebuild that is to swap these tables. The temporary tables are those of one
 * connection, on Citus of the coordinator: a live table that is distributed is read into it by the company.
 */
export class ReadModelComparer {
  readonly #db: Kysely<Database>
  readonly #projections: readonly Projection[]
  readonly #tables: ReadonlyMap<string, TableWithShadow>
  /** The companies that have rows in the temporary tables, and how many events these are made of. */
  readonly #held = new Set<string>()
  #heldEvents = 0

  private constructor(db: Kysely<Database>, projections: readonly Projection[], tables: readonly TableWithShadow[]) {
    this.#db = db
    this.#projections = projections
    this.#tables = new Map(tables.map((table) => [table.table, table]))
  }

  /**
   * Creates the temporary tables, which stay until the connection ends or discards them.
   * @param db one connection, for no other work meanwhile: there the temporary tables come before the live ones
   */
  static async begin(db: Kysely<Database>, projections: readonly Projection[]): Promise<ReadModelComparer> {
    const names = projections.flatMap(({ tables }) => tables)
    const tables = await db.transaction().execute(async (trx) => {
      await prepareTransaction(trx, names)
      await createShadowTables(trx, names, 'pg_temp')
      return describeTables(trx, names, 'pg_temp')
    })
    return new ReadModelComparer(db, projections, tables)
  }

  /** @returns one for each projection, in their order */
  async compare(companyId: string): Promise<ReadModelComparison[]> {
    try {
      return await this.#compare(companyId, this.#projections)
    } catch (error) {
      if (!isLogFault(error)) throw error
    }
    // One projection cannot apply an event: each is compared by itself, to find it.
    const compared: ReadModelComparison[] = []
    for (const projection of this.#projections) compared.push(await this.#compareOne(companyId, projection))
    return compared
  }

  /** A log that cannot make the read model is a difference, not a fault of the comparison. */
  async #compareOne(companyId: string, projection: Projection): Promise<ReadModelComparison> {
    try {
      const [compared] = await this.#compare(companyId, [projection])
      if (compared) return compared
    } catch (error) {
      if (!isLogFault(error)) throw error
      const [replay] = await readReplays(this.#db, companyId, [projection])
      const position = replay?.upTo ?? 0
      return { name: projection.name, position, result: 'different', differences: 0, because: error.message }
    }
    throw new Error(`${projection.name} was not compared`)
  }

  async #compare(companyId: string, projections: readonly Projection[]): Promise<ReadModelComparison[]> {
    const replays = await readReplays(this.#db, companyId, projections)
    const events = Math.max(...replays.map(({ upTo }) => upTo))
    const isShort = events <= SHORT_LOG_EVENTS
    await this.#makeRoomFor(companyId, events)
    // A long log is replayed before the snapshot, whose locks would prevent a swap of the live tables for as long.
    if (!isShort)
      await this.#db.transaction().execute(async (trx) => {
        await prepareTransaction(trx, [])
        const loader = new BulkLoader(trx, companyId)
        await replayLog(trx, companyId, replays, loader)
        await withPoisonEventDetection(trx, () => loader.finish())
      })
    return this.#compareInSnapshot(companyId, isShort ? undefined : replays, projections)
  }

  /**
   * Compares in one snapshot, in which the live rows of each projection are those of its checkpoint.
   * @param before what is replayed already; undefined for nothing
   */
  #compareInSnapshot(
    companyId: string,
    before: readonly Replay[] | undefined,
    projections: readonly Projection[],
  ): Promise<ReadModelComparison[]> {
    return this.#db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => {
        await prepareTransaction(
          trx,
          projections.flatMap(({ tables }) => tables),
        )
        const replays = (await readReplays(trx, companyId, projections)).map((replay, index) => {
          const from = before?.[index]?.upTo ?? 0
          if (replay.upTo < from) throw new Error(`The checkpoint of ${replay.projection.name} went back meanwhile`)
          return { ...replay, from }
        })
        const writer = createBufferedWriter(trx, TABLES_OF_THIS_SERVER)
        await replayLog(trx, companyId, replays, writer.forCompany(companyId))
        await withPoisonEventDetection(trx, () => writer.finish())
        const differing = before
          ? await this.#compareChunks(trx, companyId, projections)
          : await this.#compareWhole(trx, companyId, projections)
        return replays.map(({ projection, upTo }) => toComparison(projection, upTo, differing))
      })
  }

  #compareWhole(db: Kysely<Database>, companyId: string, projections: readonly Projection[]): Promise<DifferingRows[]> {
    const chunks = this.#tablesOf(projections).map((table) => ({ ...table, companyId }))
    return findDifferingRows(db, chunks, MAX_NAMED_ROWS)
  }

  async #compareChunks(
    db: Kysely<Database>,
    companyId: string,
    projections: readonly Projection[],
  ): Promise<DifferingRows[]> {
    const found: DifferingRows[] = []
    for (const table of this.#tablesOf(projections))
      for await (const chunk of chunksOf(db, companyId, table, ROWS_PER_COMPARED_CHUNK))
        found.push(...(await findDifferingRows(db, [chunk], MAX_NAMED_ROWS)))
    return found
  }

  #tablesOf(projections: readonly Projection[]): TableWithShadow[] {
    return projections.flatMap(({ tables }) => tables.flatMap((name) => this.#tables.get(name) ?? []))
  }

  /** Empties the temporary tables where they are full. Keys begin with the company, so several fit side by side. */
  async #makeRoomFor(companyId: string, events: number): Promise<void> {
    if (this.#held.has(companyId) || this.#heldEvents + events > MAX_HELD_EVENTS) {
      const tables = [...this.#tables.keys()].map((name) => `pg_temp.${name}`)
      if (this.#held.size > 0) await sql.raw(`TRUNCATE ${tables.join(', ')}`).execute(this.#db)
      this.#held.clear()
      this.#heldEvents = 0
    }
    this.#held.add(companyId)
    this.#heldEvents += events
  }
}

const isLogFault = (error: unknown): error is Error =>
  error instanceof PoisonEvent || error instanceof UnsupportedSchemaVersion

/**
 * Sets what holds for one transaction, and locks live tables before its snapshot, so that no rebuild swaps them. A
 * statement on every row of a large table has no timeout: cut short, it would never report the differences that it
 * found. The path lacks `read`: where a temporary table is missing, no row may go into the live one. Rows are found by
 * key, although the temporary tables have no statistics.
 */
async function prepareTransaction(trx: Transaction<Database>, locked: readonly string[]): Promise<void> {
  const settings = ['statement_timeout = 0', 'search_path = public', 'enable_seqscan = off', `work_mem = '32MB'`]
  const script = settings.map((setting) => `SET LOCAL ${setting}`)
  if (locked.length > 0) script.push(`LOCK TABLE ${locked.map((name) => `read.${name}`).join(', ')} IN ROW SHARE MODE`)
  await sql.raw(script.join(';')).execute(trx)
}

function toComparison(
  { name, tables }: Projection,
  position: number,
  found: readonly DifferingRows[],
): ReadModelComparison {
  const own = found.filter(({ table }) => tables.some((each) => each === table))
  const differences = own.reduce((all, { count }) => all + count, 0)
  if (differences === 0) return { name, position, result: 'equal', differences }
  const named = new Set(own.flatMap(({ table, keys }) => keys.map((key) => [table, ...key].join(' '))))
  return { name, position, result: 'different', differences, rows: [...named].slice(0, MAX_NAMED_ROWS) }
}
