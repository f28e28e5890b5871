import { type Kysely, sql } from 'kysely'
import { COLUMNS, StoredEvent } from './stored-event.ts'
import type { Database } from './tables.ts'

/** Which events of a log: those after a position, the first `limit` of them, or those at some positions. */
export type Which = { after: number; limit: number } | { at: readonly number[] }

const EVERYTHING = Number.MAX_SAFE_INTEGER

/** Events of a company's log in order, as their rows hold them. The one way in which the log is read. */
export async function storedEvents(db: Kysely<Database>, companyId: string, which: Which): Promise<StoredEvent[]> {
  const where =
    'at' in which
      ? sql`position = ANY(${sql.lit(`{${which.at.map(Number).join(',')}}`)}::bigint[])`
      : sql`position > ${sql.lit(which.after)}`
  const limit = 'at' in which ? which.at.length : which.limit
  const query = sql`
    COPY (
      SELECT ${sql.raw(COLUMNS)} FROM events WHERE company_id = ${sql.lit(companyId)} AND ${where}
      ORDER BY position LIMIT ${sql.lit(limit)}
    ) TO STDOUT (FORMAT binary)`.compile(db)
  const events: StoredEvent[] = []
  for await (const { rows } of db.getExecutor().stream<Buffer>(query, EVERYTHING))
    for (const row of rows) events.push(new StoredEvent(companyId, row))
  return events
}
