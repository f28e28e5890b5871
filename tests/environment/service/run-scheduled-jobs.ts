import { connectPool } from '@ledger/database/connection/connection-pool.ts'
import { startScheduledJobs } from '@ledger/projections/jobs/scheduled-jobs.ts'
import type { TestService } from './test-service.ts'

/** Runs the worker's periodic jobs beside a service until the returned function is called. */
export async function runScheduledJobs({ database, company: { db } }: TestService): Promise<() => Promise<void>> {
  const faults: string[] = []
  const onError = (error: Error) => faults.push(error.message)
  const pool = connectPool(database.url, { name: 'test jobs', max: 1, onError })
  const onDifferent = (report: object) => faults.push(JSON.stringify(report))
  const boss = await startScheduledJobs({
    pool,
    databaseUrl: database.url,
    db,
    billsS3: undefined,
    onError,
    onDifferent,
  })
  return async () => {
    await boss.stop({ graceful: true, timeout: 5000 })
    await pool.end()
    if (faults.length > 0) throw new Error(`The jobs had faults:\n${faults.join('\n')}`)
  }
}
