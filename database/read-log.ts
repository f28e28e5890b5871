import { type Kysely, sql } from 'kysely'
import { COLUMNS, StoredEvent } from './stored-event.ts'
import type { Database } from './tables.ts'

/**
 * Which events of a log: those from `after` + 1 to `upTo`, or those at some positions. Both ends are named, because a plan for
 * "the next 5,000" sorts the whole rest of a table that was not analysed yet, for every page anew.
 */
export type Which = { after: number; upTo: number } | { at: readonly number[] }

const EVERYTHING = Number.MAX_SAFE_INTEGER

/** Events of a company's log in order, as their rows hold them. The one way in which the log is read. */
export async function storedEvents(db: Kysely<Database>, companyId: string, which: Which): Promise<StoredEvent[]> {
  const where =
    'at' in which
      ? sql`position = ANY(${sql.lit(`{${which.at.map(Number).join(',')}}`)}::bigint[])`
      : sql`position > ${sql.lit(which.after)} AND position <= ${sql.lit(which.upTo)}`
  const query = sql`
    COPY (
      SELECT ${sql.raw(COLUMNS)} FROM events WHERE company_id = ${sql.lit(companyId)} AND ${where}
      ORDER BY position
    ) TO STDOUT (FORMAT binary)`.compile(db)
  const events: StoredEvent[] = []
  for await (const { rows } of db.getExecutor().stream<Buffer>(query, EVERYTHING))
    for (const row of rows) events.push(new StoredEvent(companyId, row))
  return events
}
