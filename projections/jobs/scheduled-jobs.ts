import { deleteUnusedUploads } from '@ledger/bills/delete-unused-and-erased-bills.ts'
import { openBlobStores } from '@ledger/bills/open-blob-stores.ts'
import { PgBoss } from 'pg-boss'
import { findDueComparisons } from '../verification/due-comparisons.ts'
import { MultiCompanyComparer } from '../verification/multi-company-comparer.ts'
import { saveVerification } from '../verification/verification-store.ts'
import type { JobDependencies } from './job-dependencies.ts'
import { VERIFY_READ_MODELS_JOB } from './job-names.ts'
import { type CompanyJob, processCompanyJobs } from './process-company-jobs.ts'
import { processRebuildJobs } from './rebuild-jobs.ts'
import { deleteExpiredRows } from './retention.ts'

/**
 * The periodic jobs, each for every company. Projecting events is not a job, because a queue does not preserve their
 * order.
 */
const SCHEDULED_JOBS = {
  // Runs each hour, so that a machine that was off at night does not wait for the next one.
  [VERIFY_READ_MODELS_JOB]: { cron: '15 * * * *', jobOf: comparisonJob },
  'clear-away': { cron: '40 * * * *', jobOf: retentionJob },
} as const

/** A periodic job: its companies where no request names one, and the work for each of them. */
type ScheduledJob = Pick<CompanyJob<object>, 'begin'> & { due: () => Promise<readonly string[]> }

/** Starts the queue: the periodic jobs, and the rebuilds that head office asks for. The caller stops it. */
export async function startScheduledJobs(settings: JobDependencies): Promise<PgBoss> {
  const { pool, onError } = settings
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: 'pgboss',
    createSchema: false,
  })
  boss.on('error', (error) => onError(error, undefined))
  await boss.start()
  for (const [name, { cron, jobOf }] of Object.entries(SCHEDULED_JOBS)) {
    const { due, begin } = jobOf(settings)
    await processCompanyJobs<{ companyId?: string }>(
      boss,
      { name, policy: 'stately', retryLimit: 2, expireInSeconds: 3600 },
      {
        // A job that an older version scheduled has no data.
        companies: async (asked) => (asked?.companyId === undefined ? due() : [asked.companyId]),
        begin,
      },
      onError,
    )
    await boss.schedule(name, cron, {}, { tz: 'Asia/Kolkata' })
  }
  await processRebuildJobs(boss, settings)
  return boss
}

async function readCompanyIds({ db }: JobDependencies): Promise<string[]> {
  const rows = await db.selectFrom('companies').select('company_id').orderBy('created_at').execute()
  return rows.map(({ company_id }) => company_id)
}

function retentionJob(settings: JobDependencies): ScheduledJob {
  const { db, billsS3 } = settings
  async function run(companyId: string): Promise<void> {
    await deleteExpiredRows(db, companyId)
    const billContents = await openBlobStores(companyId, billsS3)
    try {
      await deleteUnusedUploads(db, companyId, billContents)
    } finally {
      billContents.close()
    }
  }
  return { due: () => readCompanyIds(settings), begin: () => ({ run }) }
}

function comparisonJob({ db, databaseUrl, onDifferent, onError }: JobDependencies): ScheduledJob {
  return {
    due: () => findDueComparisons(db, Date.now()),
    begin() {
      const comparison = new MultiCompanyComparer(databaseUrl, (error) => onError(error, undefined))
      return {
        async run(companyId) {
          const verification = await comparison.compare(companyId)
          await saveVerification(db, companyId, verification)
          if (!verification.ok) onDifferent(verification, companyId)
        },
        finish: () => comparison.close(),
      }
    },
  }
}
