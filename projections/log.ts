import type { LedgerEvent } from '@ledger/contracts/events.ts'
import type { Database } from '@ledger/migrations/tables.ts'
import type { Kysely } from 'kysely'

/** Reads the next events of a company's log in order: positions `after` + 1 and on, at most `limit`. */
export async function readPage(
  db: Kysely<Database>,
  companyId: string,
  after: number,
  limit: number,
): Promise<LedgerEvent[]> {
  const rows = await db
    .selectFrom('events')
    .select(['position', 'event_id', 'type', 'schema_version', 'recorded_at', 'date', 'actor', 'data', 'meta'])
    .where('company_id', '=', companyId)
    .where('position', '>', after)
    .orderBy('position')
    .limit(limit)
    .execute()
  return rows.map(
    (row) =>
      ({
        position: row.position,
        eventId: row.event_id,
        type: row.type,
        schemaVersion: row.schema_version,
        recordedAt: row.recorded_at,
        date: row.date,
        actor: JSON.parse(row.actor),
        data: JSON.parse(row.data),
        meta: JSON.parse(row.meta),
      }) as LedgerEvent,
  )
}

/** The position of the last event of a company's log. */
export async function headPosition(db: Kysely<Database>, companyId: string): Promise<number> {
  const head = await db
    .selectFrom('log_heads')
    .select('position')
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return head?.position ?? 0
}
