import type { Database } from '@ledger/migrations/tables.ts'
import { type Kysely, sql } from 'kysely'
import { emptyCopy } from './empty-copy.ts'
import { readPage } from './log.ts'
import { CannotTake, type Projection } from './projection.ts'
import { PROJECTIONS } from './projector.ts'

const PAGE = 2000

/** Of each projection: where it stands, and whether its tables are what a fold of the log up to there gives. */
export interface Verification {
  ok: boolean
  projections: Compared[]
}

interface Compared {
  name: string
  position: number
  result: 'equal' | 'different'
  /** Rows. */
  differences: number
  /** Why it could not be folded: then no rows were compared. */
  because?: string
}

/**
 * Folds the log from zero into temporary tables, in one snapshot, and compares them row by row with the live ones.
 * Nothing is changed. Takes about as long as a rebuild.
 */
export async function verifyReadModels(db: Kysely<Database>, companyId: string): Promise<Verification> {
  const projections: Verification['projections'] = []
  for (const projection of PROJECTIONS) projections.push(await verifyOrSay(db, companyId, projection))
  return { ok: projections.every((projection) => projection.result === 'equal'), projections }
}

/** A log that cannot have made the read model is a difference, no fault of the verification. */
async function verifyOrSay(db: Kysely<Database>, companyId: string, projection: Projection): Promise<Compared> {
  try {
    return await verifyOne(db, companyId, projection)
  } catch (error) {
    if (!(error instanceof CannotTake)) throw error
    const position = await checkpointOf(db, companyId, projection.name)
    return { name: projection.name, position, result: 'different', differences: 0, because: error.message }
  }
}

async function verifyOne(db: Kysely<Database>, companyId: string, projection: Projection): Promise<Compared> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      for (const table of projection.tables) await emptyCopy(trx, table, 'pg_temp')
      const position = await checkpointOf(trx, companyId, projection.name)
      await fold(trx, companyId, projection, position)
      let differences = 0
      for (const table of projection.tables) differences += await countDifferences(trx, companyId, table)
      return {
        name: projection.name,
        position,
        result: differences === 0 ? ('equal' as const) : ('different' as const),
        differences,
      }
    })
}

async function checkpointOf(db: Kysely<Database>, companyId: string, name: string): Promise<number> {
  const row = await db
    .selectFrom('checkpoints')
    .select('position')
    .where('company_id', '=', companyId)
    .where('projection', '=', name)
    .executeTakeFirst()
  return row?.position ?? 0
}

/** Temporary tables come first on the search path, so the projection's own code fills them. */
async function fold(db: Kysely<Database>, companyId: string, projection: Projection, upTo: number): Promise<void> {
  for (let position = 0; position < upTo; ) {
    const events = await readPage(db, companyId, position, Math.min(PAGE, upTo - position))
    const last = events.at(-1)
    if (!last)
      throw new CannotTake(`The log ends at ${position}, before the checkpoint of ${projection.name} at ${upTo}`)
    await projection.apply(db, companyId, events)
    position = last.position
  }
}

async function countDifferences(db: Kysely<Database>, companyId: string, table: string): Promise<number> {
  const live = sql`SELECT * FROM ${sql.table(`read.${table}`)} WHERE company_id = ${companyId}`
  const folded = sql`SELECT * FROM ${sql.table(`pg_temp.${table}`)}`
  const { rows } = await sql<{ differences: number }>`
    SELECT count(*) AS differences FROM ((${live} EXCEPT ALL ${folded}) UNION ALL (${folded} EXCEPT ALL ${live})) AS d`.execute(
    db,
  )
  return rows[0]?.differences ?? 0
}
