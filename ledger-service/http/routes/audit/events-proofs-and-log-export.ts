import { endOfDay, isDay, parseInstant, startOfDay } from '@ledger/contracts/dates.ts'
import { ENTRY_EVENT_TYPES } from '@ledger/contracts/events/entry-before-and-after-event.ts'
import { parseTransactionRowId } from '@ledger/contracts/events/transaction-row-sides-and-ids.ts'
import type { AuditEventFilter } from '@ledger/contracts/http/audit/event-and-history-schemas.ts'
import type { PeriodQuery } from '@ledger/contracts/http/query-parameters.ts'
import { readStoredEvents } from '@ledger/database/binary/stored-event-reader.ts'
import { readHeadPosition } from '@ledger/database/log-head-position.ts'
import { countMatchingEvents } from '@ledger/projections/queries/count-matching-events.ts'
import {
  countIndexedEvents,
  type EventIndexFilter,
  findEventPositions,
  findLastEventPosition,
} from '@ledger/projections/read-models/event-index.ts'
import type { FastifyInstance } from 'fastify'
import { toAuditEvent } from '../../../proof/to-audit-event.ts'
import { appendExportEvent } from '../../append-export-event.ts'
import type { CompanyContext } from '../../company-context.ts'
import { routeDefiner } from '../../define-route.ts'
import { HttpRefusal, InvalidRequest } from '../../errors.ts'
import { resolveAccountIdOfFilter } from '../../requests/resolve-account-id.ts'
import { setLagHeader } from '../../responses/pagination-and-lag-headers.ts'
import { answerWithProgress, sendFileWithProgress } from '../../streams/long-running-response.ts'
import { proverOf } from './company-prover.ts'

/** Registers the routes by which admin and auditor read the log and verify it (api.md, The audit calls). */
export function registerAuditEventRoutes(app: FastifyInstance): void {
  const route = routeDefiner(app)

  route('auditEvents', async ({ company, query, reply }) => {
    const { officeDb: db, companyId, freshness } = company
    setLagHeader(reply, await freshness.waitUntilCurrent('activity'))
    const { limit, after } = query
    const filter = await eventFilterFrom(company, query)
    if (!filter) return { events: [], next: null }
    const positions = await findEventPositions(db, companyId, { ...filter, after }, limit + 1)
    const events = await readStoredEvents(db, companyId, { at: positions.slice(0, limit) })
    const next = positions.length > limit ? String(positions[limit - 1]) : null
    return { events: events.map(toAuditEvent), next }
  })

  route('auditEventCount', async ({ company, query, reply }) => {
    const { officeDb: db, companyId, freshness } = company
    setLagHeader(reply, await freshness.waitUntilCurrent('activity', 'counts'))
    const filter = await eventFilterFrom(company, query)
    if (!filter) return { count: 0 }
    const { types, accountId, actorId } = filter
    const days = wholeDayPeriod(query)
    const hasStoredCounts =
      days && filter.transactionId === undefined && (accountId === undefined || actorId === undefined)
    const count = hasStoredCounts
      ? countMatchingEvents(db, companyId, { types, accountId, actorId, ...days })
      : countIndexedEvents(db, companyId, filter)
    return { count: await count }
  })

  route('auditProof', async ({ company, params, request, reply }) => {
    const { officeDb: db, companyId, freshness } = company
    setLagHeader(reply, await freshness.waitUntilCurrent('activity'))
    const row = parseTransactionRowId(params.id)
    const last =
      row && (await findLastEventPosition(db, companyId, { types: ENTRY_EVENT_TYPES, transactionId: row.transaction }))
    if (last === undefined) throw new HttpRefusal('not_found')
    return answerWithProgress({ request, reply }, company.streams, async (onProgress, signal) => {
      const proof = await proverOf(company).proveEvent(last, { signal, onProgress })
      if (!proof) throw new HttpRefusal('not_signed_yet')
      return proof
    })
  })

  route('auditConsistency', async ({ company, query: { from, to }, request, reply }) => {
    const signal = company.streams.signalWhileConnected({ request, reply })
    const proof = await proverOf(company).proveConsistency(from, to, { signal })
    if (!proof) throw new InvalidRequest({ path: 'to', message: 'The log has no such sizes' })
    return { from, to, proof }
  })

  route('auditExported', async ({ company, body, request, reply }) => {
    await appendExportEvent(company, request, body)
    return reply.send()
  })

  route('auditExport', async ({ company, request, reply }) => {
    const { officeDb: db, companyId } = company
    await appendExportEvent(company, request, {
      report: 'log',
      format: 'ndjson',
      rows: await readHeadPosition(db, companyId),
    })
    const name = `site-ledger-${company.clock().slice(0, 10)}.ndjson`
    return sendFileWithProgress(
      { request, reply },
      company.streams,
      (onProgress) => company.jobPools.fileExports.stream('exportLog', null, onProgress),
      { type: 'application/x-ndjson', name },
    )
  })
}

/** Returns undefined where an id names nothing: then the result is empty. */
async function eventFilterFrom(
  company: CompanyContext,
  { type, transaction, account, actor, from, to }: AuditEventFilter,
): Promise<EventIndexFilter | undefined> {
  const [accountId, actorId] = await Promise.all([
    resolveAccountIdOfFilter(company, account),
    resolveAccountIdOfFilter(company, actor),
  ])
  const row = transaction === undefined ? undefined : parseTransactionRowId(transaction)
  if (accountId === null || actorId === null || (transaction !== undefined && !row)) return undefined
  const period = { from: instantFromDayOrTime(from, startOfDay), before: instantFromDayOrTime(to, endOfDay) }
  return { types: type, accountId, actorId, transactionId: row?.transaction, ...period }
}

/** Returns a period of whole days; undefined where an end of it is an instant. */
function wholeDayPeriod({ from, to }: AuditEventFilter): PeriodQuery | undefined {
  return [from, to].every((end) => end === undefined || isDay(end)) ? { from, to } : undefined
}

/** Returns the instant of a text: an end of a day, or the instant itself; the contract accepts no other text. */
export function instantFromDayOrTime(text: string | undefined, ofDay: (day: string) => string): string | undefined {
  if (text === undefined) return undefined
  return isDay(text) ? ofDay(text) : parseInstant(text)
}
