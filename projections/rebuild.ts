import type { LedgerEvent } from '@ledger/contracts/events.ts'
import { connect, connectPool } from '@ledger/migrations/connect.ts'
import type { Database } from '@ledger/migrations/tables.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import { addIndexes, emptyCopy } from './empty-copy.ts'
import { headPosition, readPage } from './log.ts'
import type { Projection } from './projection.ts'
import { PROJECTIONS } from './projector.ts'

/** The queue on which rebuilds are asked for. */
export const REBUILD_JOB = 'rebuild-projection'

const PAGE = 5000
/** So near to the head the swap may begin: what is left is taken while the live projection waits. */
const NEAR = 1000

export interface Rebuilding {
  databaseUrl: string
  companyId: string
  /** Those built together read the log once. */
  projections: readonly Projection[]
  onProgress?: (done: { events: number; of: number }) => void
  onError: (error: Error) => void
}

export function projectionNamed(name: string): Projection | undefined {
  return PROJECTIONS.find((projection) => projection.name === name)
}

/**
 * Builds projections anew from the first event while everything serves: into tables of the same names in the schema
 * `rebuild`, by the projections' own code, and swaps each for the live one in a transaction. Readers see the old rows until
 * then and never fewer events than before. Checkpoints do not move, so nothing else notices; a projection that had stopped
 * goes on from where it was rebuilt to.
 * @returns how many events they were built from
 */
export async function rebuild(rebuilding: Rebuilding): Promise<number> {
  const { databaseUrl, companyId, projections, onError } = rebuilding
  const reader = connect(connectPool(databaseUrl, { name: 'site-ledger rebuild reader', as: 'app', max: 2, onError }))
  const builders = projections.map((projection) => new Builder(databaseUrl, companyId, projection, onError))
  try {
    // One after the other and always in this order: two rebuilds of the same ones wait for each other, and never in a ring.
    for (const builder of builders) await builder.begin()
    const filled = await fill(reader, rebuilding, builders, 0)
    await Promise.all(builders.map((builder) => builder.index()))
    const position = await fill(reader, rebuilding, builders, filled)
    let events = position
    for (const builder of builders) events = Math.max(events, await builder.finish(position))
    return events
  } finally {
    await Promise.all([reader.destroy(), ...builders.map((builder) => builder.close())])
  }
}

/** Up to near the head. The next page is read, and taken apart, while the builders write one. */
async function fill(
  reader: Kysely<Database>,
  { companyId, onProgress }: Rebuilding,
  builders: Builder[],
  from: number,
): Promise<number> {
  let position = from
  let page = readPage(reader, companyId, position, PAGE)
  try {
    for (;;) {
      const events = await page
      const last = events.at(-1)
      if (!last) return position
      page = readPage(reader, companyId, last.position, PAGE)
      await Promise.all(builders.map((builder) => builder.take(events)))
      position = last.position
      const head = await headPosition(reader, companyId)
      onProgress?.({ events: position, of: head })
      if (head - position <= NEAR) return position
    }
  } finally {
    await Promise.allSettled([page])
  }
}

/** The new tables of one projection, on a connection of its own. */
class Builder {
  readonly #db: Kysely<Database>
  readonly #companyId: string
  readonly #projection: Projection

  constructor(databaseUrl: string, companyId: string, projection: Projection, onError: (error: Error) => void) {
    const limits = '-c synchronous_commit=off -c statement_timeout=0 -c idle_in_transaction_session_timeout=0'
    const options = `${limits} -c maintenance_work_mem=128MB`
    const settings = { name: 'site-ledger rebuild', as: 'app', schema: 'rebuild', max: 1, options, onError } as const
    this.#db = connect(connectPool(databaseUrl, settings))
    this.#companyId = companyId
    this.#projection = projection
  }

  async begin(): Promise<void> {
    await sql`SELECT pg_advisory_lock(hashtext(${`rebuild ${this.#projection.name}`}))`.execute(this.#db)
    for (const table of this.#projection.tables) await emptyCopy(this.#db, table, 'rebuild')
  }

  take(events: LedgerEvent[]): Promise<void> {
    return this.#projection.apply(this.#db, this.#companyId, events)
  }

  async index(): Promise<void> {
    for (const table of this.#projection.tables) {
      await addIndexes(this.#db, table, 'rebuild')
      await sql`ANALYZE ${sql.table(`rebuild.${table}`)}`.execute(this.#db)
    }
  }

  /** What is left, then the swap. @returns how many events the tables were built from */
  finish(position: number): Promise<number> {
    return this.#db.transaction().execute((trx) => finish(trx, this.#companyId, this.#projection, position))
  }

  close(): Promise<void> {
    return this.#db.destroy()
  }
}

/** With the checkpoint locked the live projection stands still: take what is left up to it, then swap. */
async function finish(
  trx: Transaction<Database>,
  companyId: string,
  projection: Projection,
  from: number,
): Promise<number> {
  const checkpoint = await trx
    .selectFrom('checkpoints')
    .select(['position', 'stopped_because'])
    .where('company_id', '=', companyId)
    .where('projection', '=', projection.name)
    .forUpdate()
    .executeTakeFirstOrThrow()
  let position = from
  while (position < checkpoint.position) {
    const events = await readPage(trx, companyId, position, Math.min(PAGE, checkpoint.position - position))
    if (events.length === 0) throw new Error(`The log ends at ${position}, before the checkpoint of ${projection.name}`)
    await projection.apply(trx, companyId, events)
    position = events.at(-1)?.position ?? position
  }
  for (const table of projection.tables) {
    await sql`DROP TABLE ${sql.table(`read.${table}`)}`.execute(trx)
    await sql`ALTER TABLE ${sql.table(`rebuild.${table}`)} SET SCHEMA read`.execute(trx)
  }
  await trx
    .updateTable('checkpoints')
    .set({ position, stopped_because: null })
    .where('company_id', '=', companyId)
    .where('projection', '=', projection.name)
    .execute()
  return position
}
