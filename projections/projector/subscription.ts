import { isOnCitus } from '@ledger/database/connection/citus.ts'
import { listenForAppends } from '../notifications/notification-listener.ts'
import { rethrowDatabaseFault } from './apply-page.ts'
import { type EventRange, groupIntoBatches, projectBatch, toBatchRange } from './multi-company-batch.ts'
import { readCompaniesWithPendingEvents } from './pending-events.ts'
import { PROJECTIONS, type ProjectorSettings, projectOnePage } from './projector.ts'
import { openRoundRobin } from './round-robin.ts'

/**
 * How long an event waits at most when its notification is lost. The poll is the truth, the notification a hint. Where the look at all
 * companies takes long because they are many, it comes more rarely: so long that it is a hundredth of the time.
 */
const MIN_POLL_MS = 200
const POLL_INTERVAL_PER_LOOK = 100
/** Whoever says nothing for longer is taken for dead (worker-liveness.ts). */
const MAX_POLL_MS = 10_000
/** One look that took long says that the database was busy, many do that there are many companies. */
const MAX_LOOK_GROWTH_MS = 0.5
/**
 * A lone event is taken at once; under load no two rounds begin sooner after each other than this: a round costs about the same for one
 * event as for fifty, and what it costs is taken from those who write. Where both processors are busy a round takes longer by itself.
 */
const MIN_PROJECTION_ROUND_MS = 5
/** After a failure (the database is away). */
const FAILURE_BACK_OFF_MS = 500

export interface LogSubscriptionSettings extends Pick<ProjectorSettings, 'db' | 'projections'> {
  databaseUrl: string
  /** As of a projector's, and whose it is. */
  onStopped: (projection: string, position: number, error: Error, companyId: string) => void
  /** What failed for one company, or for all. */
  onError: (error: Error, companyId: string | undefined) => void
}

export interface LogSubscription {
  /** Finishes the page under way and lets go. */
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
  /** Whose news to take, because they were announced. */
  let waiting = new Set<string>()
  /** When all were looked at, by `performance.now()`; never, where they are to be looked at now. */
  let lookedAtAll = Number.NEGATIVE_INFINITY
  /** How long a look at all takes, and the time from one to the next. */
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

  /** Whoever takes pages by itself is looked at when it has done so. */
  const asking = () => [...waiting].filter((companyId) => !inTurn.has(companyId))

  function atLeast(ms: number): Promise<void> {
    return ms <= 0 || closed ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, ms))
  }

  /** Whom to look at now: whoever waits, and each `pollMs` everybody, however many wait. @returns undefined for everybody */
  function whom(now: number): string[] | undefined {
    const asked = asking()
    for (const companyId of asked) waiting.delete(companyId)
    if (asked.length > 0 && now - lookedAtAll < pollMs) return asked
    lookedAtAll = now
    return undefined
  }

  /** What is new, of all together that have little; those that are far behind, or not well, take pages by themselves meanwhile. */
  async function round(among: string[] | undefined): Promise<void> {
    const begun = performance.now()
    const all = await readCompaniesWithPendingEvents(db, among)
    if (among === undefined) {
      lookMs = Math.min(performance.now() - begun, lookMs + MAX_LOOK_GROWTH_MS)
      pollMs = Math.min(MAX_POLL_MS, Math.max(MIN_POLL_MS, POLL_INTERVAL_PER_LOOK * lookMs))
    }
    // There companies are on several nodes.
    const mayJoin = all.size > 0 && !(await isOnCitus(db))
    const few: EventRange[] = []
    for (const [companyId, news] of all) {
      if (inTurn.has(companyId)) continue
      const stretch = mayJoin && toBatchRange(companyId, news, projections)
      if (stretch) few.push(stretch)
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
      // Whose fault it is, each finds out by itself.
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
