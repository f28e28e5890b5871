import type { alarms } from '@ledger/contracts/audit.ts'
import type { Database } from '@ledger/database/tables.ts'
import { type KeptVerification, keptVerifications } from '@ledger/projections/verifications.ts'
import type { Verification } from '@ledger/projections/verify.ts'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { saidOf } from './verify.ts'

type Alarm = z.infer<typeof alarms>[number]

/** Every night it is verified; after two without, somebody should look why. */
const LATE_MS = 48 * 3_600_000

/** What the last verification of each kind found wrong, and whether the ledger has gone without one. Empty where all is well. */
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
  // The one parse of it: `verifyReadModels` wrote it.
  return (projections as Verification['projections']).filter(({ result }) => result === 'different').map(saidOf)
}
