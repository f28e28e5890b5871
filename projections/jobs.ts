import type { Database } from '@ledger/migrations/tables.ts'
import type { Kysely } from 'kysely'
import type { Pool } from 'pg'
import { PgBoss } from 'pg-boss'
import { projectionNamed, REBUILD_JOB, rebuild } from './rebuild.ts'
import { keepVerification } from './verifications.ts'
import { verifyReadModels } from './verify.ts'

/** What a client may still repeat with its key (api.md: at least 24 hours). */
const ANSWERS_KEPT_MS = 48 * 3_600_000

export interface JobSettings {
  pool: Pool
  databaseUrl: string
  db: Kysely<Database>
  companyId: string
  onError: (error: Error) => void
  /** A read model is not what the log says: the alarm. */
  onDifferent: (report: object) => void
}

/** The read models equal the fold of the log. */
export const VERIFY_JOB = 'verify-read-models'

/** What is periodic or heavy. The ordering of events is not a job: a queue would not keep it. */
const JOBS = {
  [VERIFY_JOB]: { cron: '15 * * * *', run: verifyNow },
  /** Answers kept for repeated keys, and sessions, are cleared away when nobody can use them any more. */
  'clear-away': { cron: '40 * * * *', run: clearAway },
} as const

export async function startJobs(settings: JobSettings): Promise<PgBoss> {
  const { pool, onError } = settings
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: 'pgboss',
    createSchema: false,
  })
  boss.on('error', onError)
  await boss.start()
  for (const [name, { cron, run }] of Object.entries(JOBS)) {
    await boss.createQueue(name, { policy: 'singleton', retryLimit: 2, expireInSeconds: 3600 })
    await boss.work(name, async () => run(settings))
    await boss.schedule(name, cron, null, { tz: 'Asia/Kolkata' })
  }
  await boss.createQueue(REBUILD_JOB, { policy: 'singleton', retryLimit: 1, expireInSeconds: 6 * 3600 })
  await boss.work<{ projection: string }>(
    REBUILD_JOB,
    async ([job]) => job && rebuildNow(settings, job.data.projection),
  )
  return boss
}

/** How often at most a rebuild says how far it is. */
const SAY_EVERY_MS = 300

async function rebuildNow({ db, databaseUrl, companyId, onError }: JobSettings, name: string): Promise<void> {
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

async function verifyNow({ db, companyId, onDifferent }: JobSettings): Promise<void> {
  const verification = await verifyReadModels(db, companyId)
  await keepVerification(db, companyId, verification)
  if (!verification.ok) onDifferent(verification)
}

async function clearAway({ db, companyId }: JobSettings): Promise<void> {
  const now = Date.now()
  await db
    .deleteFrom('answers')
    .where('company_id', '=', companyId)
    .where('answered_at', '<', new Date(now - ANSWERS_KEPT_MS).toISOString())
    .execute()
  await db
    .deleteFrom('tries')
    .where('last_at', '<', new Date(now - ANSWERS_KEPT_MS).toISOString())
    .execute()
  await db.deleteFrom('sessions').where('expires_at', '<', new Date(now).toISOString()).execute()
}
