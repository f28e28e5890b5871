import type { BillBlobStores } from '@ledger/bills/blob-store.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { processCompanyJobs } from '@ledger/projections/jobs/company-job-queue.ts'
import { readLastVerificationsOfKind, saveVerification } from '@ledger/projections/verification/verification-store.ts'
import { CompiledQuery, type Kysely } from 'kysely'
import { PgBoss } from 'pg-boss'
import { type CheckpointFiles, readCheckpointNotes } from '../checkpoints/checkpoint-file.ts'
import { replayBalancesTo } from '../point-in-time/balances-at-moment.ts'
import { type VerificationReport, verifyLedger } from './verify-ledger.ts'

export const VERIFY_LEDGER_JOB = 'verify-ledger'
/** When nobody works, in Asia/Kolkata. */
const NIGHTLY_CRON = '30 2 * * *'
const DAY_MS = 24 * 3_600_000
/** A start has other things to do first. */
const DELAY_AFTER_START_SECONDS = 10

export interface VerifyAndSaveOptions {
  db: Kysely<Database>
  databaseUrl: string
  companyId: string
  publicKey: Buffer
  /** The signer's own memory, which the database cannot change. */
  files: CheckpointFiles
  bills?: BillBlobStores
  /** The alarm. */
  onBad: (report: object) => void
}

/** Whose verification a job is: of one, of those that were due at a moment, or of all. */
interface VerificationJobData {
  companyId?: string
  dueAt?: string
}

export interface ScheduledVerificationOptions {
  db: Kysely<Database>
  /** All of them, as they are now. */
  companies: () => Promise<readonly string[]>
  /** Verifies one of them and keeps the result (verifyAndSave). */
  verify: (companyId: string) => Promise<unknown>
  /** What failed for one company, or for all. */
  onError: (error: Error, companyId: string | undefined) => void
}

/**
 * Verifies everything of every company each night, one company after the other. A machine that was off at night verifies soon after its start (enqueueDueVerifications).
 */
export async function startScheduledVerification({
  db,
  companies,
  verify,
  onError,
}: ScheduledVerificationOptions): Promise<PgBoss> {
  const onErrorOfAll = (error: Error) => onError(error, undefined)
  const boss = new PgBoss({
    db: {
      executeSql: (text, values) =>
        db.connection().execute(async (one) => {
          try {
            return { rows: [...(await one.executeQuery(CompiledQuery.raw(text, values))).rows] }
          } catch (error) {
            // A script with a BEGIN of its own leaves its transaction behind, as when the worker makes the queue's tables too.
            await one.executeQuery(CompiledQuery.raw('ROLLBACK')).catch(onErrorOfAll)
            throw error
          }
        }),
    },
    schema: 'pgboss',
    createSchema: false,
  })
  boss.on('error', onErrorOfAll)
  await boss.start()
  const queue = { name: VERIFY_LEDGER_JOB, policy: 'stately', retryLimit: 2, expireInSeconds: 6 * 3600 } as const
  await processCompanyJobs<VerificationJobData>(
    boss,
    queue,
    {
      // One that an older version scheduled has no data.
      async companies(asked) {
        if (asked?.companyId !== undefined) return [asked.companyId]
        return asked?.dueAt === undefined ? companies() : findDueCompanies(db, await companies(), asked.dueAt)
      },
      run: verify,
    },
    onError,
  )
  await boss.schedule(VERIFY_LEDGER_JOB, NIGHTLY_CRON, {}, { tz: 'Asia/Kolkata' })
  return boss
}

/** Has those verified soon that are due now. However many they are it is one job: between two jobs the queue waits for seconds. */
export async function enqueueDueVerifications(boss: PgBoss): Promise<void> {
  const asked: VerificationJobData = { dueAt: new Date().toISOString() }
  await boss.send(VERIFY_LEDGER_JOB, asked, { startAfter: DELAY_AFTER_START_SECONDS, singletonKey: 'due' })
}

/** Those that were never verified, or not since a moment at which it was a day ago, or had found something wrong. */
async function findDueCompanies(db: Kysely<Database>, companies: readonly string[], now: string): Promise<string[]> {
  const last = await readLastVerificationsOfKind(db, 'ledger')
  return companies.filter((companyId) => {
    const { at, ok } = last.get(companyId) ?? { at: '', ok: false }
    return at < now && (!ok || Date.parse(now) - Date.parse(at) > DAY_MS)
  })
}

/** Verifies everything of a company now, with the signer's own memory, keeps the result, and raises the alarm where it is bad. */
export async function verifyAndSave({
  db,
  databaseUrl,
  companyId,
  publicKey,
  files,
  bills,
  onBad,
}: VerifyAndSaveOptions): Promise<VerificationReport> {
  const notes = readCheckpointNotes(companyId, files)
  const report = await verifyLedger({ db, databaseUrl, companyId, publicKey, notes, bills })
  await saveVerification(db, companyId, report)
  if (!report.ok) onBad(report)
  // Whoever asks for a moment waits for no replay from the first event: what it begins at is made where nobody waits.
  else await replayBalancesTo(db, companyId, report.head.position)
  return report
}
