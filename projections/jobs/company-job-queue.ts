import { isPostgresUnavailable } from '@ledger/database/connection/postgres-errors.ts'
import type { PgBoss } from 'pg-boss'
import { throwAggregate } from './throw-aggregate.ts'

/** A queue of jobs, as pg-boss keeps it. */
export interface JobQueueSettings {
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
export interface CompanyJob<Data> {
  companies: (data: Data) => Promise<readonly string[]>
  run: (companyId: string, data: Data) => Promise<unknown>
}

/** A worker that died is noticed after it, and its job tried again; one that works says so by itself, twice in it. */
const JOB_HEARTBEAT_SECONDS = 60

/**
 * Keeps a queue and works on it, one job at a time, for one company after the other. What fails for one keeps no other from its turn, and is told with
 * whose it is: the queue tries all of the job again and says nothing.
 */
export async function processCompanyJobs<Data extends object>(
  boss: PgBoss,
  queue: JobQueueSettings,
  { companies, run }: CompanyJob<Data>,
  onError: (error: Error, companyId: string | undefined) => void,
): Promise<void> {
  const { name, ...options } = queue
  // A queue keeps the policy that it was made with.
  const before = await boss.getQueue(name)
  if (before && before.policy !== queue.policy) await boss.deleteQueue(name)
  await boss.createQueue(name, { ...options, heartbeatSeconds: JOB_HEARTBEAT_SECONDS })
  await boss.work<Data>(name, async ([job]) => {
    if (!job) return
    const failed: Error[] = []
    for (const companyId of await orReport(companies(job.data), onError))
      await run(companyId, job.data).catch((error) => {
        failed.push(toError(error))
        if (!isPostgresUnavailable(error)) onError(toError(error), companyId)
      })
    // It is away for all of them, however many they are.
    const away = failed.find(isPostgresUnavailable)
    if (away) onError(away, undefined)
    throwAggregate(failed)
  })
}

async function orReport<Result>(
  work: Promise<Result>,
  onError: (error: Error, companyId: undefined) => void,
): Promise<Result> {
  try {
    return await work
  } catch (error) {
    onError(toError(error), undefined)
    throw error
  }
}

const toError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))
