import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Slice } from '@ledger/projections/live-rows.ts'

export interface LogWork {
  databaseUrl: string
  companyId: string
  work: 'hash' | 'chain'
}

/** A range of events of the log, or all rows of a read table; undefined after the last piece. */
export type Piece = { after: number; upTo: number } | Slice | undefined

const STRETCH = 25_000

/**
 * Reads the whole log, and the rows of read tables, in as many threads as there are cores: each thread takes the next
 * piece when it has finished one.
 */
export async function inThreads(given: LogWork, events: number, tables: readonly Slice[] = []): Promise<void> {
  const stretches = Array.from({ length: Math.ceil(events / STRETCH) }, (_, index) => ({
    after: index * STRETCH,
    upTo: Math.min(events, (index + 1) * STRETCH),
  }))
  const pieces: Piece[] = [...tables, ...stretches]
  await Promise.all(
    Array.from({ length: Math.min(availableParallelism(), pieces.length) }, async () => {
      const worker = new Worker(new URL('./log-thread.ts', import.meta.url), { workerData: given, execArgv: [] })
      while (pieces.length > 0) {
        worker.postMessage(pieces.shift())
        await once(worker, 'message')
      }
      worker.postMessage(undefined)
      await once(worker, 'exit')
    }),
  )
}
