import type { Readable } from 'node:stream'
import { dayOf } from '@ledger/contracts/dates.ts'
import type { EventData } from '@ledger/contracts/events/event-schemas.ts'
import { daysOfFinancialYear, financialYearOf } from '@ledger/contracts/financial-year.ts'
import type { TallyExport, TallyMapAnswer } from '@ledger/contracts/http/tally/tally-schemas.ts'
import { normalizeName } from '@ledger/contracts/text/text-schemas.ts'
import { isUuid } from '@ledger/contracts/text/uuid.ts'
import { readHeadPosition } from '@ledger/database/log-head-position.ts'
import { findAccountName } from '@ledger/projections/queries/account-lookups.ts'
import { findBeneficiary } from '@ledger/projections/queries/beneficiaries/beneficiary-lists.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TallyLineChange } from '../../../domain/commands.ts'
import { readTallyExports, type TallyFileInput } from '../../../exports/tally/make-tally-file.ts'
import { TALLY_LAYOUT } from '../../../exports/tally/tally-layout-version.ts'
import { appendExportEvent } from '../../append-export-event.ts'
import { dispatchCommand, eventMetaFrom } from '../../command-handler.ts'
import type { CompanyContext } from '../../company-context.ts'
import { type RouteCall, routeDefiner } from '../../define-route.ts'
import { HttpRefusal } from '../../errors.ts'
import { currentUser } from '../../plugins/session.ts'
import { answerWithProgress, type OnProgress, sendFileWithProgress } from '../../streams/long-running-response.ts'
import { FILE_CONTENT_TYPES } from '../reports/book-file-name-and-head.ts'

/** The most vouchers of a file, as of other files (routes/reports/statements.ts). */
const MAX_VOUCHERS = 500_000

/** Registers the map to Tally, the files for it, and their list. */
export function registerTallyRoutes(app: FastifyInstance): void {
  const route = routeDefiner(app)

  route('tallyMap', readTallyMap)
  route('setTallyMap', changeTallyMap)
  route('tallyFile', sendTallyFile)
  route('tallyExports', listTallyExports)
  route('tallyExportAgain', sendTallyFileAgain)
}

async function readTallyMap({ company, query, request, reply }: RouteCall<'tallyMap'>) {
  const { officeDb: db, companyId, clock, jobPools, streams } = company
  const today = dayOf(clock())
  const to = query.to ?? today
  const from = query.from ?? daysOfFinancialYear(financialYearOf(to)).from
  const input = {
    from,
    to,
    format: 'xml' as const,
    layout: TALLY_LAYOUT,
    position: await readHeadPosition(db, companyId),
  }
  return answerWithProgress({ request, reply }, streams, async (onProgress, signal) => {
    const summary = await jobPools.fileExports.run('tallySummary', input, { signal, onProgress })
    return { from, to, ...summary, unmapped: summary.unmapped.length } satisfies TallyMapAnswer
  })
}

async function changeTallyMap({ company, body, request, reply }: RouteCall<'setTallyMap'>) {
  const lines = await Promise.all(
    body.lines.map(async ({ kind, id, ledger, group }): Promise<TallyLineChange> => {
      const target = ledger === null ? null : { ledger, group }
      return { kind, ...(await findSubject(company, { kind, id })), target }
    }),
  )
  return dispatchCommand(company, request, reply, {
    command: { type: 'ChangeTallyMap', lines, useDefaults: body.useDefaults },
    body,
    answer: () => ({ status: 204, body: '' }),
  })
}

async function sendTallyFile({ company, query: { from, to, format }, request, reply }: RouteCall<'tallyFile'>) {
  if (from === undefined || to === undefined) throw new HttpRefusal('invalid_request')
  const position = await readHeadPosition(company.officeDb, company.companyId)
  const input = { from, to, format, layout: TALLY_LAYOUT, position }
  return sendFileWithProgress(
    { request, reply },
    company.streams,
    async (onProgress, signal) => {
      const file = await measureFile(company, input, onProgress, signal)
      await recordTallyExport(company, request, file)
      return company.jobPools.fileExports.stream('tallyFile', input, onProgress)
    },
    namedFile(input),
  )
}

