import { UnknownShape } from '@ledger/database/stored-event.ts'
import type { Database } from '@ledger/database/tables.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import { emptyCopy } from './empty-copy.ts'
import { readPage } from './log.ts'
import { CannotTake, type Projection } from './projection.ts'
import type { Writer } from './read-table.ts'
import { takePage } from './take-page.ts'

const PAGE = 2000

export interface Compared {
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
export async function compareRows(db: Kysely<Database>, companyId: string, projection: Projection): Promise<Compared> {
  try {
    return await compare(db, companyId, projection)
  } catch (error) {
    // A log that cannot have made the read model is a difference, no fault of the verification.
    if (!(error instanceof CannotTake || error instanceof UnknownShape)) throw error
    const position = await checkpointOf(db, companyId, projection.name)
    return { name: projection.name, position, result: 'different', differences: 0, because: error.message }
  }
}

function compare(db: Kysely<Database>, companyId: string, projection: Projection): Promise<Compared> {
  return inOneSnapshot(db, projection.tables, async (trx) => {
    for (const table of projection.tables) await emptyCopy(trx, table, 'pg_temp')
    const position = await checkpointOf(trx, companyId, projection.name)
    // Temporary tables come first on the search path, so the projection's own code fills them.
    await foldPages(trx, companyId, projection, { from: 0, upTo: position })
    let differences = 0
    for (const table of projection.tables) differences += await countDifferences(trx, companyId, table)
    return { name: projection.name, position, result: differences === 0 ? 'equal' : 'different', differences }
  })
}

/**
 * Tables as they are at one moment, which begins with the first query of `work`; no rebuild swaps them until it ends. A statement that is of every row of a large one
 * takes as long as it takes: cut short, what was found to be different would never be told.
 */
export function inOneSnapshot<Result>(
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
export async function checkpointOf(db: Kysely<Database>, companyId: string, name: string): Promise<number> {
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
 * @throws CannotTake where an event is at fault, or there are none
 */
export async function foldPages(
  db: Kysely<Database>,
  companyId: string,
  projection: Projection,
  { from, upTo, into }: { from: number; upTo: number; into?: Writer },
): Promise<void> {
  for (let position = from; position < upTo; ) {
    const events = await readPage(db, companyId, position, Math.min(PAGE, upTo - position))
    const last = events.at(-1)
    if (!last)
      throw new CannotTake(`The log ends at ${position}, before the checkpoint of ${projection.name} at ${upTo}`)
    await takePage(db, companyId, projection, events, into)
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
