import { type Kysely, sql } from 'kysely'
import { OPTIMIZER_FENCE } from '../connection/optimizer-fence.ts'
import type { Database } from '../tables/database-schema.ts'
import { STORED_EVENT_COLUMNS, StoredEvent } from './event-decoder.ts'
import { readUuid, UUID_BYTES } from './int8-and-uuid.ts'
import { copyRows } from './run-copy.ts'

/**
 * The events of a log to read: those from `after` + 1 to `upTo`, or those at some positions. Both ends are required,
 * because a plan for "the next 5,000" would sort the rest of a table that is not analysed yet, for every page.
 */
export type EventSelection = { after: number; upTo: number } | { at: readonly number[] }

/** Returns events of a company's log in order, as their rows store them. */
export async function readStoredEvents(
  db: Kysely<Database>,
  companyId: string,
  which: EventSelection,
): Promise<StoredEvent[]> {
  const where =
    'at' in which
      ? sql`position = ANY(${sql.lit(`{${which.at.map(Number).join(',')}}`)}::bigint[])`
      : sql`position > ${sql.lit(which.after)} AND position <= ${sql.lit(which.upTo)}`
  const query = sql`
    COPY (
      SELECT ${sql.raw(STORED_EVENT_COLUMNS)} FROM events WHERE company_id = ${sql.lit(companyId)} AND ${where}
      ORDER BY position
    ) TO STDOUT (FORMAT binary)`
  return (await copyRows(db, query)).map((row) => new StoredEvent(companyId, row))
}

/** Returns events from `after` + 1 to `upTo` of several companies' logs, each in order, in one read. */
export async function readStoredEventsOfCompanies(
  db: Kysely<Database>,
  all: readonly { companyId: string; after: number; upTo: number }[],
): Promise<StoredEvent[]> {
  const given = all.map(
    ({ companyId, after, upTo }) =>
      sql`(${sql.lit(companyId)}::uuid, ${sql.lit(after)}::bigint, ${sql.lit(upTo)}::bigint)`,
  )
  // OFFSET keeps the inner query from being planned as a join, so that each company's events are found by key, whatever
  // the statistics of the table are. The company is the last column, where it does not move other columns.
  const query = sql`
    COPY (
      SELECT own.* FROM (VALUES ${sql.join(given)}) AS given (company, after, up_to) CROSS JOIN LATERAL (
        SELECT ${sql.raw(STORED_EVENT_COLUMNS)}, company_id FROM events
        WHERE company_id = given.company AND position > given.after AND position <= given.up_to OFFSET ${OPTIMIZER_FENCE}) AS own
      ORDER BY own.company_id, own.position
    ) TO STDOUT (FORMAT binary)`
  return (await copyRows(db, query)).map((row) => new StoredEvent(readUuid(row, row.length - UUID_BYTES), row))
}
