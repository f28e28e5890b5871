import type { LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import { openDedicatedConnection } from '@ledger/database/connection/dedicated-connection.ts'
import { isOnCitus } from '@ledger/database/connection/is-on-citus.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import { DatabaseError } from 'pg'
import { applyPage } from '../projector/apply-page.ts'
import { createUpsertWriter, TABLES_OF_THIS_SERVER } from '../projector/upsert-writer.ts'
import type { Projection } from '../read-models/read-model.ts'
import type { ReadModelWriter } from '../read-models/read-model-writer.ts'
import { BulkLoader } from './bulk-loader.ts'
import {
  applyRemainingEvents,
  lockAndReadProjectionPosition,
  moveProjectionPosition,
} from './catch-up-under-position-lock.ts'
import { createShadowIndexes, createShadowTables } from './create-shadow-table.ts'
import { reconcileInPlace } from './reconcile-in-place.ts'

/**
 * The new tables of one projection, in the schema `rebuild`. One connection does all the work and holds the lock that
 * excludes other rebuilds of the projection: a process that has lost the lock can write nothing more.
 */
export class ShadowRebuild {
  readonly projection: Projection
  readonly #db: Kysely<Database>
  readonly #companyId: string
  /** Undefined after `finish`. */
  #copied: BulkLoader | undefined
  /** Writes what comes after `finish`. */
  readonly #statements: ReadModelWriter
  /**
   * Whether rows are replaced in the live tables, because other companies share these; otherwise the tables are
   * swapped.
   */
  #isInPlace = false

  private constructor(db: Kysely<Database>, companyId: string, projection: Projection) {
    this.#db = db
    this.#companyId = companyId
    this.projection = projection
    this.#copied = new BulkLoader(db, companyId)
    this.#statements = createUpsertWriter(db, companyId, TABLES_OF_THIS_SERVER)
  }

  /** Creates the empty tables. Waits while another rebuild of the projection runs. */
  static async begin(
    databaseUrl: string,
    companyId: string,
    projection: Projection,
    onError: (error: Error) => void,
  ): Promise<ShadowRebuild> {
    const limits = '-c synchronous_commit=off -c statement_timeout=0 -c idle_in_transaction_session_timeout=0'
    // Rows are found by key even where their table has no statistics.
    const planning = '-c enable_seqscan=off'
    // The trigram index is the most expensive one: with half of this memory it takes half as long again.
    const making = '-c maintenance_work_mem=256MB -c work_mem=32MB'
    // The path has no `read`: where a table is missing, no row may go into the live one.
    const options = `${limits} ${planning} ${making} -c search_path=rebuild,public`
    const db = await openDedicatedConnection(databaseUrl, { name: 'site-ledger rebuild', options, onError })
    try {
      await sql`SELECT pg_advisory_lock(hashtext(${`rebuild ${projection.name}`}))`.execute(db)
      await createShadowTables(db, projection.tables, 'rebuild')
      return new ShadowRebuild(db, companyId, projection)
    } catch (error) {
      await db.destroy()
      throw error
    }
  }

  apply(events: LedgerEvent[]): Promise<void> {
    return applyPage(this.#db, this.projection, events, this.#copied ?? this.#statements)
  }

  /** Writes the remaining rows; tables that are to be swapped in get every index. */
  async finish(): Promise<void> {
    await this.#copied?.finish()
    this.#copied = undefined
    // On Citus the live tables count as shared in any case: a table built here belongs to the coordinator alone.
    this.#isInPlace = (await isOnCitus(this.#db)) || (await this.#isShared())
    for (const table of this.projection.tables) {
      if (!this.#isInPlace) await createShadowIndexes(this.#db, table)
      await sql`ANALYZE ${sql.table(`rebuild.${table}`)}`.execute(this.#db)
    }
  }

  /**
   * Applies the remaining events and swaps the tables for the live ones, if these can be locked within `withinMs`:
   * readers and the live projection may have to wait that long, twice where there are two tables. Where another company
   * has rows in the live tables, the rows of this company are replaced in them, and only its own projection waits
   * (reconcile-in-place.ts).
   * @returns how many events the tables were built from; undefined where another process used the live ones for too
   * long, or another company's first rows appeared in them
   */
  async swap(position: number, withinMs: number): Promise<number | undefined> {
    const companyId = this.#companyId
    const { projection } = this
    this.#isInPlace ||= await this.#isShared()
    if (this.#isInPlace) {
      const events = await reconcileInPlace(this.#db, { companyId, projection, position })
      for (const table of projection.tables) await sql`DROP TABLE ${sql.table(`rebuild.${table}`)}`.execute(this.#db)
      return events
    }
    try {
      return await this.#db.transaction().execute(async (trx) => {
        await sql`SET LOCAL lock_timeout = ${sql.lit(withinMs)}`.execute(trx)
        const { position: upTo } = await lockAndReadProjectionPosition(trx, companyId, projection)
        const taken = await applyRemainingEvents(trx, companyId, projection, { from: position, upTo })
        await swapTables(trx, companyId, projection)
        await moveProjectionPosition(trx, companyId, projection, taken)
        return taken
      })
    } catch (error) {
      if (error instanceof TablesBecameShared || (error instanceof DatabaseError && error.code === LOCK_NOT_AVAILABLE))
        return undefined
      throw error
    }
  }

  close(): Promise<void> {
    return this.#db.destroy()
  }

  #isShared(): Promise<boolean> {
    return hasOtherCompanies(this.#db, this.#companyId, this.projection.tables)
  }
}

const LOCK_NOT_AVAILABLE = '55P03'

/** Another company's first rows appeared since the check before: they must not be dropped with the tables. */
class TablesBecameShared extends Error {}

/**
 * Swaps the tables. The first lock does not block readers, and is taken at once or not at all: a verification, or a
 * vacuum, can prevent it for minutes. Only the second lock waits for the current readers, and later readers wait for
 * it: from there on all is one statement, so that other work of this process does not prolong it.
 */
async function swapTables(trx: Transaction<Database>, companyId: string, { tables }: Projection): Promise<void> {
  const live = tables.map((table) => `read.${table}`).join(', ')
  await sql.raw(`LOCK TABLE ${live} IN EXCLUSIVE MODE NOWAIT`).execute(trx)
  // From here on no process writes to them.
  if (await hasOtherCompanies(trx, companyId, tables)) throw new TablesBecameShared()
  const moved = tables.map((table) => `ALTER TABLE rebuild.${table} SET SCHEMA read;`).join(' ')
  const swapped = `LOCK TABLE ${live} IN ACCESS EXCLUSIVE MODE; DROP TABLE ${live}; ${moved}`
  await sql.raw(`DO $$ BEGIN ${swapped} END $$`).execute(trx)
}

/**
 * Returns whether another company has rows in one of the live tables: every key begins with the company, so two index
 * lookups for each table suffice.
 */
async function hasOtherCompanies(
  db: Kysely<Database>,
  companyId: string,
  tables: Projection['tables'],
): Promise<boolean> {
  const others = tables.map((table) => {
    const live = sql.table(`read.${table}`)
    return sql<boolean>`EXISTS (SELECT FROM ${live} WHERE company_id < ${companyId})
      OR EXISTS (SELECT FROM ${live} WHERE company_id > ${companyId})`
  })
  const { rows } = await sql<{ isThere: boolean }>`SELECT ${sql.join(others, sql` OR `)} AS "isThere"`.execute(db)
  return rows[0]?.isThere ?? true
}
