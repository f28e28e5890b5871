import { setTimeout as wait } from 'node:timers/promises'
import { CannotStart, DiskFull } from '../start-errors.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'

export type SupervisedPostgres = { first: EmbeddedPostgres; stop(limitMs: number): Promise<void> }

const restartsPerMinute = 5

/**
 * Starts the embedded PostgreSQL, and restarts it on the same port when it ends. While the disk is full it tries once a
 * second; after any other failure it restarts at most five times a minute, and then calls `giveUp` with the reason.
 */
export async function superviseEmbeddedPostgres(
  directory: string,
  signal: AbortSignal,
  say: (line: string) => void,
  giveUp: (sentence: string) => void,
): Promise<SupervisedPostgres> {
  // The API may take 5 s to answer accepted requests when the launcher is killed.
  const options = { directory, signal, outliveMs: 5000 }
  const first = await startEmbeddedPostgres(options)
  let current: EmbeddedPostgres | undefined = first
  let stopping = false
  const supervision = supervise()
  return {
    first,
    async stop(limitMs) {
      stopping = true
      await current?.stop('fast', limitMs)
      await supervision
    },
  }

  async function supervise(): Promise<void> {
    let deaths: number[] = []
    while (current) {
      await current.exited
      if (stopping) return
      deaths = [...deaths.filter((at) => Date.now() - at < 60_000), Date.now()]
      if (deaths.length > restartsPerMinute) return giveUp(`PostgreSQL ended ${deaths.length} times within a minute.`)
      say(`PostgreSQL ended; starting it again. Its log: ${first.logFile}`)
      current = await comeBack()
    }
  }

  async function comeBack(): Promise<EmbeddedPostgres | undefined> {
    for (let isReported = false; !stopping; await wait(1000)) {
      try {
        const again = await startEmbeddedPostgres(options)
        if (again.port === first.port) return again
        await again.stop()
        giveUp(`PostgreSQL cannot come back: its port ${first.port} was taken by another program.`)
        return undefined
      } catch (error) {
        if (!(error instanceof CannotStart)) throw error
        if (!(error instanceof DiskFull)) {
          giveUp(error.message)
          return undefined
        }
        if (!isReported)
          say(
            `The disk that holds ${first.folder} is full; PostgreSQL is tried again every second until there is room.`,
          )
        isReported = true
      }
    }
    return undefined
  }
}
