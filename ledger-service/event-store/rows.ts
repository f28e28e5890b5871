import type { EventType } from '@ledger/contracts/events.ts'
import type { Database, Events } from '@ledger/migrations/tables.ts'
import type { Kysely, Selectable } from 'kysely'
import type { SealedEvent } from './chain.ts'

const PAGE = 5000

/** The events of a log as their rows hold them, in order, from `after` + 1 to `upTo`, a page at a time. */
export async function* sealedEvents(
  db: Kysely<Database>,
  companyId: string,
  { after = 0, upTo = Number.MAX_SAFE_INTEGER }: { after?: number; upTo?: number } = {},
): AsyncGenerator<SealedEvent[]> {
  for (let position = after; position < upTo; ) {
    const rows = await db
      .selectFrom('events')
      .selectAll()
      .where('company_id', '=', companyId)
      .where('position', '>', position)
      .where('position', '<=', upTo)
      .orderBy('position')
      .limit(PAGE)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(fromRow)
    position = last.position
  }
}

/** A row of the table as it was sealed. */
export function fromRow(row: Selectable<Events>): SealedEvent {
  return {
    companyId: row.company_id,
    position: row.position,
    eventId: row.event_id,
    type: row.type as EventType,
    schemaVersion: row.schema_version,
    recordedAt: row.recorded_at,
    date: row.date,
    actor: row.actor,
    data: row.data,
    meta: row.meta,
    prevHash: row.prev_hash,
    hash: row.hash,
  }
}
