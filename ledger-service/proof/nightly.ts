import type { BillContents } from '@ledger/bills/contents.ts'
import type { Database } from '@ledger/database/tables.ts'
import { keepVerification, lastOf } from '@ledger/projections/verifications.ts'
import { workOn } from '@ledger/projections/work-queue.ts'
import { CompiledQuery, type Kysely } from 'kysely'
import { PgBoss } from 'pg-boss'
import { foldTo } from './as-of.ts'
import { notesOf, type SignersFiles } from './signers-files.ts'
import { type VerificationReport, verifyLedger } from './verify.ts'

export const NIGHTLY_JOB = 'verify-ledger'
/** When nobody works, in Asia/Kolkata. */
const AT = '30 2 * * *'
const DAY_MS = 24 * 3_600_000
/** A start has other things to do first. */
const AFTER_START_SECONDS = 10

export interface Verifying {
  db: Kysely<Database>
  databaseUrl: string
  companyId: string
  publicKey: Buffer
  /** The signer's own memory, which the database cannot change. */
  files: SignersFiles
  bills?: BillContents
  /** The alarm. */
  onBad: (report: object) => void
}

/** Whose verification a job is: of one, of those that were due at a moment, or of all. */
interface Asked {
  companyId?: string
  dueAt?: string
}

export interface Nightly {
  db: Kysely<Database>
  /** All of them, as they are now. */
  companies: () => Promise<readonly string[]>
  /** Verifies one of them and keeps the result (verifyAndKeep). */
  verify: (companyId: string) => Promise<unknown>
  /** What failed for one company, or for all. */
  onError: (error: Error, companyId: string | undefined) => void
}

/**
 * Verifies everything of every company each night, one company after the other. A machine that was off at night verifies soon after its start (verifySoon).
 */
export async function startNightly({ db, companies, verify, onError }: Nightly): Promise<PgBoss> {
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
  const queue = { name: NIGHTLY_JOB, policy: 'stately', retryLimit: 2, expireInSeconds: 6 * 3600 } as const
  await workOn<Asked>(
    boss,
    queue,
    {
      // One that an older version scheduled has no data.
      async companies(asked) {
        if (asked?.companyId !== undefined) return [asked.companyId]
        return asked?.dueAt === undefined ? companies() : due(db, await companies(), asked.dueAt)
      },
      run: verify,
    },
    onError,
  )
  await boss.schedule(NIGHTLY_JOB, AT, {}, { tz: 'Asia/Kolkata' })
  return boss
}

/** Has those verified soon that are due now. However many they are it is one job: between two jobs the queue waits for seconds. */
export async function verifySoon(boss: PgBoss): Promise<void> {
  const asked: Asked = { dueAt: new Date().toISOString() }
  await boss.send(NIGHTLY_JOB, asked, { startAfter: AFTER_START_SECONDS, singletonKey: 'due' })
}

/** Those that were never verified, or not since a moment at which it was a day ago, or had found something wrong. */
async function due(db: Kysely<Database>, companies: readonly string[], now: string): Promise<string[]> {
  const last = await lastOf(db, 'ledger')
  return companies.filter((companyId) => {
    const { at, ok } = last.get(companyId) ?? { at: '', ok: false }
    return at < now && (!ok || Date.parse(now) - Date.parse(at) > DAY_MS)
  })
}

/** Verifies everything of a company now, with the signer's own memory, keeps the result, and raises the alarm where it is bad. */
export async function verifyAndKeep({
  db,
  databaseUrl,
  companyId,
  publicKey,
  files,
  bills,
  onBad,
}: Verifying): Promise<VerificationReport> {
  const notes = notesOf(companyId, files)
  const report = await verifyLedger({ db, databaseUrl, companyId, publicKey, notes, bills })
  await keepVerification(db, companyId, report)
  if (!report.ok) onBad(report)
  // Whoever asks for a moment waits for no replay from the first event: what it begins at is made where nobody waits.
  else await foldTo(db, companyId, report.head.position)
  return report
}
