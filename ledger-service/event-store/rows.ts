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

/** The last position that was recorded before an instant, or at it where `orAt`; 0 before the first event. */
export async function lastPosition(
  db: Kysely<Database>,
  companyId: string,
  instant: string,
  { orAt = false } = {},
): Promise<number> {
  const head = await db
    .selectFrom('log_heads')
    .select('position')
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  // Times never fall along the log, so a search by halves finds it.
  let [low, high] = [0, head?.position ?? 0]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    const event = await db
      .selectFrom('events')
      .select('recorded_at')
      .where('company_id', '=', companyId)
      .where('position', '=', middle)
      .executeTakeFirstOrThrow()
    if (event.recorded_at < instant || (orAt && event.recorded_at === instant)) low = middle
    else high = middle - 1
  }
  return low
}
