import { isOnCitus } from '@ledger/database/on-citus.ts'
import { openInTurn } from './in-turn.ts'
import { listen } from './listen.ts'
import { companiesWithNews } from './news.ts'
import { PROJECTIONS, type ProjectorSettings, takeOnePage } from './projector.ts'
import { unlessOfAll } from './take-page.ts'
import { fewOf, groupsOf, type Stretch, takeTogether } from './take-together.ts'

/**
 * How long an event waits at most when its notification is lost. The poll is the truth, the notification a hint. Where the look at all
 * companies takes long because they are many, it comes more rarely: so long that it is a hundredth of the time.
 */
const POLL_MS = 200
const POLL_SHARE = 100
/** Whoever says nothing for longer is taken for dead (sign-of-life.ts). */
const LONGEST_POLL_MS = 10_000
/** One look that took long says that the database was busy, many do that there are many companies. */
const LONGER_BY_MS = 0.5
/**
 * A lone event is taken at once; under load no two rounds begin sooner after each other than this: a round costs about the same for one
 * event as for fifty, and what it costs is taken from those who write. Where both processors are busy a round takes longer by itself.
 */
const SHORTEST_ROUND_MS = 5
/** After a failure (the database is away). */
const BACK_OFF_MS = 500

export interface FollowSettings extends Pick<ProjectorSettings, 'db' | 'projections'> {
  databaseUrl: string
  /** As of a projector's, and whose it is. */
  onStopped: (projection: string, position: number, error: Error, companyId: string) => void
  /** What failed for one company, or for all. */
  onError: (error: Error, companyId: string | undefined) => void
}

export interface Follower {
  /** Finishes the page under way and lets go. */
  close(): Promise<void>
}

/** Keeps the read models of every company at the head of its log until it is closed. */
export function follow({ databaseUrl, db, projections = PROJECTIONS, onStopped, onError }: FollowSettings): Follower {
  let wake: () => void = () => undefined
  /** Whose news to take, because they were announced. */
  let waiting = new Set<string>()
  /** When all were looked at, by `performance.now()`; never, where they are to be looked at now. */
  let lookedAtAll = Number.NEGATIVE_INFINITY
  /** How long a look at all takes, and the time from one to the next. */
  let lookMs = 0
  let pollMs = POLL_MS
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
    const all = await companiesWithNews(db, among)
    if (among === undefined) {
      lookMs = Math.min(performance.now() - begun, lookMs + LONGER_BY_MS)
      pollMs = Math.min(LONGEST_POLL_MS, Math.max(POLL_MS, POLL_SHARE * lookMs))
    }
    // There companies are on several nodes.
    const mayJoin = all.size > 0 && !(await isOnCitus(db))
    const few: Stretch[] = []
    for (const [companyId, news] of all) {
      if (inTurn.has(companyId)) continue
      const stretch = mayJoin && fewOf(companyId, news, projections)
      if (stretch) few.push(stretch)
      else inTurn.add(companyId)
    }
    for (const group of groupsOf(few)) {
      if (closed) return
      const taken = await takeThese(group)
      for (const { companyId } of group) if (!taken.has(companyId)) inTurn.add(companyId)
    }
  }

  async function takeThese(group: Stretch[]): Promise<ReadonlySet<string>> {
    try {
      return await takeTogether(db, group)
    } catch (error) {
      await unlessOfAll(db, error)
      // Whose fault it is, each finds out by itself.
      return new Set()
    }
  }

  async function takePage(companyId: string): Promise<boolean> {
    const { taken, isFull } = await takeOnePage({
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
        await atLeast(SHORTEST_ROUND_MS - (performance.now() - begun))
      } catch (error) {
        onErrorOfAll(error instanceof Error ? error : new Error(String(error)))
        waiting = new Set()
        await pause(BACK_OFF_MS)
        lookedAtAll = Number.NEGATIVE_INFINITY
      }
    }
    await inTurn.close()
    await listener.close()
  }

  const inTurn = openInTurn(takePage, wakeIfAsked, onError)
  const listener = listen(databaseUrl, hint, onErrorOfAll)
  const done = run()
  return {
    close() {
      closed = true
      wake()
      return done
    },
  }
}
