import { existsSync, readFileSync } from 'node:fs'
import type { BillContents } from '@ledger/bills/contents.ts'
import type { Database } from '@ledger/database/tables.ts'
import { keepVerification, keptVerifications } from '@ledger/projections/verifications.ts'
import { workOn } from '@ledger/projections/work-queue.ts'
import { CompiledQuery, type Kysely } from 'kysely'
import { PgBoss } from 'pg-boss'
import { foldTo } from './as-of.ts'
import { notesIn } from './checkpoint.ts'
import { type VerificationReport, verifyLedger } from './verify.ts'

export const NIGHTLY_JOB = 'verify-ledger'
/** When nobody works, in Asia/Kolkata. */
const AT = '30 2 * * *'
const DAY_MS = 24 * 3_600_000
/** A start has other things to do first. */
const AFTER_START_SECONDS = 10

export interface Nightly {
  db: Kysely<Database>
  databaseUrl: string
  companyId: string
  publicKey: Buffer
  /** The signer's own memory, which the database cannot change. */
  file: string
  bills?: BillContents
  onError: (error: Error) => void
  /** The alarm. */
  onBad: (report: object) => void
}

/**
 * Verifies everything each night and keeps the result, for the screen and for whoever is on call. A machine that was off at
 * night, or that raised the alarm last time, does it soon after its start.
 */
export async function startNightly(nightly: Nightly): Promise<PgBoss> {
  const { db, companyId, onError } = nightly
  const boss = new PgBoss({
    db: {
      executeSql: (text, values) =>
        db.connection().execute(async (one) => {
          try {
            return { rows: [...(await one.executeQuery(CompiledQuery.raw(text, values))).rows] }
          } catch (error) {
            // A script with a BEGIN of its own leaves its transaction behind, as when the worker makes the queue's tables too.
            await one.executeQuery(CompiledQuery.raw('ROLLBACK')).catch(onError)
            throw error
          }
        }),
    },
    schema: 'pgboss',
    createSchema: false,
  })
  boss.on('error', onError)
  await boss.start()
  const queue = { name: NIGHTLY_JOB, policy: 'stately', retryLimit: 2, expireInSeconds: 6 * 3600 } as const
  await workOn(boss, queue, () => verifyAndKeep(nightly), onError)
  await boss.schedule(NIGHTLY_JOB, AT, null, { tz: 'Asia/Kolkata' })
  const last = (await keptVerifications(db, companyId, 1)).find(({ what }) => what === 'ledger')
  if (!last?.ok || Date.now() - Date.parse(last.verifiedAt) > DAY_MS) {
    await boss.send(NIGHTLY_JOB, {}, { startAfter: AFTER_START_SECONDS })
  }
  return boss
}

/** Verifies everything now, with the signer's own memory, keeps the result, and raises the alarm where it is bad. */
export async function verifyAndKeep({
  db,
  databaseUrl,
  companyId,
  publicKey,
  file,
  bills,
  onBad,
}: Nightly): Promise<VerificationReport> {
  const notes = existsSync(file) ? notesIn(readFileSync(file, 'utf8')) : []
  const report = await verifyLedger({ db, databaseUrl, companyId, publicKey, notes, bills })
  await keepVerification(db, companyId, report)
  if (!report.ok) onBad(report)
  // Whoever asks for a moment waits for no replay from the first event: what it begins at is made where nobody waits.
  else await foldTo(db, companyId, report.head.position)
  return report
}
