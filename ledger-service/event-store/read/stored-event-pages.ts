import type { StoredEvent } from '@ledger/database/binary/event-decoder.ts'
import { readStoredEvents } from '@ledger/database/binary/stored-event-reader.ts'
import { prefetchPages } from '@ledger/database/connection/prefetch-pages.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely } from 'kysely'

const EVENTS_PER_PAGE = 5000

/**
 * Yields the events of a log as their rows hold them, in order, from `after` + 1 to `upTo`, a page at a time, and reads
 * one page ahead. Each page begins after the last event of the one before it, so events that are appended meanwhile are
 * read, too. Missing positions are skipped.
 */
export function readStoredEventPages(
  db: Kysely<Database>,
  companyId: string,
  { after = 0, upTo = Number.MAX_SAFE_INTEGER }: { after?: number; upTo?: number } = {},
): AsyncGenerator<StoredEvent[]> {
  const read = async (from: number): Promise<StoredEvent[]> => {
    if (from >= upTo) return []
    const events = await readStoredEvents(db, companyId, { after: from, upTo: Math.min(from + EVENTS_PER_PAGE, upTo) })
    if (events.length > 0) return events
    // This is the end of the log, or events were removed from it.
    const next = await nextExistingPosition(db, companyId, from)
    return next === undefined ? [] : read(next - 1)
  }
  return prefetchPages(after, read, (event) => event.position)
}

async function nextExistingPosition(
  db: Kysely<Database>,
  companyId: string,
  after: number,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('events')
    .select((event) => event.fn.min('position').as('position'))
    .where('company_id', '=', companyId)
    .where('position', '>', after)
    .executeTakeFirst()
  return row?.position ?? undefined
}
