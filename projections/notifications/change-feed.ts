import { setTimeout as sleep } from 'node:timers/promises'
import type { LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import { type ChangeKind, type ChangeNotification, changeKind } from '@ledger/contracts/http/change-notification.ts'
import type { ProjectionName } from '@ledger/contracts/projection-names-and-labels.ts'
import type { Role } from '@ledger/contracts/roles.ts'
import { UnsupportedSchemaVersion } from '@ledger/database/binary/event-decoder.ts'
import { toError } from '@ledger/database/process/to-error.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely } from 'kysely'
import type { ListenForCompany, NotificationListener } from '../log/notification-listener.ts'
import { readEventPage } from '../log/read-event-pages.ts'
import { findAffectedReaders, readerIdsOf } from './affected-readers.ts'
import type { ReadBarrier } from './read-your-writes.ts'

/** The read models behind the lists of field and office; the explorer has a stream of its own. */
const FEED_PROJECTIONS: ProjectionName[] = ['balances', 'ledger', 'beneficiaries', 'directory', 'sums', 'worklists']

/**
 * The minimum time between the starts of two rounds: no subscriber is notified more often, however much is recorded.
 */
const MIN_FEED_ROUND_MS = 200
/** The longest time that a round waits for the read models; the next round continues. */
const MAX_READ_MODEL_WAIT_MS = 1000
/**
 * The first wait before the read models are checked again. Each next wait is longer, so that a worker that is down for
 * hours costs few checks.
 */
const FIRST_RECHECK_MS = 5
const RECHECK_BACK_OFF = 1.5
/** The longest delay of a change whose notification was lost. */
const MISSED_NOTIFICATION_POLL_MS = 5000
const EVENTS_PER_FEED_PAGE = 1000

/** A subscriber to changes. Undelivered changes are stored as their kinds alone, however many they are. */
export interface ChangeSubscriber {
  /** Every change after this position is delivered. */
  readonly position: number
  /**
   * Resolves with what changed since the last call, as soon as something has.
   * @throws the reason of an aborted `signal`
   */
  next(signal: AbortSignal): Promise<ChangeNotification>
  close(): void
}

/** Notifies the subscribers of one process of the changes that the read models show. */
export interface ChangeFeed {
  /** @param since the position up to which the subscriber was notified; left out, the subscription begins now */
  subscribe(account: { accountId: string; role: Role }, since?: number): Promise<ChangeSubscriber>
  close(): Promise<void>
}

export interface ChangeFeedSettings {
  listen: ListenForCompany
  db: Kysely<Database>
  companyId: string
  freshness: ReadBarrier
  onError: (error: Error) => void
}

type DeliverChanges = (kinds: Iterable<ChangeKind>, position: number) => void

/** The newest position at which each kind of list changed, by reader: its size grows with the number of accounts. */
type LatestChanges = Map<string, Map<ChangeKind, number>>

/**
 * Opens the change feed of a company: one notification, one check of the log and one read of its events for all
 * subscribers; no work while there are none.
 */
export function openChangeFeed({ listen, db, companyId, freshness, onError }: ChangeFeedSettings): ChangeFeed {
  const subscribersByReader = new Map<string, Set<DeliverChanges>>()
  const closing = new AbortController()
  let listener: NotificationListener | undefined
  let running: Promise<void> | undefined
  /** The position up to which subscribers were notified; undefined while there are none. */
  let notifiedUpTo: number | undefined
  /**
   * The changes since the position `from`, for all returning subscribers, be they a thousand at once; undefined until
   * one returns.
   */
  let recent: Promise<{ from: number; latest: LatestChanges }> | undefined
  let wake = Promise.withResolvers<void>()

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      await Promise.race([wake.promise, pause(MISSED_NOTIFICATION_POLL_MS)])
      wake = Promise.withResolvers()
      const nextRound = pause(MIN_FEED_ROUND_MS)
      if (subscribersByReader.size === 0) notifiedUpTo = recent = undefined
      else await notifySubscribers().catch((error) => onError(toError(error)))
      await nextRound
    }
  }

  const pause = (ms: number) => sleep(ms, undefined, { signal: closing.signal }).catch(() => undefined)

  async function notifySubscribers(): Promise<void> {
    let { head, shown } = await freshness.readShownPosition(...FEED_PROJECTIONS)
    const until = Date.now() + MAX_READ_MODEL_WAIT_MS
    const isWaiting = () => shown < head && Date.now() < until && !closing.signal.aborted
    for (let waitMs = FIRST_RECHECK_MS; isWaiting(); waitMs *= RECHECK_BACK_OFF) {
      await pause(waitMs)
      shown = (await freshness.readShownPosition(...FEED_PROJECTIONS)).shown
    }
    if (shown < head) wake.resolve()
    if (notifiedUpTo === undefined || notifiedUpTo >= shown) return
    const latest = await latestOf(notifiedUpTo, shown)
    for (const [reader, kinds] of latest)
      for (const deliver of subscribersByReader.get(reader) ?? []) deliver(kinds.keys(), shown)
    notifiedUpTo = shown
    // A subscriber that returns meanwhile may get these changes twice, and misses none.
    if (recent) mergeLatest((await recent).latest, latest)
  }

  async function latestOf(after: number, upTo: number): Promise<LatestChanges> {
    const all: LatestChanges = new Map()
    for (let from = after; from < upTo; from += EVENTS_PER_FEED_PAGE)
      for (const event of await readKnownEvents(from, Math.min(EVENTS_PER_FEED_PAGE, upTo - from)))
        for (const [reader, kinds] of await findAffectedReaders(db, companyId, event))
          for (const kind of kinds) recordLatest(all, reader, kind, event.position)
    return all
  }

  /**
   * Returns no events where a newer version wrote them: the processes of that version announce them, and the
   * subscribers of this one read the lists again sooner or later.
   */
  async function readKnownEvents(after: number, limit: number): Promise<LedgerEvent[]> {
    try {
      return await readEventPage(db, companyId, after, limit)
    } catch (error) {
      if (error instanceof UnsupportedSchemaVersion) return []
      throw error
    }
  }

  /**
   * Returns the kinds of lists that changed for readers after `since`, up to a position of which all were notified;
   * every kind where that is not known any more.
   */
  async function readMissedKinds(readers: string[], since: number, position: number): Promise<Iterable<ChangeKind>> {
    recent ??= readRecentChanges(position)
    const { from, latest } = await recent
    if (since < from) return changeKind.options
    return readers.flatMap((reader) =>
      [...(latest.get(reader) ?? [])].flatMap(([kind, at]) => (at > since ? kind : [])),
    )
  }

  async function readRecentChanges(position: number): Promise<{ from: number; latest: LatestChanges }> {
    const from = Math.max(0, position - EVENTS_PER_FEED_PAGE)
    try {
      return { from, latest: await latestOf(from, position) }
    } catch (error) {
      // The next subscriber tries again.
      recent = undefined
      throw error
    }
  }

  return {
    async subscribe(account, since) {
      const readers = readerIdsOf(account)
      const { deliver, next } = createChangeSubscriber()
      function close(): void {
        for (const reader of readers) {
          subscribersByReader.get(reader)?.delete(deliver)
          if (subscribersByReader.get(reader)?.size === 0) subscribersByReader.delete(reader)
        }
      }
      for (const reader of readers)
        subscribersByReader.set(reader, (subscribersByReader.get(reader) ?? new Set()).add(deliver))
      try {
        listener ??= listen(companyId, () => wake.resolve())
        running ??= run()
        const { shown } = await freshness.readShownPosition(...FEED_PROJECTIONS)
        // Events recorded while there was no subscriber were not announced: a round starts now and checks for them.
        if (notifiedUpTo === undefined) wake.resolve()
        notifiedUpTo ??= shown
        const position = notifiedUpTo
        if (since !== undefined && since < position) deliver(await readMissedKinds(readers, since, position), position)
        return { position, next, close }
      } catch (error) {
        close()
        throw error
      }
    },
    async close() {
      closing.abort()
      wake.resolve()
      await listener?.close()
      await running
    },
  }
}

function mergeLatest(all: LatestChanges, more: LatestChanges): void {
  for (const [reader, kinds] of more) for (const [kind, at] of kinds) recordLatest(all, reader, kind, at)
}

function recordLatest(all: LatestChanges, reader: string, kind: ChangeKind, at: number): void {
  const kinds = all.get(reader) ?? new Map<ChangeKind, number>()
  kinds.set(kind, Math.max(at, kinds.get(kind) ?? 0))
  all.set(reader, kinds)
}

function createChangeSubscriber(): { deliver: DeliverChanges; next: ChangeSubscriber['next'] } {
  const pending = new Set<ChangeKind>()
  let upTo = 0
  let delivered = Promise.withResolvers<void>()
  return {
    deliver(kinds, position) {
      for (const kind of kinds) pending.add(kind)
      upTo = Math.max(upTo, position)
      if (pending.size > 0) delivered.resolve()
    },
    async next(signal) {
      await raceAbort(signal, delivered.promise)
      const change = { what: changeKind.options.filter((kind) => pending.has(kind)), position: upTo }
      pending.clear()
      delivered = Promise.withResolvers()
      return change
    },
  }
}

function raceAbort(signal: AbortSignal, promise: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    void promise.then(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    })
  })
}
