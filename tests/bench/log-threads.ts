import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

export interface LogWork {
  databaseUrl: string
  companyId: string
  work: 'hash' | 'chain'
  stretches: { after: number; upTo: number }[]
}

const STRETCH = 25_000

/** The whole log in as many threads as there are cores, each every so manyth stretch. */
export async function inThreads(given: Omit<LogWork, 'stretches'>, events: number): Promise<void> {
  const threads = availableParallelism()
  const stretches = Array.from({ length: Math.ceil(events / STRETCH) }, (_, index) => ({
    after: index * STRETCH,
    upTo: Math.min(events, (index + 1) * STRETCH),
  }))
  const workers = Array.from({ length: threads }, (_, thread) => {
    const workerData: LogWork = { ...given, stretches: stretches.filter((_, index) => index % threads === thread) }
    return new Worker(new URL('./log-thread.ts', import.meta.url), { workerData, execArgv: [] })
  })
  await Promise.all(workers.map((worker) => once(worker, 'message')))
}
