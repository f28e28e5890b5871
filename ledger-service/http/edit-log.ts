import type { EditLogAsked } from '@ledger/contracts/audit.ts'
import { nameOfAccount } from '@ledger/projections/directory.ts'
import type { FastifyInstance } from 'fastify'
import {
  countEditLogRows,
  countShown,
  type EditLogFilter,
  editLogPage,
  isFiltered,
  stretchOf,
} from '../edit-log/read.ts'
import { filteredBy } from './account-named.ts'
import { TurnedAway } from './errors.ts'
import { recordExport } from './export-record.ts'
import type { Facing } from './facing.ts'
import { sayLag } from './lists.ts'
import { sendLong } from './progress.ts'
import { routes } from './route.ts'
import type { Service } from './service.ts'
import type { Streams } from './stream.ts'

const PAGE = 200
const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
}

/** Registers the audit trail of every change that Indian law requires, as a screen and as files. */
export function registerEditLog(app: FastifyInstance, service: Service, streams: Streams, { origins }: Facing): void {
  const route = routes(app, service)
  const { officeDb: db, companyId, freshness } = service

  route('auditEditLog', async ({ query, reply }) => {
    sayLag(reply, await freshness.wait('activity'))
    const filter = await filterOf(service, query)
    if (!filter) return { rows: [], next: null }
    const { after, upTo } = await stretchOf(db, companyId, query)
    const stretch = { after: Math.max(after, query.after ?? 0), upTo }
    return editLogPage(db, companyId, stretch, filter, PAGE)
  })

  route('auditEditLogCount', async ({ query, reply }) => {
    sayLag(reply, await freshness.wait('activity', 'counts'))
    const filter = await filterOf(service, query)
    return { count: filter ? await countShown(db, companyId, query, filter) : 0 }
  })

  route('auditEditLogFile', async ({ query, request, reply }) => {
    const { format, language } = query
    const filter = await filterOf(service, query)
    if (!filter) throw new TurnedAway('not_found')
    // A file has to be complete; at the next try the index has caught up.
    if (isFiltered(filter) && (await freshness.wait('activity')) > 0) throw new TurnedAway('unavailable')
    const stretch = await stretchOf(db, companyId, query)
    const count = await countEditLogRows(db, companyId, stretch, filter)
    await recordExport(service, request, { report: 'edit-log', format, rows: count })
    const head = await headOf(service, query, filter)
    const asked = { format, language, origin: origins().at(request.host), stretch, filter, count, head }
    return sendLong(
      { request, reply },
      streams,
      (onProgress) => service.reports.files.stream('editLogFile', asked, onProgress),
      { type: TYPES[format], name: `${nameOfFile(query)}.${format}` },
    )
  })
}

/** Returns undefined where an id names no account: then the result is empty. */
async function filterOf(
  service: Service,
  { action, actor, account }: EditLogAsked,
): Promise<EditLogFilter | undefined> {
  const [actorId, accountId] = await Promise.all([filteredBy(service, actor), filteredBy(service, account)])
  return actorId === null || accountId === null ? undefined : { actions: action, actorId, accountId }
}

async function headOf(
  service: Service,
  { from, to, year, action }: EditLogAsked,
  { actorId, accountId }: EditLogFilter,
) {
  const { officeDb: db, companyId, clock } = service
  const nameOf = (id: string | undefined) => (id === undefined ? undefined : nameOfAccount(db, companyId, id))
  const [company, newest, actor, account] = await Promise.all([
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
    company: company?.name ?? '',
    madeAt: clock(),
    checkpoint: newest?.note ?? null,
    ...{ from, to, year },
    ...{ actions: action, actor, account },
  }
}

/**
 * Returns the name of a file, in English and without names of people: a file's name spreads further than its content.
 */
function nameOfFile({ from, to, year, action }: EditLogAsked): string {
  const period = year === undefined ? `${from ?? 'beginning'} to ${to ?? 'now'}` : `${year}-${Number(year) + 1}`
  return ['edit-log', period, ...(action ?? [])].join(' ')
}
