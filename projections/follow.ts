import { listen } from './listen.ts'
import { companiesWithNews } from './news.ts'
import { type ProjectorSettings, takeOnePage } from './projector.ts'
import { throwAll } from './throw-all.ts'

/**
 * How long an event waits at most when its notification is lost. The poll is the truth, the notification a hint. Where the look at all
 * companies takes long because they are many, it comes more rarely: so long that it is a hundredth of the time.
 */
const POLL_MS = 200
const POLL_SHARE = 100
/** One look that took long says that the database was busy, many do that there are many companies. */
const LONGER_BY_MS = 0.5
/**
 * A lone event is taken at once; under load no two rounds begin sooner after each other than this: a round costs about the same for one
 * event as for fifty, and what it costs is taken from those who write.
 */
const SHORTEST_ROUND_MS = 10
/** After a failure (the database is away). */
const BACK_OFF_MS = 500

export interface FollowSettings extends Pick<ProjectorSettings, 'db' | 'projections'> {
  databaseUrl: string
  /** As of a projector's, and whose it is. */
  onStopped: (projection: string, position: number, error: Error, companyId: string) => void
  onError: (error: Error) => void
}

export interface Follower {
  /** Finishes the page under way and lets go. */
  close(): Promise<void>
}

/** Keeps the read models of every company at the head of its log until it is closed. */
export function follow(settings: FollowSettings): Follower {
  let wake: () => void = () => undefined
  /** Whose news to take: those that were announced, and those that are behind. */
  let waiting = new Set<string>()
  /** When all were looked at, by `performance.now()`; never, where they are to be looked at now. */
  let lookedAtAll = Number.NEGATIVE_INFINITY
  /** How long a look at all takes, and the time from one to the next. */
  let lookMs = 0
  let pollMs = POLL_MS
  let closed = false

  function hint(companyId: string | undefined): void {
    if (companyId === undefined) lookedAtAll = Number.NEGATIVE_INFINITY
    else waiting.add(companyId)
    wake()
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

  const isWoken = () => waiting.size > 0 || lookedAtAll === Number.NEGATIVE_INFINITY

  function atLeast(ms: number): Promise<void> {
    return ms <= 0 || closed ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, ms))
  }

  /** Whom to look at now: whoever waits, and each `pollMs` everybody, however many wait. @returns undefined for everybody */
  function whom(now: number): string[] | undefined {
    const asked = [...waiting]
    waiting = new Set()
    if (asked.length > 0 && now - lookedAtAll < pollMs) return asked
    lookedAtAll = now
    return undefined
  }

  /** A page of each company that has news, in turn: a busy one holds up no other for longer than a page. @returns whether more wait */
  async function round(among: string[] | undefined): Promise<boolean> {
    const { db, projections, onStopped } = settings
    const failed: unknown[] = []
    let isBehind = false
    const begun = performance.now()
    const news = await companiesWithNews(db, among)
    if (among === undefined) {
      lookMs = Math.min(performance.now() - begun, lookMs + LONGER_BY_MS)
      pollMs = Math.max(POLL_MS, POLL_SHARE * lookMs)
    }
    for (const [companyId, checkpoints] of news) {
      if (closed) break
      const of = {
        ...{ db, companyId, ...(projections && { projections }) },
        onStopped: (projection: string, position: number, error: Error) =>
          onStopped(projection, position, error, companyId),
      }
      try {
        const { taken, isFull } = await takeOnePage(of, checkpoints)
        if (!isFull || taken === 0) continue
        isBehind = true
        waiting.add(companyId)
      } catch (error) {
        // What keeps one from going on may be its own: the others do.
        failed.push(error)
      }
    }
    throwAll(failed)
    return isBehind
  }

  async function run(): Promise<void> {
    while (!closed) {
      try {
        const begun = performance.now()
        if (await round(whom(begun))) continue
        await pause(pollMs)
        await atLeast(SHORTEST_ROUND_MS - (performance.now() - begun))
      } catch (error) {
        settings.onError(error instanceof Error ? error : new Error(String(error)))
        waiting = new Set()
        await pause(BACK_OFF_MS)
        lookedAtAll = Number.NEGATIVE_INFINITY
      }
    }
    await listener.close()
  }

  const listener = listen(settings.databaseUrl, hint, settings.onError)
  const done = run()
  return {
    close() {
      closed = true
      wake()
      return done
    },
  }
}
