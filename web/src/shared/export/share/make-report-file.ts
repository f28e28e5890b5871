import type { SessionUser } from '@ledger/contracts/http/responses.ts'
import { createCall, urlOf } from '../../api/api-client.ts'
import { parseErrorResponse } from '../../api/api-error.ts'
import type { Language } from '../../language/language-setting.ts'
import { purposeNameIn } from '../../purposes/purpose-name-in.ts'
import type { ExportPeriod } from '../dialog/export-queries.ts'
import { drawReportPicture } from './draw-report-picture.ts'
import { PICTURE_ROWS, reportPictureContent } from './report-picture-content.ts'

export type ReportKind = 'pdf' | 'picture'

interface Asked {
  readonly user: SessionUser
  readonly period: ExportPeriod
  readonly language: Language
  /** Without the extension. */
  readonly fileName: string
}

/** Returns the user's own report of a period: a PDF that the server makes, or a picture that the phone draws. */
export async function makeReportFile(kind: ReportKind, asked: Asked): Promise<File> {
  return kind === 'pdf'
    ? new File([await fetchStatement(asked)], `${asked.fileName}.pdf`, { type: 'application/pdf' })
    : new File([await drawPicture(asked)], `${asked.fileName}.png`, { type: 'image/png' })
}

async function fetchStatement({ period, language }: Asked): Promise<Blob> {
  const query = { ...period, format: 'pdf', language } as const
  const response = await fetch(urlOf<'siteStatementFile'>('/api/site/statement/file', { query }))
  if (!response.ok) throw await parseErrorResponse(response)
  return response.blob()
}

const readLedger = createCall<'siteLedger'>('GET', '/api/site/ledger')
const readSummary = createCall<'siteSummary'>('GET', '/api/site/summary')
const readPurposes = createCall<'sitePurposes'>('GET', '/api/site/purposes')

async function drawPicture({ user, period, language }: Asked): Promise<Blob> {
  const [ledger, summary, purposes] = await Promise.all([
    readLedger({ query: { ...period, limit: String(PICTURE_ROWS) } }),
    readSummary({ query: { ...period } }),
    readPurposes({}),
  ])
  const nameIn = purposeNameIn(language, purposes)
  const byPurpose = summary.purposes.map(({ name, amount }) => ({ name: nameIn(name), amount }))
  return drawReportPicture(reportPictureContent({ user, period, ledger, byPurpose, language }))
}
