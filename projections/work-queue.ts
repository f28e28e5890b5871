import { isAway } from '@ledger/database/away.ts'
import type { PgBoss } from 'pg-boss'
import { throwAll } from './throw-all.ts'

/** A queue of jobs, as pg-boss keeps it. */
export interface WorkQueue {
  name: string
  /**
   * What becomes of a job that is asked for, under its key, while there is one: `exclusive`, it is that one, waiting or
   * running; `stately`, it is the one that waits, or waits itself for the one that runs.
   */
  policy: 'exclusive' | 'stately'
  retryLimit: number
  expireInSeconds: number
}

/** What is done for each of the companies that a job is of. */
export interface Work<Data> {
  companies: (data: Data) => Promise<readonly string[]>
  run: (companyId: string, data: Data) => Promise<unknown>
}

/** A worker that died is noticed after it, and its job tried again; one that works says so by itself, twice in it. */
const HEARTBEAT_SECONDS = 60

/**
 * Keeps a queue and works on it, one job at a time, for one company after the other. What fails for one keeps no other from its turn, and is told with
 * whose it is: the queue tries all of the job again and says nothing.
 */
export async function workOn<Data extends object>(
  boss: PgBoss,
  queue: WorkQueue,
  { companies, run }: Work<Data>,
  onError: (error: Error, companyId: string | undefined) => void,
): Promise<void> {
  const { name, ...options } = queue
  // A queue keeps the policy that it was made with.
  const before = await boss.getQueue(name)
  if (before && before.policy !== queue.policy) await boss.deleteQueue(name)
  await boss.createQueue(name, { ...options, heartbeatSeconds: HEARTBEAT_SECONDS })
  await boss.work<Data>(name, async ([job]) => {
    if (!job) return
    const failed: Error[] = []
    for (const companyId of await orTell(companies(job.data), onError))
      await run(companyId, job.data).catch((error) => {
        failed.push(errorOf(error))
        if (!isAway(error)) onError(errorOf(error), companyId)
      })
    // It is away for all of them, however many they are.
    const away = failed.find(isAway)
    if (away) onError(away, undefined)
    throwAll(failed)
  })
}

async function orTell<Result>(
  work: Promise<Result>,
  onError: (error: Error, companyId: undefined) => void,
): Promise<Result> {
  try {
    return await work
  } catch (error) {
    onError(errorOf(error), undefined)
    throw error
  }
}

const errorOf = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))
