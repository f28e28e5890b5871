import type { AuditEvent } from '@ledger/contracts/audit.ts'
import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import { newestCheckpointQuery, readEvents } from '../calls/audit-calls.ts'
import type { EventFilter } from './event-filter.ts'

/** A page of the explorer; `next` is the position to go on from, undefined at the end. */
interface EventPage {
  readonly events: readonly AuditEvent[]
  readonly next: number | undefined
  /** Where the log ended when the first page down the log was read: all up to there was looked at. */
  readonly head?: number
}

const PAGE = 50
const MOST = 1000

/** The events of a filter, of any of `types`, the newest first unless the filter says otherwise. */
export function eventPages(client: QueryClient, filter: EventFilter, types: readonly string[]) {
  const isForward = filter.order === 'oldest'
  return infiniteQueryOptions({
    queryKey: ['/api/audit/events', 'pages', filter, types],
    queryFn: ({ pageParam }): Promise<EventPage> =>
      isForward ? pageAfter(filter, types, pageParam ?? 0) : pageBefore(client, filter, types, pageParam),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last: EventPage) => last.next,
  })
}

/** The next ones up the log. Of several types each is read, and what all of them have reached is shown. */
async function pageAfter(filter: EventFilter, types: readonly string[], after: number): Promise<EventPage> {
  const read = await Promise.all(oneByOne(filter, types).map((type) => ask(filter, type, after, PAGE)))
  const unfinished = read.flatMap(({ next }) => (next === null ? [] : Number(next)))
  const reached = Math.min(Number.POSITIVE_INFINITY, ...unfinished)
  const events = read.flatMap((page) => page.events).filter(({ position }) => position <= reached)
  return { events: events.sort((a, b) => a.position - b.position), next: unfinished.length > 0 ? reached : undefined }
}

/**
 * The next ones down the log. The API reads upwards only, so this asks for a stretch below what is shown, and for a four times
 * longer one below that until a page is full.
 */
async function pageBefore(
  client: QueryClient,
  filter: EventFilter,
  types: readonly string[],
  from: number | undefined,
): Promise<EventPage> {
  const found: AuditEvent[] = []
  const head = from ?? (await headPosition(client))
  let high = head
  for (let width = PAGE; high > 0 && found.length < PAGE; width *= 4) {
    const low = Math.max(0, high - width)
    const stretch = await Promise.all(oneByOne(filter, types).map((type) => stretchOf(filter, type, low, high)))
    found.push(...stretch.flat().sort((a, b) => b.position - a.position))
    high = low
  }
  return { events: found, next: high > 0 ? high : undefined, head }
}

/** All of a type above `low` and up to `high`. */
async function stretchOf(
  filter: EventFilter,
  type: string | undefined,
  low: number,
  high: number,
): Promise<AuditEvent[]> {
  const found: AuditEvent[] = []
  for (let after = low; after < high; ) {
    const page = await ask(filter, type, after, Math.min(MOST, high - after))
    found.push(...page.events.filter(({ position }) => position <= high))
    if (page.next === null) break
    after = Number(page.next)
  }
  return found
}

/** Where the log ends: from the newest checkpoint it is at most a minute's events away. */
async function headPosition(client: QueryClient): Promise<number> {
  const [newest] = await client.fetchQuery(newestCheckpointQuery)
  let head = newest?.size ?? 0
  for (;;) {
    const { events, next } = await ask({}, undefined, head, MOST)
    head = events.at(-1)?.position ?? head
    if (next === null) return head
  }
}

const oneByOne = ({ type }: EventFilter, types: readonly string[]): readonly (string | undefined)[] =>
  type !== undefined ? [type] : types.length > 0 ? types : [undefined]

function ask(filter: EventFilter, type: string | undefined, after: number, limit: number) {
  const { account, actor, transaction, from, to } = filter
  return readEvents({
    query: { type, account, actor, transaction, from, to, after: String(after), limit: String(limit) },
  })
}
