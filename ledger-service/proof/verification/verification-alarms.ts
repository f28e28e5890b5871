import { DAY_MS } from '@ledger/contracts/dates.ts'
import type { verificationAlarms } from '@ledger/contracts/http/audit/verification-and-proof-schemas.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import {
  readRecentVerifications,
  type StoredVerification,
} from '@ledger/projections/verification/verification-store.ts'
import type { ReadModelVerification } from '@ledger/projections/verification/verify-read-models.ts'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { describeReadModelProblem } from './verify-ledger.ts'

type ReportedAlarm = z.infer<typeof verificationAlarms>[number]

/** The verification runs every night; after two missed nights a person should look why. */
const VERIFICATION_OVERDUE_MS = 2 * DAY_MS

/**
 * Returns the problems that the last verification of each kind found, and whether a verification is overdue. Empty
 * where there is no problem.
 */
export async function readVerificationAlarms(
  db: Kysely<Database>,
  companyId: string,
  now: string,
): Promise<ReportedAlarm[]> {
  const last = await readRecentVerifications(db, companyId, 1)
  const company = await db
    .selectFrom('companies')
    .select('created_at')
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  const since = last.find(({ what }) => what === 'ledger')?.verifiedAt ?? company.created_at
  const isLate = Date.parse(now) - Date.parse(since) > VERIFICATION_OVERDUE_MS
  return [
    ...last.filter(({ ok }) => !ok).map(toReportedAlarm),
    ...(isLate ? [{ what: 'late' as const, since, problems: [] }] : []),
  ]
}

function toReportedAlarm({ what, verifiedAt, report }: StoredVerification): ReportedAlarm {
  const { firstBad, problems } = report as { firstBad?: ReportedAlarm['firstBad']; problems?: string[] }
  return {
    what,
    since: verifiedAt,
    ...(firstBad === undefined ? {} : { firstBad }),
    problems: problems ?? readModelDifferences(report),
  }
}

function readModelDifferences({ projections }: Record<string, unknown>): string[] {
  // `verifyReadModels` wrote it, and this is the only place that parses it.
  return (projections as ReadModelVerification['projections'])
    .filter(({ result }) => result === 'different')
    .map(describeReadModelProblem)
}
