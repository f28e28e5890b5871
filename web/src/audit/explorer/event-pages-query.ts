import type { AuditEvent } from '@ledger/contracts/http/audit/event-and-history-schemas.ts'
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { countEvents, newestCheckpointQuery } from '../api/audit-queries.ts'
import { readEvents } from '../api/read-events.ts'
import { type EventSearchParams, type EventsQueryParams, eventsQueryFrom } from './event-search-params.ts'

/** A page of the explorer; `next` is the position at which the next page begins, undefined at the end. */
interface EventPage {
  readonly events: readonly AuditEvent[]
  readonly next: number | undefined
  /** The end of the log when the first page down the log was read: all events up to there were searched. */
  readonly head?: number
}

const EXPLORER_EVENTS_PER_PAGE = 50
const MAX_EVENTS_PER_CALL = 1000

/** The events that match the filter, of any of `types`, the newest first unless the filter says otherwise. */
export function eventPagesQuery(client: QueryClient, filter: EventSearchParams, types: readonly string[]) {
  const isForward = filter.order === 'oldest'
  const asked = eventsQueryFrom(filter, types)
  return infiniteQueryOptions({
    queryKey: ['/api/audit/events', 'pages', filter, types],
    queryFn: ({ pageParam }): Promise<EventPage> =>
      isForward ? pageAfter(asked, pageParam ?? 0) : pageBefore(client, asked, pageParam),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last: EventPage) => last.next,
  })
}

/** The number of events that match the filter. */
export function filteredEventCountQuery(asked: EventsQueryParams) {
  return queryOptions({ queryKey: ['/api/audit/events/count', asked], queryFn: () => countEvents({ query: asked }) })
}

/** Returns the next page up the log. */
async function pageAfter(asked: EventsQueryParams, after: number): Promise<EventPage> {
  const { events, next } = await fetchEventsAfter(asked, after, EXPLORER_EVENTS_PER_PAGE)
  return { events, next: next === null ? undefined : Number(next) }
}

/**
 * Returns the next page down the log. The API reads upwards only, so this requests a range below the shown events, and
 * a range four times as long below that until a page is full.
 */
async function pageBefore(client: QueryClient, asked: EventsQueryParams, from: number | undefined): Promise<EventPage> {
  const found: AuditEvent[] = []
  const head = from ?? (await findHeadPosition(client))
  let high = head
  for (let width = EXPLORER_EVENTS_PER_PAGE; high > 0 && found.length < EXPLORER_EVENTS_PER_PAGE; width *= 4) {
    const low = Math.max(0, high - width)
    found.push(...(await eventsBetween(asked, low, high)).reverse())
    high = low
  }
  return { events: found, next: high > 0 ? high : undefined, head }
}

/** Returns all events above `low` and up to `high`, the oldest first. */
async function eventsBetween(asked: EventsQueryParams, low: number, high: number): Promise<AuditEvent[]> {
  const found: AuditEvent[] = []
  for (let after = low; after < high; ) {
    const page = await fetchEventsAfter(asked, after, Math.min(MAX_EVENTS_PER_CALL, high - after))
    found.push(...page.events.filter(({ position }) => position <= high))
    if (page.next === null) break
    after = Number(page.next)
  }
  return found
}

/** Returns the position at which the log ends. The newest checkpoint is at most a minute's events behind it. */
async function findHeadPosition(client: QueryClient): Promise<number> {
  const [newest] = await client.fetchQuery(newestCheckpointQuery)
  let head = newest?.size ?? 0
  for (;;) {
    const { events, next } = await fetchEventsAfter({}, head, MAX_EVENTS_PER_CALL)
    head = events.at(-1)?.position ?? head
    if (next === null) return head
  }
}

function fetchEventsAfter(asked: EventsQueryParams, after: number, limit: number) {
  return readEvents({ query: { ...asked, after: String(after), limit: String(limit) } })
}
