import { connect, connectPool } from '@ledger/migrations/connect.ts'
import type { Database } from '@ledger/migrations/tables.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
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
  projection: Projection
  onProgress?: (done: { projection: string; events: number; of: number }) => void
  onError: (error: Error) => void
}

export function projectionNamed(name: string): Projection | undefined {
  return PROJECTIONS.find((projection) => projection.name === name)
}

/**
 * Builds a projection anew from the first event while everything serves: into tables of the same names in the schema
 * `rebuild`, by the projection's own code, and swaps them for the live ones in one transaction. Readers see the old rows
 * until then and never fewer events than before. The checkpoint does not move, so nothing else notices; a projection that
 * had stopped goes on from where it was rebuilt to.
 * @returns how many events it was built from
 */
export async function rebuild({
  databaseUrl,
  companyId,
  projection,
  onProgress,
  onError,
}: Rebuilding): Promise<number> {
  const options = '-c synchronous_commit=off -c statement_timeout=0 -c idle_in_transaction_session_timeout=0'
  const settings = { name: 'site-ledger rebuild', as: 'app', schema: 'rebuild', max: 2, options, onError } as const
  const db = connect(connectPool(databaseUrl, settings))
  try {
    return await db.connection().execute(async (connection) => {
      await sql`SELECT pg_advisory_lock(hashtext(${`rebuild ${projection.name}`}))`.execute(connection)
      await makeTables(connection, projection)
      let position = 0
      for (let head = Number.POSITIVE_INFINITY; head - position > NEAR; ) {
        const events = await readPage(connection, companyId, position, PAGE)
        if (events.length === 0) break
        await projection.apply(connection, companyId, events)
        position = events.at(-1)?.position ?? position
        head = await headPosition(connection, companyId)
        onProgress?.({ projection: projection.name, events: position, of: head })
      }
      return connection.transaction().execute((trx) => finish(trx, companyId, projection, position))
    })
  } finally {
    await db.destroy()
  }
}

async function makeTables(db: Kysely<Database>, projection: Projection): Promise<void> {
  for (const table of projection.tables) {
    const [fresh, live] = [sql.table(`rebuild.${table}`), sql.table(`read.${table}`)]
    await sql`DROP TABLE IF EXISTS ${fresh}`.execute(db)
    await sql`CREATE TABLE ${fresh} (LIKE ${live} INCLUDING ALL)`.execute(db)
    await keepStorageParameters(db, table)
  }
}

/** LIKE leaves out the fill factor, without which rows that change often would move. */
async function keepStorageParameters(db: Kysely<Database>, table: string): Promise<void> {
  const { rows } = await sql<{ options: string[] | null }>`
    SELECT reloptions AS options FROM pg_class WHERE oid = ${`read.${table}`}::regclass`.execute(db)
  const fillFactor = rows[0]?.options?.find((option) => /^fillfactor=\d+$/.test(option))?.split('=')[1]
  if (fillFactor)
    await sql`ALTER TABLE ${sql.table(`rebuild.${table}`)} SET (fillfactor = ${sql.lit(Number(fillFactor))})`.execute(
      db,
    )
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
