import type { EditLogFilterParams } from '@ledger/contracts/http/audit/edit-log-and-exported-report-schemas.ts'
import { findAccountName } from '@ledger/projections/queries/account-lookups.ts'
import type { FastifyInstance } from 'fastify'
import {
  countEditLogRows,
  countEditLogRowsByIndex,
  type EditLogFilter,
  editLogPage,
  editLogRange,
  isFiltered,
} from '../../../exports/edit-log/edit-log-query.ts'
import { appendExportEvent } from '../../append-export-event.ts'
import type { CompanyContext } from '../../company-context.ts'
import type { CompanyOrigins } from '../../company-origins.ts'
import { routeDefiner } from '../../define-route.ts'
import { HttpRefusal } from '../../errors.ts'
import { resolveAccountIdOfFilter } from '../../requests/resolve-account-id.ts'
import { setLagHeader } from '../../responses/pagination-and-lag-headers.ts'
import { sendFileWithProgress } from '../../streams/long-running-response.ts'
import { FILE_CONTENT_TYPES } from '../reports/book-file-name-and-head.ts'

const EDIT_LOG_ROWS_PER_PAGE = 200

/** Registers the audit trail of every change that Indian law requires, as a screen and as files. */
export function registerEditLogRoutes(app: FastifyInstance, { originFor }: CompanyOrigins): void {
  const route = routeDefiner(app)

  route('auditEditLog', async ({ company, query, reply }) => {
    const { officeDb: db, companyId, freshness } = company
    setLagHeader(reply, await freshness.waitUntilCurrent('activity', 'vouchers'))
    const filter = await editLogFilterFrom(company, query)
    if (!filter) return { rows: [], next: null }
    const { after, upTo } = await editLogRange(db, companyId, query)
    const range = { after: Math.max(after, query.after ?? 0), upTo }
    return editLogPage(db, companyId, range, filter, EDIT_LOG_ROWS_PER_PAGE)
  })

  route('auditEditLogCount', async ({ company, query, reply }) => {
    const { officeDb: db, companyId, freshness } = company
    setLagHeader(reply, await freshness.waitUntilCurrent('activity', 'counts'))
    const filter = await editLogFilterFrom(company, query)
    return { count: filter ? await countEditLogRowsByIndex(db, companyId, query, filter) : 0 }
  })

  route('auditEditLogFile', async ({ company, query, request, reply }) => {
    const { officeDb: db, companyId, freshness } = company
    const { format, language } = query
    const filter = await editLogFilterFrom(company, query)
    if (!filter) throw new HttpRefusal('not_found')
    // A file has to be complete; at the next try the index, names and voucher numbers have caught up.
    const models = isFiltered(filter) ? (['vouchers', 'activity', 'directory'] as const) : (['vouchers'] as const)
    if ((await freshness.waitUntilCurrent(...models)) > 0) throw new HttpRefusal('unavailable')
    const range = await editLogRange(db, companyId, query)
    const count = await countEditLogRows(db, companyId, range, filter)
    await appendExportEvent(company, request, { report: 'edit-log', format, rows: count })
    const head = await readFileHeader(company, query, filter)
    const asked = {
      format,
      language,
      origin: originFor(companyId, request.host),
      range,
      filter,
      count,
      head,
    }
    return sendFileWithProgress(
      { request, reply },
      company.streams,
      (onProgress) => company.jobPools.fileExports.stream('editLogFile', asked, onProgress),
      { type: FILE_CONTENT_TYPES[format], name: `${editLogFileName(query)}.${format}` },
    )
  })
}

/** Returns undefined where an id names no account: then the result is empty. */
async function editLogFilterFrom(
  company: CompanyContext,
  { action, actor, account }: EditLogFilterParams,
): Promise<EditLogFilter | undefined> {
  const [actorId, accountId] = await Promise.all([
    resolveAccountIdOfFilter(company, actor),
    resolveAccountIdOfFilter(company, account),
  ])
  return actorId === null || accountId === null ? undefined : { actions: action, actorId, accountId }
}

async function readFileHeader(
  company: CompanyContext,
  { from, to, year, action }: EditLogFilterParams,
  { actorId, accountId }: EditLogFilter,
) {
  const { officeDb: db, companyId, clock } = company
  const nameOf = (id: string | undefined) => (id === undefined ? undefined : findAccountName(db, companyId, id))
  const [named, newest, actor, account] = await Promise.all([
    db.selectFrom('companies').select('name').where('company_id', '=', companyId).executeTakeFirst(),
    db
      .selectFrom('signed_checkpoints')
      .select('note')
      .where('company_id', '=', companyId)
      .orderBy('size', 'desc')
      .limit(1)
      .executeTakeFirst(),
    nameOf(actorId),
    nameOf(accountId),
  ])
  return {
    company: named?.name ?? '',
    madeAt: clock(),
    checkpoint: newest?.note ?? null,
    ...{ from, to, year },
    ...{ actions: action, actor, account },
  }
}

/**
 * Returns the name of a file, in English and without names of people: a file's name spreads further than its content.
 */
function editLogFileName({ from, to, year, action }: EditLogFilterParams): string {
  const period = year === undefined ? `${from ?? 'beginning'} to ${to ?? 'now'}` : `${year}-${Number(year) + 1}`
  return ['edit-log', period, ...(action ?? [])].join(' ')
}