async function listTallyExports({ company: { officeDb: db, companyId } }: RouteCall<'tallyExports'>) {
  const exports = await readTallyExports(db, companyId)
  return exports
    .map(({ position: id, recordedAt: at, actor, data: { layout: _, ...file } }): TallyExport => {
      return { id: String(id), at, by: actor.name, ...file }
    })
    .reverse()
}

async function sendTallyFileAgain({ company, params, request, reply }: RouteCall<'tallyExportAgain'>) {
  const earlier = (await readTallyExports(company.officeDb, company.companyId)).find(
    ({ position }) => String(position) === params.id,
  )
  if (!earlier) throw new HttpRefusal('not_found')
  const { from, to, format, layout, position, sha256, vouchers: rows } = earlier.data
  const input = { from, to, format, layout, position }
  return sendFileWithProgress(
    { request, reply },
    company.streams,
    async (onProgress, signal): Promise<Readable> => {
      const file = await measureFile(company, input, onProgress, signal)
      if (file.sha256 !== sha256) throw new HttpRefusal('tally_file_changed')
      await appendExportEvent(company, request, { report: 'tally', format, rows })
      return company.jobPools.fileExports.stream('tallyFile', input, onProgress)
    },
    namedFile(input),
  )
}

/** @throws HttpRefusal tally_unmapped with everything that has no ledger; too_many_rows */
async function measureFile(
  { jobPools }: CompanyContext,
  input: TallyFileInput,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<EventData<'TallyExported'>> {
  const { file, unmapped } = await jobPools.fileExports.run('measureTallyFile', input, { signal, onProgress })
  if (!file)
    throw new HttpRefusal(
      'tally_unmapped',
      unmapped.map(({ kind, name }) => ({ path: kind, message: name })),
    )
  if (file.vouchers > MAX_VOUCHERS) throw new HttpRefusal('too_many_rows')
  return file
}

/** @throws HttpRefusal unauthorized where the session ended meanwhile */
async function recordTallyExport(
  company: CompanyContext,
  request: FastifyRequest,
  file: EventData<'TallyExported'>,
): Promise<void> {
  const { accountId: account, epoch } = currentUser(request)
  const { status } = await company.log.submit({
    command: { type: 'ExportToTally', file, by: { account, epoch }, now: company.clock() },
    meta: eventMetaFrom(request),
    answer: () => ({ status: 200, body: '' }),
  })
  if (status !== 200) throw new HttpRefusal('unauthorized')
}

function namedFile({ from, to, format }: TallyFileInput) {
  const kind = format === 'xml' ? 'tally' : 'journal'
  return { type: FILE_CONTENT_TYPES[format], name: `${kind} ${from} to ${to}.${format}` }
}

/**
 * Returns the id of a line, and what it is a line of, as people read it. A party keeps the spelling that was asked for:
 * the file finds it under any of them (exports/tally/resolve-ledgers.ts).
 * @throws HttpRefusal not_found where the id names nothing; unavailable while the read models of names are behind
 */
async function findSubject(
  { officeDb: db, companyId, freshness }: CompanyContext,
  { kind, id }: Pick<TallyLineChange, 'kind' | 'id'>,
): Promise<Pick<TallyLineChange, 'id' | 'name'>> {
  if (kind === 'purpose') return { id: normalizeName(id), name: id }
  if (kind !== 'party' && kind !== 'person' && kind !== 'site') return { id, name: id }
  if ((await freshness.waitUntilCurrent('directory', 'beneficiaries')) > 0) throw new HttpRefusal('unavailable')
  if (kind !== 'party') {
    const found = isUuid(id) ? await findAccountName(db, companyId, id) : undefined
    if (!found) throw new HttpRefusal('not_found')
    return { id, name: kind === 'site' ? found.site || found.name : found.name }
  }
  const found = await findBeneficiary(db, companyId, id)
  if (!found) throw new HttpRefusal('not_found')
  return { id, name: found.name }
}
