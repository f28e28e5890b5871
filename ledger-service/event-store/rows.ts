import { storedEvents } from '@ledger/migrations/read-log.ts'
import type { StoredEvent } from '@ledger/migrations/stored-event.ts'
import type { Database } from '@ledger/migrations/tables.ts'
import type { Kysely } from 'kysely'

const PAGE = 5000

/**
 * The events of a log as their rows hold them, in order, from `after` + 1 to `upTo`, a page at a time. The next page is on
 * its way while one is worked on: the server and the reader have a core each.
 */
export async function* sealedEvents(
  db: Kysely<Database>,
  companyId: string,
  { after = 0, upTo = Number.MAX_SAFE_INTEGER }: { after?: number; upTo?: number } = {},
): AsyncGenerator<StoredEvent[]> {
  const read = (from: number) => storedEvents(db, companyId, { after: from, limit: Math.min(PAGE, upTo - from) })
  let page = after < upTo ? read(after) : Promise.resolve([])
  try {
    for (;;) {
      const events = await page
      const last = events.at(-1)?.position
      if (last === undefined) return
      const mayHaveMore = events.length === PAGE && last < upTo
      page = mayHaveMore ? read(last) : Promise.resolve([])
      // A page that somebody left holes in may reach beyond.
      yield last <= upTo ? events : events.filter((event) => event.position <= upTo)
    }
  } finally {
    await Promise.allSettled([page])
  }
}
