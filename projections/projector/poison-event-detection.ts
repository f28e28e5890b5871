import { toError } from '@ledger/database/process/to-error.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, sql } from 'kysely'
import { DatabaseError } from 'pg'
import { PoisonEvent } from '../read-models/read-model.ts'

/** Runs `work`, which writes folded rows. @throws PoisonEvent where an event is at fault, as `applyPage` does */
export async function withPoisonEventDetection<Result>(
  db: Kysely<Database>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof PoisonEvent || !(await isEventFault(db, error))) throw error
    throw new PoisonEvent(toError(error).message, { cause: error })
  }
}

/**
 * Returns whether an event caused the error. An error of the server has an SQLSTATE. An error of the code itself looks
 * like a lost connection, so the connection is tested.
 */
async function isEventFault(db: Kysely<Database>, error: unknown): Promise<boolean> {
  if (error instanceof DatabaseError) return EVENT_FAULT_SQLSTATES.test(error.code ?? '')
  try {
    await sql`SELECT 1`.execute(db)
    return true
  } catch (silence) {
    return silence instanceof DatabaseError && silence.code === IN_FAILED_TRANSACTION
  }
}

/** Data that a column, a constraint, or a limit such as that of an index's key refuses. */
const EVENT_FAULT_SQLSTATES = /^(2[23]|54)/
const IN_FAILED_TRANSACTION = '25P02'

/**
 * Returns where the error may be the fault of one company's events in a batch.
 * @throws where the database is unavailable, or refuses all work
 */
export async function rethrowDatabaseFault(db: Kysely<Database>, error: unknown): Promise<void> {
  if (error instanceof DatabaseError && DATABASE_FAULT_SQLSTATES.test(error.code ?? '')) throw error
  await sql`SELECT 1`.execute(db)
}

const DATABASE_FAULT_SQLSTATES = /^(08|53|57P|25006)/
