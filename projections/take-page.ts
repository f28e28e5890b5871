import type { LedgerEvent } from '@ledger/contracts/events.ts'
import type { Database } from '@ledger/database/tables.ts'
import { type Kysely, sql } from 'kysely'
import { DatabaseError } from 'pg'
import { CannotTake, type Projection } from './projection.ts'
import { statements } from './statements.ts'

/**
 * Folds a page into the tables of a projection.
 * @throws CannotTake where an event is at fault: it contradicts another, no column takes it, or the fold breaks on it. Anything
 * else is the database's: away, shutting down, in a deadlock
 */
export async function takePage(
  db: Kysely<Database>,
  companyId: string,
  projection: Projection,
  events: LedgerEvent[],
  into = statements(db, companyId),
): Promise<void> {
  await orCannotTake(db, () => projection.apply(into, events))
}

/** The same for whatever writes what was folded. */
export async function orCannotTake<Result>(db: Kysely<Database>, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof CannotTake || !(await isOfAnEvent(db, error))) throw error
    throw new CannotTake(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

/** What the server says has a code. What the code itself threw looks like a lost connection, so the connection is asked. */
async function isOfAnEvent(db: Kysely<Database>, error: unknown): Promise<boolean> {
  if (error instanceof DatabaseError) return DATA_OR_CONSTRAINT.test(error.code ?? '')
  try {
    await sql`SELECT 1`.execute(db)
    return true
  } catch (silence) {
    return silence instanceof DatabaseError && silence.code === IN_FAILED_TRANSACTION
  }
}

const DATA_OR_CONSTRAINT = /^2[23]/
const IN_FAILED_TRANSACTION = '25P02'

/**
 * Returns where an error may be the fault of somebody's events, of several that were taken together.
 * @throws where the database is away, or refuses to work for anybody
 */
export async function unlessOfAll(db: Kysely<Database>, error: unknown): Promise<void> {
  if (error instanceof DatabaseError && REFUSES_ALL.test(error.code ?? '')) throw error
  await sql`SELECT 1`.execute(db)
}

const REFUSES_ALL = /^(08|53|57P|25006)/
