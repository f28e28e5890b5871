import type { SessionUser } from '@ledger/contracts/http/people/account-schemas.ts'
import { createCall, urlOf } from '../../api/api-client.ts'
import { parseErrorResponse, unreachableError } from '../../api/api-error.ts'
import type { Language } from '../../language/language-setting.ts'
import { purposeNamer } from '../../language/purpose-namer.ts'
import type { ExportPeriod } from '../dialog/export-queries.ts'
import { readUnchangedLedger } from '../read-unchanged-ledger.ts'
import { drawReportPicture } from './draw-report-picture.ts'
import { PICTURE_ROWS, reportPictureContent } from './report-picture-content.ts'

export type ReportKind = 'pdf' | 'picture'

/** A statement of many pages takes the server a while; a line that is dead says nothing at all. */
const STATEMENT_TIMEOUT_MS = 60_000

interface ReportRequest {
  readonly user: SessionUser
  readonly period: ExportPeriod
  readonly language: Language
  /** Without the extension. */
  readonly fileName: string
}

/** Returns the user's own report of a period: a PDF that the server makes, or a picture that the phone draws. */
export async function makeReportFile(kind: ReportKind, request: ReportRequest): Promise<File> {
  return kind === 'pdf'
    ? new File([await fetchStatement(request)], `${request.fileName}.pdf`, { type: 'application/pdf' })
    : new File([await drawPicture(request)], `${request.fileName}.png`, { type: 'image/png' })
}

/** @throws an ApiError, also where the server does not answer in time or the line breaks */
async function fetchStatement({ period, language }: ReportRequest): Promise<Blob> {
  const query = { ...period, format: 'pdf', language } as const
  const address = urlOf<'siteStatementFile'>('/api/site/statement/file', { query })
  const unreachable = (cause: unknown) => {
    throw unreachableError(cause)
  }
  const response = await fetch(address, { signal: AbortSignal.timeout(STATEMENT_TIMEOUT_MS) }).catch(unreachable)
  if (!response.ok) throw await parseErrorResponse(response)
  return response.blob().catch(unreachable)
}

const readLedger = createCall<'siteLedger'>('GET', '/api/site/ledger')
const readSummary = createCall<'siteSummary'>('GET', '/api/site/summary')
const readSums = createCall<'siteTransactionSums'>('GET', '/api/site/transactions/sums')
const readPurposes = createCall<'sitePurposes'>('GET', '/api/site/purposes')

async function drawPicture({ user, period, language }: ReportRequest): Promise<Blob> {
  const readState = () => readLedger({ query: { ...period, limit: String(PICTURE_ROWS) } })
  const content = await readUnchangedLedger(readState, async (ledger) => {
    const [summary, sums, purposes] = await Promise.all([
      readSummary({ query: { ...period } }),
      readSums({ query: { ...period } }),
      readPurposes({}),
    ])
    const nameIn = purposeNamer(language, purposes)
    const byPurpose = summary.purposes.map(({ name, amount }) => ({ name: nameIn(name), amount }))
    return reportPictureContent({ user, period, ledger, byPurpose, transferred: sums.transfersGiven.amount, language })
  })
  return drawReportPicture(content)
}
