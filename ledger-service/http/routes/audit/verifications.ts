import { VERIFY_LEDGER_JOB, VERIFY_READ_MODELS_JOB } from '@ledger/projections/jobs/job-names.ts'
import { readRecentVerifications, type VerificationKind } from '@ledger/projections/verification/verification-store.ts'
import type { FastifyInstance } from 'fastify'
import type { JobEnqueuer } from '../../../jobs/job-enqueuer.ts'
import { readVerifierKey } from '../../../proof/merkle/merkle-prover.ts'
import { readVerificationAlarms } from '../../../proof/verification/verification-alarms.ts'
import type { VerificationReport } from '../../../proof/verification/verify-ledger.ts'
import { cachePerCompany } from '../../cache-per-company.ts'
import type { CompanyContext } from '../../company-context.ts'
import { routeDefiner } from '../../define-route.ts'
import { singleFlight } from '../../single-flight.ts'
import { answerWithProgress } from '../../streams/long-running-response.ts'

/** The number of listed verifications of each kind. */
const MAX_VERIFICATIONS_SHOWN = 50
/** The periodic job of each kind, which stores its result. */
const VERIFICATION_JOBS: Record<VerificationKind, string> = {
  ledger: VERIFY_LEDGER_JOB,
  read_models: VERIFY_READ_MODELS_JOB,
}

/** Registers the verification on request, the results of the periodic verifications, and the alarms. */
export function registerVerificationRoutes(app: FastifyInstance, queue: JobEnqueuer): void {
  const route = routeDefiner(app)

  /** Runs one verification of a company at a time: ten clicks share one. */
  const verifierOf = cachePerCompany((company) =>
    singleFlight<object, VerificationReport>(async (onProgress, signal) => {
      const key = await readVerifierKey(company.officeDb, company.companyId)
      // `<name>+<hash>+<base64>`: base64 has plus signs of its own.
      const publicKey =
        key === undefined ? undefined : Buffer.from(key.split('+').slice(2).join('+'), 'base64').subarray(1)
      const report = await company.jobPools.verifications.run('verify', { publicKey }, { signal, onProgress })
      // The user gets the report even if the job that raises the alarm cannot be enqueued.
      await requestSave(company, report).catch((error: Error) =>
        app.log.error({ companyId: company.companyId, reason: error.message }, 'queue'),
      )
      return report
    }),
  )

  route('auditVerify', ({ company, request, reply }) =>
    answerWithProgress({ request, reply }, company.streams, verifierOf(company)),
  )

  /**
   * Requests the periodic job where the result differs from the stored one, so that it raises or ends the alarm. That
   * job verifies once more and stores the result: the signer knows more than the database contains.
   */
  async function requestSave({ officeDb, companyId }: CompanyContext, report: VerificationReport): Promise<void> {
    const models = Object.values(report.projections)
    const found: Record<VerificationKind, boolean> = {
      ledger: report.ok,
      read_models: models.every((result) => result !== 'different'),
    }
    const last = await readRecentVerifications(officeDb, companyId, 1)
    for (const what of ['ledger', 'read_models'] as const) {
      const wasOk = last.find((result) => result.what === what)?.ok ?? true
      if (found[what] !== wasOk) await queue.enqueue(VERIFICATION_JOBS[what], companyId, { companyId })
    }
  }

  route('auditVerifications', ({ company: { officeDb, companyId } }) =>
    readRecentVerifications(officeDb, companyId, MAX_VERIFICATIONS_SHOWN),
  )
  route('auditAlarms', ({ company: { officeDb, companyId, clock } }) =>
    readVerificationAlarms(officeDb, companyId, clock()),
  )
}
