import { isPostgresUnavailable } from '@ledger/database/connection/postgres-availability.ts'
import { toError } from '@ledger/database/process/to-error.ts'
import type { PgBoss } from 'pg-boss'
import { throwAggregate } from './throw-aggregate.ts'

/** A pg-boss queue. */
export interface JobQueueSettings {
  name: string
  /**
   * How a job is handled whose key is queued already. `exclusive`: it is not queued while one waits or runs. `stately`:
   * it is not queued while one waits, and waits while one runs.
   */
  policy: 'exclusive' | 'stately'
  retryLimit: number
  expireInSeconds: number
}

/** The companies of a job, and the work for each of them. */
export interface CompanyJob<Data> {
  companies: (data: Data) => Promise<readonly string[]>
  /** Called for each job: a job that has expired may still run beside its retry. */
  begin: () => CompanyWork<Data>
}

/** The work of one job. */
export interface CompanyWork<Data> {
  run: (companyId: string, data: Data) => Promise<unknown>
  /** Releases what `run` keeps from one company to the next; called after the last company. */
  finish?: () => Promise<unknown>
}

/**
 * A job whose worker sends no heartbeat for this long is retried. A running worker sends a heartbeat twice in this
 * time.
 */
const JOB_HEARTBEAT_SECONDS = 60

/**
 * Creates a queue and processes its jobs one at a time, for one company after the other. A failure at one company does
 * not stop the others and is reported with its company, because the queue retries the whole job and reports nothing. An
 * expired job begins no further company: its retry does them.
 */
export async function processCompanyJobs<Data extends object>(
  boss: PgBoss,
  queue: JobQueueSettings,
  { companies, begin }: CompanyJob<Data>,
  onError: (error: Error, companyId: string | undefined) => void,
): Promise<void> {
  const { name, ...options } = queue
  // A queue keeps the policy that it was created with, so it is created again.
  const before = await boss.getQueue(name)
  if (before && before.policy !== queue.policy) await boss.deleteQueue(name)
  await boss.createQueue(name, { ...options, heartbeatSeconds: JOB_HEARTBEAT_SECONDS })
  await boss.work<Data>(name, async ([job]) => {
    if (!job) return
    const failed: Error[] = []
    const { run, finish } = begin()
    for (const companyId of await orReport(companies(job.data), onError)) {
      if (job.signal.aborted) break
      await run(companyId, job.data).catch((error) => {
        failed.push(toError(error))
        if (!isPostgresUnavailable(error)) onError(toError(error), companyId)
      })
    }
    await finish?.()
    // An unavailable database fails every company: it is reported once.
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
