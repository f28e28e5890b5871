import { listen } from './listen.ts'
import { type ProjectorSettings, takeOnePage } from './projector.ts'

/** How long an event waits at most when its notification is lost. The poll is the truth, the notification a hint. */
const POLL_MS = 200
/**
 * A lone event is taken at once; under load no two rounds begin sooner after each other than this: a round costs about the same for one
 * event as for fifty, and what it costs is taken from those who write.
 */
const SHORTEST_ROUND_MS = 10
/** After a failure (the database is away). */
const BACK_OFF_MS = 500

export interface FollowSettings extends ProjectorSettings {
  databaseUrl: string
  onError: (error: Error) => void
}

export interface Follower {
  /** Finishes the page under way and lets go. */
  close(): Promise<void>
}

/** Keeps the read models at the head of the log until it is closed. */
export function follow(settings: FollowSettings): Follower {
  let wake: () => void = () => undefined
  let woken = false
  let closed = false

  function hint(): void {
    woken = true
    wake()
  }

  function pause(ms: number): Promise<void> {
    if (woken || closed) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  function atLeast(ms: number): Promise<void> {
    return ms <= 0 || closed ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, ms))
  }

  async function run(): Promise<void> {
    while (!closed) {
      try {
        woken = false
        const begun = performance.now()
        const { taken, isFull } = await takeOnePage(settings)
        // Far behind: the next page is there.
        if (isFull && taken > 0) continue
        await pause(POLL_MS)
        await atLeast(SHORTEST_ROUND_MS - (performance.now() - begun))
      } catch (error) {
        settings.onError(error instanceof Error ? error : new Error(String(error)))
        woken = false
        await pause(BACK_OFF_MS)
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
