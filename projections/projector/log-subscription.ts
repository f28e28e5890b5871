import { isOnCitus } from '@ledger/database/connection/is-on-citus.ts'
import { listenForAppends } from '../notifications/notification-listener.ts'
import { PROJECTIONS } from '../read-models/all-projections.ts'
import { readCompaniesWithPendingEvents } from './companies-with-pending-events.ts'
import { type EventRange, groupIntoBatches, projectBatch, toBatchRange } from './multi-company-batch.ts'
import { rethrowDatabaseFault } from './poison-event-detection.ts'
import { type ProjectorSettings, projectOnePage } from './projector.ts'
import { openRoundRobin } from './round-robin.ts'

/**
 * The longest delay of an event whose notification is lost. The poll finds every event; a notification only makes it
 * faster. Where a check of all companies takes long because they are many, the interval grows, so that the checks take
 * a hundredth of the time.
 */
const MIN_POLL_MS = 200
const POLL_INTERVAL_PER_LOOK = 100
/** A worker that is silent for longer is considered dead (worker-liveness.ts). */
const MAX_POLL_MS = 10_000
/** One slow check means that the database was busy, many slow checks that there are many companies. */
const MAX_LOOK_GROWTH_MS = 0.5
/**
 * The minimum time between the starts of two rounds under load; a single event is applied at once. A round costs about
 * the same for one event as for fifty, and takes its time from the requests that write. Where both processors are busy
 * a round takes longer by itself.
 */
const MIN_PROJECTION_ROUND_MS = 5
/** The wait after a failure (the database is unavailable). */
const FAILURE_BACK_OFF_MS = 500

export interface LogSubscriptionSettings extends Pick<ProjectorSettings, 'db' | 'projections'> {
  databaseUrl: string
  /** As in `ProjectorSettings`, with the company. */
  onStopped: (projection: string, position: number, error: Error, companyId: string) => void
  /** Called with each failure; the company is undefined where the failure concerns all of them. */
  onError: (error: Error, companyId: string | undefined) => void
}

export interface LogSubscription {
  /** Finishes the running pages and closes the listener. */
  close(): Promise<void>
}

/** Keeps the read models of every company at the head of its log until it is closed. */
export function subscribeToLogs({
  databaseUrl,
  db,
  projections = PROJECTIONS,
  onStopped,
  onError,
}: LogSubscriptionSettings): LogSubscription {
  let wake: () => void = () => undefined
  /** The companies whose new events were announced and not applied yet. */
  let waiting = new Set<string>()
  /** When all companies were checked, by `performance.now()`; -Infinity where they are to be checked now. */
  let lookedAtAll = Number.NEGATIVE_INFINITY
  /** How long a check of all companies takes, and the time from one check to the next. */
  let lookMs = 0
  let pollMs = MIN_POLL_MS
  let closed = false
  const onErrorOfAll = (error: Error) => onError(error, undefined)

  function hint(companyId: string | undefined): void {
    if (companyId === undefined) lookedAtAll = Number.NEGATIVE_INFINITY
    else waiting.add(companyId)
    wakeIfAsked()
  }

  function wakeIfAsked(): void {
    if (isWoken()) wake()
  }

  function pause(ms: number): Promise<void> {
    if (isWoken() || closed) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  const isWoken = () => asking().length > 0 || lookedAtAll === Number.NEGATIVE_INFINITY

  /**
   * The announced companies, without those that apply pages by themselves: these are checked when they have finished.
   */
  const asking = () => [...waiting].filter((companyId) => !inTurn.has(companyId))

  function atLeast(ms: number): Promise<void> {
    return ms <= 0 || closed ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, ms))
  }

  /**
   * Returns the companies to check now: the announced ones, and all of them every `pollMs`, however many are announced.
   * @returns undefined for all companies
   */
  function whom(now: number): string[] | undefined {
    const asked = asking()
    for (const companyId of asked) waiting.delete(companyId)
    if (asked.length > 0 && now - lookedAtAll < pollMs) return asked
    lookedAtAll = now
    return undefined
  }

  /**
   * Applies new events: in batches for the companies with few, and page by page, at the same time, for those that are
   * far behind or have failed.
   */
  async function round(among: string[] | undefined): Promise<void> {
    const begun = performance.now()
    const all = await readCompaniesWithPendingEvents(db, among)
    if (among === undefined) {
      lookMs = Math.min(performance.now() - begun, lookMs + MAX_LOOK_GROWTH_MS)
      pollMs = Math.min(MAX_POLL_MS, Math.max(MIN_POLL_MS, POLL_INTERVAL_PER_LOOK * lookMs))
    }
    // On Citus the companies are on several nodes, so they share no transaction.
    const mayJoin = all.size > 0 && !(await isOnCitus(db))
    const few: EventRange[] = []
    for (const [companyId, news] of all) {
      if (inTurn.has(companyId)) continue
      const range = mayJoin && toBatchRange(companyId, news, projections)
      if (range) few.push(range)
      else inTurn.add(companyId)
    }
    for (const group of groupIntoBatches(few)) {
      if (closed) return
      const taken = await takeThese(group)
      for (const { companyId } of group) if (!taken.has(companyId)) inTurn.add(companyId)
    }
  }

  async function takeThese(group: EventRange[]): Promise<ReadonlySet<string>> {
    try {
      return await projectBatch(db, group)
    } catch (error) {
      await rethrowDatabaseFault(db, error)
      // Each company then applies its events by itself, which shows whose events are at fault.
      return new Set()
    }
  }

  async function takePage(companyId: string): Promise<boolean> {
    const { taken, isFull } = await projectOnePage({
      ...{ db, companyId, projections },
      onStopped: (projection, position, error) => onStopped(projection, position, error, companyId),
    })
    return isFull && taken > 0
  }

  async function run(): Promise<void> {
    while (!closed) {
      try {
        const begun = performance.now()
        await round(whom(begun))
        await pause(pollMs)
        await atLeast(MIN_PROJECTION_ROUND_MS - (performance.now() - begun))
      } catch (error) {
        onErrorOfAll(error instanceof Error ? error : new Error(String(error)))
        waiting = new Set()
        await pause(FAILURE_BACK_OFF_MS)
        lookedAtAll = Number.NEGATIVE_INFINITY
      }
    }
    await inTurn.close()
    await listener.close()
  }

  const inTurn = openRoundRobin(takePage, wakeIfAsked, onError)
  const listener = listenForAppends(databaseUrl, hint, onErrorOfAll)
  const done = run()
  return {
    close() {
      closed = true
      wake()
      return done
    },
  }
}
