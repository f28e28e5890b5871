import { VERIFY_JOB } from '@ledger/projections/jobs.ts'
import { keptVerifications, type Verified } from '@ledger/projections/verifications.ts'
import type { FastifyInstance } from 'fastify'
import { readAlarms } from '../proof/alarms.ts'
import { NIGHTLY_JOB } from '../proof/nightly.ts'
import { verifierKeyOf } from '../proof/prove.ts'
import type { VerificationReport } from '../proof/verify.ts'
import type { JobQueue } from './job-queue.ts'
import { joined } from './joined.ts'
import { answerLong } from './progress.ts'
import { routes } from './route.ts'
import type { Service } from './service.ts'
import type { Streams } from './stream.ts'

/** The number of listed verifications of each kind. */
const SHOWN = 50
/** The periodic job of each kind, which stores its result. */
const JOBS: Record<Verified, string> = { ledger: NIGHTLY_JOB, read_models: VERIFY_JOB }

/** Registers the verification on request, the results of the periodic verifications, and the alarms. */
export function registerVerifications(app: FastifyInstance, service: Service, queue: JobQueue, streams: Streams): void {
  const route = routes(app, service)
  const { officeDb: db, companyId, clock } = service

  /** Runs one verification at a time: ten clicks share one. */
  const verify = joined<object, VerificationReport>(async (onProgress, signal) => {
    const key = await verifierKeyOf(db, companyId)
    // `<name>+<hash>+<base64>`: base64 has plus signs of its own.
    const publicKey =
      key === undefined ? undefined : Buffer.from(key.split('+').slice(2).join('+'), 'base64').subarray(1)
    const report = await service.reports.verifications.run('verify', { publicKey }, { signal, onProgress })
    // The user gets the report even if the job that raises the alarm cannot be enqueued.
    await haveItKept(report).catch((error: Error) => app.log.error({ reason: error.message }, 'queue'))
    return report
  })

  route('auditVerify', ({ request, reply }) => answerLong({ request, reply }, streams, verify))

  /**
   * Requests the periodic job where the result differs from the stored one, so that it raises or ends the alarm. That
   * job verifies once more and stores the result: the signer knows more than the database contains.
   */
  async function haveItKept(report: VerificationReport): Promise<void> {
    const models = Object.values(report.projections)
    const found: Record<Verified, boolean> = {
      ledger: report.ok,
      read_models: models.every((result) => result !== 'different'),
    }
    const last = await keptVerifications(db, companyId, 1)
    for (const what of ['ledger', 'read_models'] as const) {
      const wasOk = last.find((kept) => kept.what === what)?.ok ?? true
      if (found[what] !== wasOk) await queue.ask(JOBS[what], companyId, { companyId })
    }
  }

  route('auditVerifications', () => keptVerifications(db, companyId, SHOWN))
  route('auditAlarms', () => readAlarms(db, companyId, clock()))
}
