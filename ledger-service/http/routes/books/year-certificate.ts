import type { Day } from '@ledger/contracts/dates.ts'
import { daysOfFinancialYear } from '@ledger/contracts/financial-year.ts'
import type { YearCertificate } from '@ledger/contracts/http/books/year-certificate-schemas.ts'
import { countEntriesOfPeriod } from '@ledger/projections/queries/summaries/count-entries-of-period.ts'
import { readRecentVerifications } from '@ledger/projections/verification/verification-store.ts'
import type { FastifyInstance } from 'fastify'
import { closedUpTo } from '../../../domain/closings/closings-state.ts'
import { readVerifierKey } from '../../../proof/merkle/merkle-prover.ts'
import { type ClosingEvent, closingsAfter, readClosingEvents } from '../../../proof/seals/closings-of-log.ts'
import type { CompanyContext } from '../../company-context.ts'
import { routeDefiner } from '../../define-route.ts'
import { setLagHeader } from '../../responses/pagination-and-lag-headers.ts'

/** Registers the certificate of a financial year, which says only what the database holds. */
export function registerYearCertificate(app: FastifyInstance): void {
  const route = routeDefiner(app)

  route('yearCertificate', async ({ company, query, reply }) => {
    const { officeDb: db, companyId, freshness } = company
    setLagHeader(reply, await freshness.waitUntilCurrent('ledger', 'activity'))
    const year = daysOfFinancialYear(query.year)
    const [counts, events, verification, checkpoint, verifierKey, companyAndHead] = await Promise.all([
      countEntriesOfPeriod(db, companyId, year),
      readClosingEvents(db, companyId),
      readLastVerification(company),
      readLastCheckpoint(company),
      readVerifierKey(db, companyId),
      readCompanyAndHead(company),
    ])
    return {
      ...{ ...companyAndHead, companyId, ...year, closedUpTo: closedUpTo(closingsAfter(events)), ...counts },
      ...{ reopened: countReopenings(events, year), verification, checkpoint, verifierKey: verifierKey ?? null },
    }
  })
}

/** Returns how often days of a year were opened again: those after the day up to which the books stayed closed. */
const countReopenings = (events: readonly ClosingEvent[], { from, to }: { from: Day; to: Day }): number =>
  events.filter(
    ({ type, data }) => type === 'BooksReopened' && data.before >= from && (data.after === null || data.after < to),
  ).length

/** Returns the last verification of the log, as the signer stored it. */
async function readLastVerification({ officeDb, companyId }: CompanyContext): Promise<YearCertificate['verification']> {
  const last = (await readRecentVerifications(officeDb, companyId, 1)).find(({ what }) => what === 'ledger')
  if (!last) return null
  // A report on the ledger has these; `verifyLedger` wrote it.
  const { events, head, problems } = last.report as {
    events: number
    head: { hash: string }
    problems: string[]
  }
  return { verifiedAt: last.verifiedAt, ok: last.ok, events, hash: head.hash, problems }
}

async function readLastCheckpoint({ officeDb: db, companyId }: CompanyContext): Promise<YearCertificate['checkpoint']> {
  const row = await db
    .selectFrom('signed_checkpoints')
    .select(['size', 'note', 'signed_at as signedAt'])
    .where('company_id', '=', companyId)
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

async function readCompanyAndHead({
  officeDb: db,
  companyId,
}: CompanyContext): Promise<Pick<YearCertificate, 'company' | 'head'>> {
  const { name, position, hash } = await db
    .selectFrom('companies')
    .innerJoin('log_heads', 'log_heads.company_id', 'companies.company_id')
    .select(['name', 'position', 'hash'])
    .where('companies.company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  return { company: name, head: { position, hash: hash.toString('hex') } }
}
