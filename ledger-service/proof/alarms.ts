import type { alarms } from '@ledger/contracts/audit.ts'
import type { Database } from '@ledger/database/tables.ts'
import { type KeptVerification, keptVerifications } from '@ledger/projections/verifications.ts'
import type { Verification } from '@ledger/projections/verify.ts'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { saidOf } from './verify.ts'

type Alarm = z.infer<typeof alarms>[number]

/** The verification runs every night; after two missed nights a person should look why. */
const LATE_MS = 48 * 3_600_000

/**
 * Returns the problems that the last verification of each kind found, and whether a verification is overdue. Empty
 * where there is no problem.
 */
export async function readAlarms(db: Kysely<Database>, companyId: string, now: string): Promise<Alarm[]> {
  const last = await keptVerifications(db, companyId, 1)
  const company = await db
    .selectFrom('companies')
    .select('created_at')
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  const since = last.find(({ what }) => what === 'ledger')?.verifiedAt ?? company.created_at
  const isLate = Date.parse(now) - Date.parse(since) > LATE_MS
  return [
    ...last.filter(({ ok }) => !ok).map(alarmOf),
    ...(isLate ? [{ what: 'late' as const, since, problems: [] }] : []),
  ]
}

function alarmOf({ what, verifiedAt, report }: KeptVerification): Alarm {
  const { firstBad, problems } = report as { firstBad?: Alarm['firstBad']; problems?: string[] }
  return {
    what,
    since: verifiedAt,
    ...(firstBad === undefined ? {} : { firstBad }),
    problems: problems ?? differencesIn(report),
  }
}

function differencesIn({ projections }: Record<string, unknown>): string[] {
  // `verifyReadModels` wrote it, and this is the only place that parses it.
  return (projections as Verification['projections']).filter(({ result }) => result === 'different').map(saidOf)
}
