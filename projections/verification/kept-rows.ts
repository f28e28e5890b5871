import { UnsupportedSchemaVersion } from '@ledger/database/binary/event-decoder.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, sql } from 'kysely'
import { createUpsertWriter } from '../projector/upsert-writer.ts'
import { PoisonEvent, type Projection } from '../read-models/read-model.ts'
import type { ReadModelWriter, UntypedRow } from '../read-models/read-model-table.ts'
import { BulkLoader } from '../rebuild/bulk-loader.ts'
import {
  compareWithReplay,
  type ReadModelComparison,
  readCheckpointPosition,
  replayPages,
  withTablesInSnapshot,
} from './compare-with-replay.ts'
import { forgetFold, keepFold, keptFold } from './kept-folds.ts'
import type { Slice } from './live-rows.ts'
import { areEqual, compareSlice, isWholeEqual, REMEMBERED, secondOf } from './second-tables.ts'

/** With more touched rows, not all keys are remembered; then every row is compared. */
const MOST_TOUCHED = 100_000
/** The keys in one statement. */
const AT_ONCE = 1000
const NO_SALT = Buffer.alloc(0)

/**
 * Applies the log to the second tables, up to the checkpoint of the read model and by its own code, and compares the
 * touched rows, and `oldRows` of the others in turn. Where no verification is stored, the second tables are filled
 * anew, and every row is compared.
 */
export async function compareRemembered(
  db: Kysely<Database>,
  companyId: string,
  projection: Projection,
  oldRows: number,
  mostTouched = MOST_TOUCHED,
): Promise<ReadModelComparison> {
  const { name } = projection
  try {
    const position = await advance(db, companyId, projection, { oldRows, mostTouched })
    if (position !== undefined) return { name, position, result: 'equal', differences: 0 }
  } catch (error) {
    if (!(error instanceof PoisonEvent || error instanceof UnsupportedSchemaVersion)) throw error
  }
  const compared = await compareWithReplay(db, companyId, projection)
  if (compared.result === 'equal') await forgetFold(db, companyId, name)
  return compared
}

interface Bounds {
  oldRows: number
  mostTouched: number
}

/** @returns the checkpoint of the read model; undefined where rows differ: then the second tables are as they were */
function advance(
  db: Kysely<Database>,
  companyId: string,
  projection: Projection,
  bounds: Bounds,
): Promise<number | undefined> {
  const { name } = projection
  const tables = (REMEMBERED[name] ?? []).map(({ table }) => table)
  return withTablesInSnapshot(db, tables, async (trx) => {
    // The lock comes before the snapshot: no other verification writes until the end. A node of Citus takes its
    // snapshot before the lock: a verification that waited there fails when it writes.
    const seconds = sql.join(tables.map((table) => sql.table(`read.${secondOf(table)}`)))
    await sql`LOCK TABLE ${seconds} IN SHARE ROW EXCLUSIVE MODE`.execute(trx)
    const upTo = await readCheckpointPosition(trx, companyId, name)
    const kept = await keptFold(trx, companyId, name)
    await sql`SAVEPOINT advancing`.execute(trx)
    const oldFrom =
      kept && kept.position <= upTo
        ? await goOn(trx, companyId, projection, { from: kept.position, upTo }, kept.oldFrom, bounds)
        : await beginAnew(trx, companyId, projection, upTo)
    if (oldFrom === undefined) {
      await sql`ROLLBACK TO SAVEPOINT advancing`.execute(trx)
      return undefined
    }
    await keepFold(trx, companyId, name, { position: upTo, salt: NO_SALT, oldFrom })
    return upTo
  })
}

async function beginAnew(
  db: Kysely<Database>,
  companyId: string,
  projection: Projection,
  upTo: number,
): Promise<string | undefined> {
  const slices = REMEMBERED[projection.name] ?? []
  for (const { table } of slices) await db.deleteFrom(secondOf(table)).where('company_id', '=', companyId).execute()
  const copied = new BulkLoader(db, companyId)
  await replayPages(db, companyId, projection, { from: 0, upTo, into: toSecond(copied) })
  await copied.finish()
  for (const slice of slices) if (!(await isWholeEqual(db, companyId, slice))) return undefined
  return '{}'
}

/** The key of each table after which the next check of the old rows begins; without one it begins at the first row. */
type Turns = Partial<Record<string, (string | number)[]>>

/** @returns where the next check of the old rows begins; undefined where rows differ */
async function goOn(
  db: Kysely<Database>,
  companyId: string,
  projection: Projection,
  { from, upTo }: { from: number; upTo: number },
  oldFrom: string,
  { oldRows, mostTouched }: Bounds,
): Promise<string | undefined> {
  const touched = new Touched(mostTouched)
  const into = toSecond(createUpsertWriter(db, companyId), touched)
  await replayPages(db, companyId, projection, { from, upTo, into })
  const turns: Turns = JSON.parse(oldFrom)
  const next: Turns = {}
  for (const slice of REMEMBERED[projection.name] ?? []) {
    if (touched.areTooMany) {
      if (!(await isWholeEqual(db, companyId, slice))) return undefined
      continue
    }
    for (const keys of touched.of(slice)) if (!(await areEqual(db, companyId, slice, keys))) return undefined
    const { isEqual, last } = await compareSlice(db, companyId, slice, turns[slice.table], oldRows)
    if (!isEqual) return undefined
    if (last) next[slice.table] = last
  }
  return JSON.stringify(next)
}

/** The keys of the rows that were written, each once. */
class Touched {
  readonly #rows = new Map<string, Map<string, UntypedRow>>()
  readonly #most: number
  #count = 0

  constructor(most: number) {
    this.#most = most
  }

  get areTooMany(): boolean {
    return this.#count > this.#most
  }

  add(table: string, key: readonly string[], rows: Iterable<UntypedRow>): void {
    const all = this.#rows.get(table) ?? new Map<string, UntypedRow>()
    this.#rows.set(table, all)
    for (const row of rows) {
      if (this.areTooMany) return
      const values = Object.fromEntries(key.map((column) => [column, row[column] ?? null]))
      const name = JSON.stringify(values)
      if (!all.has(name)) this.#count++
      all.set(name, values)
    }
  }

  /** Yields the keys of a table in parts of AT_ONCE. */
  *of({ table }: Slice): Generator<UntypedRow[]> {
    const all = [...(this.#rows.get(table)?.values() ?? [])]
    for (let from = 0; from < all.length; from += AT_ONCE) yield all.slice(from, from + AT_ONCE)
  }
}

/** Returns a writer that writes into the second tables what a projection writes into its own. */
function toSecond(into: ReadModelWriter, touched?: Touched): ReadModelWriter {
  const known = (rows: Iterable<unknown>) => rows as Iterable<UntypedRow>
  return {
    insert(table, rows) {
      touched?.add(table.name, table.key, known(rows))
      return into.insert({ ...table, name: secondOf(table.name) }, rows)
    },
    upsert(table, add) {
      return into.upsert({ ...table, name: secondOf(table.name) }, (rows) => {
        add(rows)
        touched?.add(table.name, table.key, known(rows.values()))
      })
    },
    update(table, columns, rows) {
      touched?.add(table.name, table.key, known(rows))
      return into.update({ ...table, name: secondOf(table.name) }, columns, rows)
    },
  }
}
