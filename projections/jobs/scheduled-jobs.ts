import { openBlobStores } from '@ledger/bills/open-blob-stores.ts'
import type { S3Settings } from '@ledger/bills/s3-settings.ts'
import { deleteUnusedUploads } from '@ledger/bills/upload-retention.ts'
import { openFairQueue } from '@ledger/database/concurrency/fair-queue.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely } from 'kysely'
import type { Pool } from 'pg'
import { PgBoss } from 'pg-boss'
import { findProjection, REBUILD_JOB, rebuildProjections } from '../rebuild/rebuild.ts'
import { findDueComparisons } from '../verification/due-comparisons.ts'
import { NightlyComparison } from '../verification/nightly-comparison.ts'
import { saveVerification } from '../verification/verification-store.ts'
import { type CompanyJob, processCompanyJobs } from './company-job-queue.ts'
import { deleteExpiredRows } from './retention.ts'

export interface JobSettings {
  pool: Pool
  databaseUrl: string
  db: Kysely<Database>
  /** The S3 storage of bills; undefined: bills are in PostgreSQL. */
  billsS3: S3Settings | undefined
  /** Called with each failure; the company is undefined where the failure concerns all of them. */
  onError: (error: Error, companyId: string | undefined) => void
  /** The alarm: called when a read model of a company differs from its log. */
  onDifferent: (report: object, companyId: string) => void
}

/** The job that compares the read models with the log: those of the companies that are due, or of one on request. */
export const VERIFY_READ_MODELS_JOB = 'verify-read-models'

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

export async function startScheduledJobs(settings: JobSettings): Promise<PgBoss> {
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
  await processCompanyJobs<{ projection: string; companyId?: string }>(
    boss,
    { name: REBUILD_JOB, policy: 'exclusive', retryLimit: 1, expireInSeconds: 6 * 3600 },
    {
      // A job that an older version queued names no company: there was only one.
      companies: async ({ companyId }) =>
        companyId === undefined ? (await readCompanyIds(settings)).slice(0, 1) : [companyId],
      begin: () => ({ run: (companyId, { projection }) => runRebuild(settings, companyId, projection) }),
    },
    onError,
  )
  return boss
}

async function readCompanyIds({ db }: JobSettings): Promise<string[]> {
  const rows = await db.selectFrom('companies').select('company_id').orderBy('created_at').execute()
  return rows.map(({ company_id }) => company_id)
}

/** The minimum time between two progress reports of a rebuild. */
const PROGRESS_INTERVAL_MS = 300

async function runRebuild(settings: JobSettings, companyId: string, name: string): Promise<void> {
  const { db, databaseUrl } = settings
  const onError = (error: Error) => settings.onError(error, companyId)
  const projection = findProjection(name)
  if (!projection) throw new Error(`There is no projection ${name}`)
  // On another connection a report could be written after the last one, and stay.
  const inOrder = openFairQueue(1)
  const say = (state: 'running' | 'done' | 'failed', events: number, of: number) =>
    inOrder.run(companyId, () =>
      db
        .updateTable('rebuilds')
        .set({ state, events, of_events: of, changed_at: new Date().toISOString() })
        .where('company_id', '=', companyId)
        .where('projection', '=', name)
        .execute(),
    )
  let saidAt = 0
  const onProgress = ({ events, of }: { events: number; of: number }) => {
    if (Date.now() - saidAt < PROGRESS_INTERVAL_MS) return
    saidAt = Date.now()
    say('running', events, of).catch(onError)
  }
  try {
    const events = await rebuildProjections({ databaseUrl, companyId, projections: [projection], onProgress, onError })
    await say('done', events, events)
  } catch (error) {
    await say('failed', 0, 0)
    throw error
  }
}

function retentionJob(settings: JobSettings): ScheduledJob {
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

function comparisonJob({ db, databaseUrl, onDifferent, onError }: JobSettings): ScheduledJob {
  return {
    due: () => findDueComparisons(db, Date.now()),
    begin() {
      const comparison = new NightlyComparison(databaseUrl, (error) => onError(error, undefined))
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
