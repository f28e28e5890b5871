import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

export interface LogReadTask {
  databaseUrl: string
  companyId: string
  work: 'hash' | 'chain'
}

/** A range of events of the log, or all rows of a read table; undefined after the last piece. */
export type LogPiece = { after: number; upTo: number } | { table: string } | undefined

const EVENTS_PER_PIECE = 25_000

/**
 * Reads the whole log, and the rows of read tables, in as many threads as there are cores: each thread takes the next
 * piece when it has finished one.
 */
export async function readLogInThreads(
  given: LogReadTask,
  events: number,
  tables: readonly { table: string }[] = [],
): Promise<void> {
  const stretches = Array.from({ length: Math.ceil(events / EVENTS_PER_PIECE) }, (_, index) => ({
    after: index * EVENTS_PER_PIECE,
    upTo: Math.min(events, (index + 1) * EVENTS_PER_PIECE),
  }))
  const pieces: LogPiece[] = [...tables, ...stretches]
  await Promise.all(
    Array.from({ length: Math.min(availableParallelism(), pieces.length) }, async () => {
      const worker = new Worker(new URL('./log-read-thread.ts', import.meta.url), { workerData: given, execArgv: [] })
      while (pieces.length > 0) {
        worker.postMessage(pieces.shift())
        await once(worker, 'message')
      }
      worker.postMessage(undefined)
      await once(worker, 'exit')
    }),
  )
}
