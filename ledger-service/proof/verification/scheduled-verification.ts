import type { BillBlobStores } from '@ledger/bills/blob-store.ts'
import { DAY_MS } from '@ledger/contracts/dates.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { VERIFY_LEDGER_JOB } from '@ledger/projections/jobs/job-names.ts'
import { processCompanyJobs } from '@ledger/projections/jobs/process-company-jobs.ts'
import { readLastVerificationsOfKind, saveVerification } from '@ledger/projections/verification/verification-store.ts'
import { CompiledQuery, type Kysely } from 'kysely'
import { PgBoss } from 'pg-boss'
import { type CheckpointFiles, readCheckpointNotes } from '../checkpoints/checkpoint-file.ts'
import { replayBalancesTo } from '../point-in-time/balances-as-of.ts'
import { type VerificationReport, verifyLedger } from './verify-ledger.ts'

/** At night, when the load is low, in Asia/Kolkata. */
const NIGHTLY_CRON = '30 2 * * *'
/** A start has more urgent work. */
const DELAY_AFTER_START_SECONDS = 10

export interface VerifyAndSaveOptions {
  db: Kysely<Database>
  databaseUrl: string
  companyId: string
  publicKey: Buffer
  /** The signer's own files, which the database cannot change. */
  files: CheckpointFiles
  bills?: BillBlobStores
  /** True where the worker compares the read models instead (due-comparisons.ts). */
  withoutReadModels?: boolean
  /** Raises the alarm. */
  onBad: (report: object) => void
}

/** The companies of a job: one company, those that were due at a moment, or all. */
interface VerificationJobData {
  companyId?: string
  dueAt?: string
}

export interface ScheduledVerificationOptions {
  db: Kysely<Database>
  /** Returns the current companies. */
  companies: () => Promise<readonly string[]>
  /** Verifies one company and stores the result (verifyAndSave); `isAsked` where a person requests it. */
  verify: (companyId: string, isAsked: boolean) => Promise<unknown>
  /** Called with an error of one company, or of all. */
  onError: (error: Error, companyId: string | undefined) => void
}

/**
 * Verifies the ledger of every company each night, one company after the other. A machine that was off at night
 * verifies soon after its start (enqueueDueVerifications).
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
            // A script with its own BEGIN leaves its transaction open after an error, for example when the worker also
            // creates the queue's tables.
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
      // A job that an older version scheduled has no data.
      async companies(asked) {
        if (asked?.companyId !== undefined) return [asked.companyId]
        return asked?.dueAt === undefined ? companies() : findDueCompanies(db, await companies(), asked.dueAt)
      },
      begin: () => ({ run: (companyId, asked) => verify(companyId, asked?.companyId !== undefined) }),
    },
    onError,
  )
  await boss.schedule(VERIFY_LEDGER_JOB, NIGHTLY_CRON, {}, { tz: 'Asia/Kolkata' })
  return boss
}

/**
 * Schedules a verification of all companies that are due now. It is one job for all of them, because the queue waits
 * for seconds between two jobs.
 */
export async function enqueueDueVerifications(boss: PgBoss): Promise<void> {
  const asked: VerificationJobData = { dueAt: new Date().toISOString() }
  await boss.send(VERIFY_LEDGER_JOB, asked, { startAfter: DELAY_AFTER_START_SECONDS, singletonKey: 'due' })
}

/**
 * Returns the companies that were never verified, or whose last verification before `now` is more than a day old or
 * found a problem.
 */
async function findDueCompanies(db: Kysely<Database>, companies: readonly string[], now: string): Promise<string[]> {
  const last = await readLastVerificationsOfKind(db, 'ledger')
  return companies.filter((companyId) => {
    const { at, ok } = last.get(companyId) ?? { at: '', ok: false }
    return at < now && (!ok || Date.parse(now) - Date.parse(at) > DAY_MS)
  })
}

/**
 * Verifies everything of a company now, with the signer's own files, stores the result, and raises the alarm if it is
 * bad.
 */
export async function verifyAndSave({
  db,
  databaseUrl,
  companyId,
  publicKey,
  files,
  bills,
  withoutReadModels = false,
  onBad,
}: VerifyAndSaveOptions): Promise<VerificationReport> {
  const notes = readCheckpointNotes(companyId, files)
  const report = await verifyLedger({ db, databaseUrl, companyId, publicKey, notes, bills, withoutReadModels })
  await saveVerification(db, companyId, report)
  if (!report.ok) onBad(report)
  // Prepares the snapshot of balances, so that a later request for a moment need not replay from the first event.
  else await replayBalancesTo(db, companyId, report.head.position)
  return report
}
