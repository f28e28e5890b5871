import { openFairQueue } from '@ledger/database/concurrency/fair-queue.ts'
import type { PgBoss } from 'pg-boss'
import { findProjection, rebuildProjections } from '../rebuild/rebuild.ts'
import type { JobDependencies } from './job-dependencies.ts'
import { REBUILD_JOB } from './job-names.ts'
import { processCompanyJobs } from './process-company-jobs.ts'

type RebuildJobSettings = Pick<JobDependencies, 'db' | 'databaseUrl' | 'onError'>

/** Processes the rebuilds that head office asks for, one at a time, and saves the progress of each. */
export async function processRebuildJobs(boss: PgBoss, settings: RebuildJobSettings): Promise<void> {
  await processCompanyJobs<{ projection: string; companyId?: string }>(
    boss,
    { name: REBUILD_JOB, policy: 'exclusive', retryLimit: 1, expireInSeconds: 6 * 3600 },
    {
      // A job that an older version queued names no company: there was only one.
      companies: async ({ companyId }) => [companyId ?? (await readFirstCompanyId(settings))],
      begin: () => ({ run: (companyId, { projection }) => runRebuild(settings, companyId, projection) }),
    },
    settings.onError,
  )
}

async function readFirstCompanyId({ db }: RebuildJobSettings): Promise<string> {
  const first = await db.selectFrom('companies').select('company_id').orderBy('created_at').executeTakeFirstOrThrow()
  return first.company_id
}

/** The minimum time between two progress reports of a rebuild. */
const PROGRESS_INTERVAL_MS = 300

async function runRebuild(settings: RebuildJobSettings, companyId: string, name: string): Promise<void> {
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
