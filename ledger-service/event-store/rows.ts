import { storedEvents } from '@ledger/migrations/read-log.ts'
import type { StoredEvent } from '@ledger/migrations/stored-event.ts'
import type { Database } from '@ledger/migrations/tables.ts'
import type { Kysely } from 'kysely'

const PAGE = 5000

/**
 * The events of a log as their rows hold them, in order, from `after` + 1 to `upTo`, a page at a time. The next page is on
 * its way while one is worked on: the server and the reader have a core each. Positions that are missing are passed over.
 */
export async function* sealedEvents(
  db: Kysely<Database>,
  companyId: string,
  { after = 0, upTo = Number.MAX_SAFE_INTEGER }: { after?: number; upTo?: number } = {},
): AsyncGenerator<StoredEvent[]> {
  const read = (from: number) => storedEvents(db, companyId, { after: from, upTo: Math.min(from + PAGE, upTo) })
  let page = read(after)
  try {
    for (let from = after; from < upTo; ) {
      const events = await page
      from += PAGE
      const isWhole = events.length === PAGE
      if (isWhole && from < upTo) page = read(from)
      if (events.length > 0) yield events
      if (isWhole) continue
      // The end of the log, or somebody took events out of it.
      const next = await nextPosition(db, companyId, from)
      if (next === undefined) return
      from = next - 1
      page = read(from)
    }
  } finally {
    await Promise.allSettled([page])
  }
}

async function nextPosition(db: Kysely<Database>, companyId: string, after: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('events')
    .select((event) => event.fn.min('position').as('position'))
    .where('company_id', '=', companyId)
    .where('position', '>', after)
    .executeTakeFirst()
  return row?.position ?? undefined
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
