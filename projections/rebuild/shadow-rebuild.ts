import type { LedgerEvent } from '@ledger/contracts/events/event-types.ts'
import { isOnCitus } from '@ledger/database/connection/citus.ts'
import { openDedicatedConnection } from '@ledger/database/connection/dedicated-connection.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import { DatabaseError } from 'pg'
import { applyPage } from '../projector/apply-page.ts'
import type { Projection } from '../read-models/read-model.ts'
import { BulkLoader } from './bulk-loader.ts'
import { applyRemainingEvents, lockCheckpoint, moveCheckpoint } from './checkpoint-lock.ts'
import { reconcileInPlace } from './reconcile-in-place.ts'
import { createShadowIndexes, createShadowTable } from './shadow-table.ts'

/**
 * The new tables of one projection, in the schema `rebuild`. One connection does everything and holds the lock that keeps other
 * rebuilds of the projection away: whoever has lost the lock can write nothing more.
 */
export class ShadowRebuild {
  readonly projection: Projection
  readonly #db: Kysely<Database>
  readonly #companyId: string
  /** Until `finish`. */
  #copied: BulkLoader | undefined
  /** Whether rows are replaced in the live tables, because others have theirs there, or whether the tables are swapped. */
  #isInPlace = false

  private constructor(db: Kysely<Database>, companyId: string, projection: Projection) {
    this.#db = db
    this.#companyId = companyId
    this.projection = projection
    this.#copied = new BulkLoader(db, companyId)
  }

  /** Waits while another rebuild of the projection is under way; then the tables are there and empty. */
  static async begin(
    databaseUrl: string,
    companyId: string,
    projection: Projection,
    onError: (error: Error) => void,
  ): Promise<ShadowRebuild> {
    const limits = '-c synchronous_commit=off -c statement_timeout=0 -c idle_in_transaction_session_timeout=0'
    // Rows are found by key, however unanalysed their table.
    const planning = '-c enable_seqscan=off'
    // The index of trigrams is the dearest of all, and takes half as long again in half of this.
    const making = '-c maintenance_work_mem=256MB -c work_mem=32MB'
    // Without `read` in the path: where a table is missing, nothing may go into the live one.
    const options = `${limits} ${planning} ${making} -c search_path=rebuild,public`
    const db = await openDedicatedConnection(databaseUrl, { name: 'site-ledger rebuild', options, onError })
    try {
      await sql`SELECT pg_advisory_lock(hashtext(${`rebuild ${projection.name}`}))`.execute(db)
      for (const table of projection.tables) await createShadowTable(db, table, 'rebuild')
      return new ShadowRebuild(db, companyId, projection)
    } catch (error) {
      await db.destroy()
      throw error
    }
  }

  apply(events: LedgerEvent[]): Promise<void> {
    return applyPage(this.#db, this.#companyId, this.projection, events, this.#copied)
  }

  /** What was taken is in the tables, and they have every index where they are to be swapped in. */
  async finish(): Promise<void> {
    await this.#copied?.finish()
    this.#copied = undefined
    // There they count as shared, whoever is in them: what is built here is a table of the coordinator alone.
    this.#isInPlace = (await isOnCitus(this.#db)) || (await this.#isShared())
    for (const table of this.projection.tables) {
      if (!this.#isInPlace) await createShadowIndexes(this.#db, table, 'rebuild')
      await sql`ANALYZE ${sql.table(`rebuild.${table}`)}`.execute(this.#db)
    }
  }

  /**
   * Takes what is left and puts the tables in the place of the live ones, if that can be had within `withinMs`: for so long,
   * twice over where there are two tables, readers and the live projection may have to wait for it. Where another company has rows in the
   * live ones, those of this company are replaced in them, and nobody waits for that but its own projection (reconcile-in-place.ts).
   * @returns how many events the tables were built from; undefined where something else used the live ones for too long, or another company's
   * first rows came into them
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
        const { position: upTo } = await lockCheckpoint(trx, companyId, projection)
        const taken = await applyRemainingEvents(trx, companyId, projection, { from: position, upTo })
        await swapTables(trx, companyId, projection)
        await moveCheckpoint(trx, companyId, projection, taken)
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

/** A company whose first rows came since the look before is not dropped with the tables. */
class TablesBecameShared extends Error {}

/**
 * Readers do not notice the first lock, which is had at once or not at all: a verification keeps it away for minutes, and a
 * vacuum. Only the second waits, for the readers of this moment, and those who come after them wait for it: from there on all is one
 * statement, however long this process has others to answer.
 */
async function swapTables(trx: Transaction<Database>, companyId: string, { tables }: Projection): Promise<void> {
  const live = tables.map((table) => `read.${table}`).join(', ')
  await sql.raw(`LOCK TABLE ${live} IN EXCLUSIVE MODE NOWAIT`).execute(trx)
  // From here on nobody writes into them.
  if (await hasOtherCompanies(trx, companyId, tables)) throw new TablesBecameShared()
  const moved = tables.map((table) => `ALTER TABLE rebuild.${table} SET SCHEMA read;`).join(' ')
  const swapped = `LOCK TABLE ${live} IN ACCESS EXCLUSIVE MODE; DROP TABLE ${live}; ${moved}`
  await sql.raw(`DO $$ BEGIN ${swapped} END $$`).execute(trx)
}

/** Whether another company has rows in one of the live tables: every key begins with the company, so two steps into an index say so. */
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
