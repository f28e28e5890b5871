import { existsSync, readFileSync } from 'node:fs'
import type { Database } from '@ledger/migrations/tables.ts'
import { CompiledQuery, type Kysely } from 'kysely'
import { PgBoss } from 'pg-boss'
import { notesIn } from './checkpoint.ts'
import { verifyLedger } from './verify.ts'

const JOB = 'verify-ledger'
/** When nobody works, in Asia/Kolkata. */
const AT = '30 2 * * *'

interface Nightly {
  db: Kysely<Database>
  companyId: string
  publicKey: Buffer
  /** The signer's own memory, which the database cannot change. */
  file: string
  onError: (error: Error) => void
  /** The alarm. */
  onBad: (report: object) => void
}

/** Verifies everything each night and keeps the result, for the screen and for whoever is on call. */
export async function startNightly({ db, companyId, publicKey, file, onError, onBad }: Nightly): Promise<PgBoss> {
  const boss = new PgBoss({
    db: {
      executeSql: async (text, values) => ({
        rows: [...(await db.executeQuery(CompiledQuery.raw(text, values))).rows],
      }),
    },
    schema: 'pgboss',
    createSchema: false,
  })
  boss.on('error', onError)
  await boss.start()
  await boss.createQueue(JOB, { policy: 'singleton', retryLimit: 2, expireInSeconds: 6 * 3600 })
  await boss.work(JOB, async () => {
    const notes = existsSync(file) ? notesIn(readFileSync(file, 'utf8')) : []
    const report = await verifyLedger({ db, companyId, publicKey, notes })
    const kept = { company_id: companyId, ok: report.ok, report: JSON.stringify(report) }
    await db.insertInto('verifications').values(kept).execute()
    if (!report.ok) onBad(report)
  })
  await boss.schedule(JOB, AT, null, { tz: 'Asia/Kolkata' })
  return boss
}
