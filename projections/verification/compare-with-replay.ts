import { UnsupportedSchemaVersion } from '@ledger/database/binary/event-decoder.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import { applyPage } from '../projector/apply-page.ts'
import { readEventPage } from '../projector/read-event-pages.ts'
import { PoisonEvent, type Projection } from '../read-models/read-model.ts'
import type { ReadModelWriter } from '../read-models/read-model-table.ts'
import { createShadowTable } from '../rebuild/create-shadow-table.ts'

const EVENTS_PER_REPLAY_PAGE = 2000

export interface ReadModelComparison {
  name: string
  position: number
  result: 'equal' | 'different'
  /** The number of rows. */
  differences: number
  /** Why the log could not be folded: then no rows were compared. */
  because?: string
}

/**
 * Folds the log from its start into temporary tables, in one snapshot, by the projection's own code, and compares them
 * row by row with the live ones. It changes nothing. It takes longer than a rebuild: it is for a read model that is
 * known to be different.
 */
export async function compareWithReplay(
  db: Kysely<Database>,
  companyId: string,
  projection: Projection,
): Promise<ReadModelComparison> {
  try {
    return await compareInSnapshot(db, companyId, projection)
  } catch (error) {
    // A log that cannot make the read model is a difference, not a fault of the verification.
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
 * Runs `work` on the tables in one snapshot, which its first query takes; no rebuild swaps the tables until it ends. A
 * statement on every row of a large table has no timeout: cut short, it would never report the differences that it
 * found.
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

/** Returns the position up to which a projection has applied the log of a company. */
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
 * Applies the events after `from`, up to `upTo`, to the tables of a projection, or to `into`.
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
