import type { LedgerEvent } from '@ledger/contracts/events/event-types.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, sql } from 'kysely'
import { DatabaseError } from 'pg'
import { PoisonEvent, type Projection } from '../read-models/read-model.ts'
import { createUpsertWriter } from './upsert-writer.ts'

/**
 * Folds a page into the tables of a projection.
 * @throws PoisonEvent where an event is at fault: it contradicts another, no column takes it, or the fold breaks on it. Anything
 * else is the database's: away, shutting down, in a deadlock
 */
export async function applyPage(
  db: Kysely<Database>,
  companyId: string,
  projection: Projection,
  events: LedgerEvent[],
  into = createUpsertWriter(db, companyId),
): Promise<void> {
  await orPoisonEvent(db, () => projection.apply(into, events))
}

/** The same for whatever writes what was folded. */
export async function orPoisonEvent<Result>(db: Kysely<Database>, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof PoisonEvent || !(await isEventFault(db, error))) throw error
    throw new PoisonEvent(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

/** What the server says has a code. What the code itself threw looks like a lost connection, so the connection is asked. */
async function isEventFault(db: Kysely<Database>, error: unknown): Promise<boolean> {
  if (error instanceof DatabaseError) return EVENT_FAULT_SQLSTATES.test(error.code ?? '')
  try {
    await sql`SELECT 1`.execute(db)
    return true
  } catch (silence) {
    return silence instanceof DatabaseError && silence.code === IN_FAILED_TRANSACTION
  }
}

const EVENT_FAULT_SQLSTATES = /^2[23]/
const IN_FAILED_TRANSACTION = '25P02'

/**
 * Returns where an error may be the fault of somebody's events, of several that were taken together.
 * @throws where the database is away, or refuses to work for anybody
 */
export async function rethrowDatabaseFault(db: Kysely<Database>, error: unknown): Promise<void> {
  if (error instanceof DatabaseError && DATABASE_FAULT_SQLSTATES.test(error.code ?? '')) throw error
  await sql`SELECT 1`.execute(db)
}

const DATABASE_FAULT_SQLSTATES = /^(08|53|57P|25006)/
