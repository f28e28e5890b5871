import { clearUploads } from '@ledger/bills/clear-away.ts'
import { openContents } from '@ledger/bills/contents.ts'
import type { S3Settings } from '@ledger/bills/settings.ts'
import type { Database } from '@ledger/database/tables.ts'
import type { Kysely } from 'kysely'
import type { Pool } from 'pg'
import { PgBoss } from 'pg-boss'
import { clearAway } from './clear-away.ts'
import { projectionNamed, REBUILD_JOB, rebuild } from './rebuild.ts'
import { keepVerification } from './verifications.ts'
import { verifyRecent } from './verify.ts'
import { workOn } from './work-queue.ts'

export interface JobSettings {
  pool: Pool
  databaseUrl: string
  db: Kysely<Database>
  /** Where bills are kept; undefined: in PostgreSQL. */
  billsS3: S3Settings | undefined
  /** What failed for one company, or for all. */
  onError: (error: Error, companyId: string | undefined) => void
  /** A read model of a company is not what its log says: the alarm. */
  onDifferent: (report: object, companyId: string) => void
}

/** The read models equal the fold of the log: what changed since the last time, and some of what is old. */
export const VERIFY_JOB = 'verify-read-models'

/** What is periodic or heavy, for every company. The ordering of events is not a job: a queue would not keep it. */
const JOBS = {
  [VERIFY_JOB]: { cron: '15 * * * *', run: verifyNow },
  'clear-away': { cron: '40 * * * *', run: clearAllAway },
} as const

export async function startJobs(settings: JobSettings): Promise<PgBoss> {
  const { pool, onError } = settings
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: 'pgboss',
    createSchema: false,
  })
  boss.on('error', (error) => onError(error, undefined))
  await boss.start()
  for (const [name, { cron, run }] of Object.entries(JOBS)) {
    await workOn<{ companyId?: string }>(
      boss,
      { name, policy: 'stately', retryLimit: 2, expireInSeconds: 3600 },
      {
        // One that an older version scheduled has no data.
        companies: async (asked) => (asked?.companyId === undefined ? companyIds(settings) : [asked.companyId]),
        run: (companyId) => run(settings, companyId),
      },
      onError,
    )
    await boss.schedule(name, cron, {}, { tz: 'Asia/Kolkata' })
  }
  await workOn<{ projection: string; companyId?: string }>(
    boss,
    { name: REBUILD_JOB, policy: 'exclusive', retryLimit: 1, expireInSeconds: 6 * 3600 },
    {
      // One that an older version asked for names no company: there was one.
      companies: async ({ companyId }) =>
        companyId === undefined ? (await companyIds(settings)).slice(0, 1) : [companyId],
      run: (companyId, { projection }) => rebuildNow(settings, companyId, projection),
    },
    onError,
  )
  return boss
}

async function companyIds({ db }: JobSettings): Promise<string[]> {
  const rows = await db.selectFrom('companies').select('company_id').orderBy('created_at').execute()
  return rows.map(({ company_id }) => company_id)
}

/** How often at most a rebuild says how far it is. */
const SAY_EVERY_MS = 300

async function rebuildNow(settings: JobSettings, companyId: string, name: string): Promise<void> {
  const { db, databaseUrl } = settings
  const onError = (error: Error) => settings.onError(error, companyId)
  const projection = projectionNamed(name)
  if (!projection) throw new Error(`There is no projection ${name}`)
  const say = (state: 'running' | 'done' | 'failed', events: number, of: number) => {
    const now = { state, events, of_events: of, changed_at: new Date().toISOString() }
    return db
      .updateTable('rebuilds')
      .set(now)
      .where('company_id', '=', companyId)
      .where('projection', '=', name)
      .execute()
  }
  let saidAt = 0
  let said: Promise<unknown> = Promise.resolve()
  const onProgress = ({ events, of }: { events: number; of: number }) => {
    if (Date.now() - saidAt < SAY_EVERY_MS) return
    saidAt = Date.now()
    said = said.then(() => say('running', events, of)).catch(onError)
  }
  try {
    const events = await rebuild({ databaseUrl, companyId, projections: [projection], onProgress, onError })
    // On another connection the word before might come after the last one, and stay.
    await said
    await say('done', events, events)
  } catch (error) {
    await said
    await say('failed', 0, 0)
    throw error
  }
}

async function clearAllAway({ db, billsS3 }: JobSettings, companyId: string): Promise<void> {
  await clearAway(db, companyId)
  const billContents = await openContents(companyId, billsS3)
  try {
    await clearUploads(db, companyId, billContents)
  } finally {
    billContents.close()
  }
}

async function verifyNow({ db, onDifferent }: JobSettings, companyId: string): Promise<void> {
  const verification = await verifyRecent(db, companyId)
  await keepVerification(db, companyId, verification)
  if (!verification.ok) onDifferent(verification, companyId)
}
