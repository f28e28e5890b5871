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

/** A worker that died is noticed after it, and its job tried again; one that works says so by itself, twice in it. */
const HEARTBEAT_SECONDS = 60

/** Keeps a queue and works on it, one job at a time. A job that fails is told: the queue tries it again and says nothing. */
export async function workOn<Data extends object>(
  boss: PgBoss,
  queue: WorkQueue,
  work: (data: Data) => Promise<unknown>,
  onError: (error: Error) => void,
): Promise<void> {
  const { name, ...options } = queue
  // A queue keeps the policy that it was made with.
  const before = await boss.getQueue(name)
  if (before && before.policy !== queue.policy) await boss.deleteQueue(name)
  await boss.createQueue(name, { ...options, heartbeatSeconds: HEARTBEAT_SECONDS })
  await boss.work<Data>(name, async ([job]) => {
    if (!job) return
    try {
      await work(job.data)
    } catch (error) {
      onError(error instanceof Error ? error : new Error(String(error)))
      throw error
    }
  })
}

/** Does something for one company after the other. What fails for one keeps no other from its turn, and is told: the queue tries all of it again. */
export async function forEach(
  companies: readonly string[],
  work: (companyId: string) => Promise<unknown>,
): Promise<void> {
  const failed: unknown[] = []
  for (const companyId of companies) await work(companyId).catch((error) => failed.push(error))
  throwAll(failed)
}
