import type { ExportedReport, ServerReport } from '@ledger/contracts/http/audit/edit-log-and-exported-report-schemas.ts'
import type { FastifyRequest } from 'fastify'
import { eventMetaFrom } from './command-handler.ts'
import type { CompanyContext } from './company-context.ts'
import { HttpRefusal } from './errors.ts'
import { currentUser } from './plugins/session.ts'

/**
 * Appends the event of an export, before its data is sent.
 * @throws HttpRefusal unauthorized where the session ended meanwhile
 */
export async function appendExportEvent(
  company: CompanyContext,
  request: FastifyRequest,
  { report, format, rows }: { report: ExportedReport | ServerReport; format: string; rows: number },
): Promise<void> {
  const { accountId: account, epoch } = currentUser(request)
  const { status } = await company.log.submit({
    command: { type: 'ExportReport', report, format, rows, by: { account, epoch }, now: company.clock() },
    meta: eventMetaFrom(request),
    answer: () => ({ status: 200, body: '' }),
  })
  if (status !== 200) throw new HttpRefusal('unauthorized')
}
