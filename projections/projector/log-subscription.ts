import { isOnCitus } from '@ledger/database/connection/is-on-citus.ts'
import { toError } from '@ledger/database/process/to-error.ts'
import { listenForAppends } from '../log/notification-listener.ts'
import { PROJECTIONS } from '../read-models/all-projections.ts'
import { openRoundRobin } from './companies-in-turn.ts'
import { readCompaniesWithPendingEvents } from './companies-with-pending-events.ts'
import { type EventRange, groupIntoBatches, projectBatch, toBatchRange } from './multi-company-batch.ts'
import { rethrowDatabaseFault } from './poison-event-detection.ts'
import { type ProjectorSettings, projectOnePage } from './projector.ts'

/**
 * The longest delay of an event whose notification is lost. The poll finds every event; a notification only makes it
 * faster. Where a check of all companies takes long because they are many, the interval grows, so that the checks take
 * a hundredth of the time.
 */
const MIN_POLL_MS = 200
const POLL_INTERVAL_PER_CHECK = 100
/** A worker that is silent for longer is considered dead (worker-liveness.ts). */
const MAX_POLL_MS = 10_000
/** One slow check means that the database was busy, many slow checks that there are many companies. */
const MAX_CHECK_GROWTH_MS = 0.5
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
  let announced = new Set<string>()
  /** When all companies were checked, by `performance.now()`; -Infinity where they are to be checked now. */
  let lastFullCheckAt = Number.NEGATIVE_INFINITY
  /** How long a check of all companies takes, and the time from one check to the next. */
  let fullCheckMs = 0
  let fullCheckIntervalMs = MIN_POLL_MS
  let closed = false
  const onCommonError = (error: Error) => onError(error, undefined)

  function onAppend(companyId: string | undefined): void {
    if (companyId === undefined) lastFullCheckAt = Number.NEGATIVE_INFINITY
    else announced.add(companyId)
    wakeIfDue()
  }

  function wakeIfDue(): void {
    if (isCheckDue()) wake()
  }

  function pause(ms: number): Promise<void> {
    if (isCheckDue() || closed) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  const isCheckDue = () => announcedCompanies().length > 0 || lastFullCheckAt === Number.NEGATIVE_INFINITY

  /**
   * Returns the announced companies, without those that apply pages by themselves: these are checked when they have
   * finished.
   */
  const announcedCompanies = () => [...announced].filter((companyId) => !roundRobin.has(companyId))

  function waitAtLeast(ms: number): Promise<void> {
    return ms <= 0 || closed ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, ms))
  }

  /**
   * Returns the companies to check now: the announced ones, and all of them every `fullCheckIntervalMs`, however many
   * are announced.
   * @returns undefined for all companies
   */
  function companiesToCheck(now: number): string[] | undefined {
    const companies = announcedCompanies()
    for (const companyId of companies) announced.delete(companyId)
    if (companies.length > 0 && now - lastFullCheckAt < fullCheckIntervalMs) return companies
    lastFullCheckAt = now
    return undefined
  }

  /**
   * Applies new events: in batches for the companies with few, and page by page, at the same time, for those that are
   * far behind or have failed.
   */
  async function runRound(only: string[] | undefined): Promise<void> {
    const startedAt = performance.now()
    const behind = await readCompaniesWithPendingEvents(db, only)
    if (only === undefined) {
      fullCheckMs = Math.min(performance.now() - startedAt, fullCheckMs + MAX_CHECK_GROWTH_MS)
      fullCheckIntervalMs = Math.min(MAX_POLL_MS, Math.max(MIN_POLL_MS, POLL_INTERVAL_PER_CHECK * fullCheckMs))
    }
    // On Citus the companies are on several nodes, so they share no transaction.
    const mayShareTransaction = behind.size > 0 && !(await isOnCitus(db))
    const shortRanges: EventRange[] = []
    for (const [companyId, pending] of behind) {
      if (roundRobin.has(companyId)) continue
      const range = mayShareTransaction && toBatchRange(companyId, pending, projections)
      if (range) shortRanges.push(range)
      else roundRobin.add(companyId)
    }
    for (const group of groupIntoBatches(shortRanges)) {
      if (closed) return
      const projected = await projectGroup(group)
      for (const { companyId } of group) if (!projected.has(companyId)) roundRobin.add(companyId)
    }
  }

  async function projectGroup(group: EventRange[]): Promise<ReadonlySet<string>> {
    try {
      return await projectBatch(db, group)
    } catch (error) {
      await rethrowDatabaseFault(db, error)
      // Each company then applies its events by itself, which shows whose events are at fault.
      return new Set()
    }
  }

  async function projectPage(companyId: string): Promise<boolean> {
    const { applied, isFull } = await projectOnePage({
      ...{ db, companyId, projections },
      onStopped: (projection, position, error) => onStopped(projection, position, error, companyId),
    })
    return isFull && applied > 0
  }

  async function run(): Promise<void> {
    while (!closed) {
      try {
        const startedAt = performance.now()
        await runRound(companiesToCheck(startedAt))
        await pause(fullCheckIntervalMs)
        await waitAtLeast(MIN_PROJECTION_ROUND_MS - (performance.now() - startedAt))
      } catch (error) {
        onCommonError(toError(error))
        announced = new Set()
        await pause(FAILURE_BACK_OFF_MS)
        lastFullCheckAt = Number.NEGATIVE_INFINITY
      }
    }
    await roundRobin.close()
    await listener.close()
  }

  const roundRobin = openRoundRobin(projectPage, wakeIfDue, onError)
  const listener = listenForAppends(databaseUrl, onAppend, onCommonError)
  const done = run()
  return {
    close() {
      closed = true
      wake()
      return done
    },
  }
}
