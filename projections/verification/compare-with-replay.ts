import { UnsupportedSchemaVersion } from '@ledger/database/binary/event-decoder.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import { applyPage } from '../projector/apply-page.ts'
import { readEventPage } from '../projector/read-event-pages.ts'
import { PoisonEvent, type Projection } from '../read-models/read-model.ts'
import type { ReadModelWriter } from '../read-models/read-model-table.ts'
import { createShadowTable } from '../rebuild/shadow-table.ts'

const EVENTS_PER_REPLAY_PAGE = 2000

export interface ReadModelComparison {
  name: string
  position: number
  result: 'equal' | 'different'
  /** Rows. */
  differences: number
  /** Why it could not be folded: then no rows were compared. */
  because?: string
}

/**
 * Folds the log from zero into temporary tables, in one snapshot, by the projection's own code, and compares them row by row with
 * the live ones. Nothing is changed. Takes longer than a rebuild: for a read model of which it is known that it is different.
 */
export async function compareWithReplay(
  db: Kysely<Database>,
  companyId: string,
  projection: Projection,
): Promise<ReadModelComparison> {
  try {
    return await compareInSnapshot(db, companyId, projection)
  } catch (error) {
    // A log that cannot have made the read model is a difference, no fault of the verification.
    if (!(error instanceof PoisonEvent || error instanceof UnsupportedSchemaVersion)) throw error
    const position = await readCheckpointPosition(db, companyId, projection.name)
    return { name: projection.name, position, result: 'different', differences: 0, because: error.message }
  }
}

function compareInSnapshot(
  db: Kysely<Database>,
  companyId: string,
  projection: Projection,
): Promise<ReadModelComparison> {
  return withTablesInSnapshot(db, projection.tables, async (trx) => {
    for (const table of projection.tables) await createShadowTable(trx, table, 'pg_temp')
    const position = await readCheckpointPosition(trx, companyId, projection.name)
    // Temporary tables come first on the search path, so the projection's own code fills them.
    await replayPages(trx, companyId, projection, { from: 0, upTo: position })
    let differences = 0
    for (const table of projection.tables) differences += await countDifferingRows(trx, companyId, table)
    return { name: projection.name, position, result: differences === 0 ? 'equal' : 'different', differences }
  })
}

/**
 * Tables as they are at one moment, which begins with the first query of `work`; no rebuild swaps them until it ends. A statement that is of every row of a large one
 * takes as long as it takes: cut short, what was found to be different would never be told.
 */
export function withTablesInSnapshot<Result>(
  db: Kysely<Database>,
  tables: readonly (keyof Database)[],
  work: (trx: Transaction<Database>) => Promise<Result>,
): Promise<Result> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      await sql`SET LOCAL statement_timeout = 0`.execute(trx)
      const live = sql.join(tables.map((table) => sql.table(`read.${table}`)))
      await sql`LOCK TABLE ${live} IN ROW SHARE MODE`.execute(trx)
      return work(trx)
    })
}

/** Up to where a projection has taken the log of a company. */
export async function readCheckpointPosition(db: Kysely<Database>, companyId: string, name: string): Promise<number> {
  const row = await db
    .selectFrom('checkpoints')
    .select('position')
    .where('company_id', '=', companyId)
    .where('projection', '=', name)
    .executeTakeFirst()
  return row?.position ?? 0
}

/**
 * The events after one position, up to another, into the tables of a projection, or wherever else its rows go.
 * @throws PoisonEvent where an event is at fault, or there are none
 */
export async function replayPages(
  db: Kysely<Database>,
  companyId: string,
  projection: Projection,
  { from, upTo, into }: { from: number; upTo: number; into?: ReadModelWriter },
): Promise<void> {
  for (let position = from; position < upTo; ) {
    const events = await readEventPage(db, companyId, position, Math.min(EVENTS_PER_REPLAY_PAGE, upTo - position))
    const last = events.at(-1)
    if (!last)
      throw new PoisonEvent(`The log ends at ${position}, before the checkpoint of ${projection.name} at ${upTo}`)
    await applyPage(db, companyId, projection, events, into)
    position = last.position
  }
}

async function countDifferingRows(db: Kysely<Database>, companyId: string, table: string): Promise<number> {
  const live = sql`SELECT * FROM ${sql.table(`read.${table}`)} WHERE company_id = ${companyId}`
  const folded = sql`SELECT * FROM ${sql.table(`pg_temp.${table}`)}`
  const { rows } = await sql<{ differences: number }>`
    SELECT count(*) AS differences FROM ((${live} EXCEPT ALL ${folded}) UNION ALL (${folded} EXCEPT ALL ${live})) AS d`.execute(
    db,
  )
  return rows[0]?.differences ?? 0
}
