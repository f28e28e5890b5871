import type { EventFilter } from '@ledger/contracts/audit.ts'
import { endOfDay, isDay, readInstant, startOfDay } from '@ledger/contracts/dates.ts'
import type { PeriodQuery } from '@ledger/contracts/reports.ts'
import { readPublicId } from '@ledger/contracts/roles.ts'
import { readRowId } from '@ledger/contracts/rows.ts'
import { storedEvents } from '@ledger/database/read-log.ts'
import { type ActivityFilter, countRows, lastPositionOf, positionsOf } from '@ledger/projections/activity.ts'
import { countOf } from '@ledger/projections/counts.ts'
import { headPosition } from '@ledger/projections/log.ts'
import type { FastifyInstance } from 'fastify'
import type { Moment } from '../proof/as-of.ts'
import { auditEventOf } from '../proof/audit-event.ts'
import { historyPage } from '../proof/history.ts'
import { openProver } from '../proof/prove.ts'
import { filteredBy } from './account-named.ts'
import { Invalid, TurnedAway } from './errors.ts'
import { recordExport } from './export-record.ts'
import { sayLag } from './lists.ts'
import { answerLong, sendLong } from './progress.ts'
import { routes } from './route.ts'
import type { Service } from './service.ts'
import type { Streams } from './stream.ts'

/** Registers the routes by which admin and auditor read the log and verify it (api.md, The audit calls). */
export function registerAudit(app: FastifyInstance, service: Service, streams: Streams): void {
  const route = routes(app, service)
  const { officeDb: db, companyId, freshness } = service
  const prover = openProver(db, companyId)

  route('auditEvents', async ({ query, reply }) => {
    sayLag(reply, await freshness.wait('activity'))
    const { limit, after } = query
    const filter = await filterOf(service, query)
    if (!filter) return { events: [], next: null }
    const positions = await positionsOf(db, companyId, { ...filter, after }, limit + 1)
    const events = await storedEvents(db, companyId, { at: positions.slice(0, limit) })
    const next = positions.length > limit ? String(positions[limit - 1]) : null
    return { events: events.map(auditEventOf), next }
  })

  route('auditEventCount', async ({ query, reply }) => {
    sayLag(reply, await freshness.wait('activity', 'counts'))
    const filter = await filterOf(service, query)
    if (!filter) return { count: 0 }
    const { types, accountId, actorId } = filter
    const days = daysOf(query)
    const isKept = days && filter.transactionId === undefined && (accountId === undefined || actorId === undefined)
    const count = isKept
      ? countOf(db, companyId, { types, accountId, actorId, ...days })
      : countRows(db, companyId, filter)
    return { count: await count }
  })

  route('auditHistory', async ({ params, query, reply }) => {
    sayLag(reply, await freshness.wait('activity'))
    const page = await historyPage(db, companyId, params.id, query)
    if (!page) throw new TurnedAway('not_found')
    return page
  })

  route('auditAsOf', async ({ query, request, reply }) => {
    const moment = momentOf(query)
    return answerLong<never>({ request, reply }, streams, (onProgress, signal) =>
      service.reports.moments.run('asOf', moment, { signal, onProgress }),
    )
  })

  route('auditLedgerAsOf', async ({ query, request, reply }) => {
    sayLag(reply, await freshness.wait('activity'))
    const { account: named, skip, limit } = query
    const account = readPublicId(named) ? await filteredBy(service, named) : named
    if (!account) throw new TurnedAway('not_found')
    const asked = { account, moment: momentOf(query), skip, limit }
    return answerLong<never>({ request, reply }, streams, async (onProgress, signal) => {
      const ledger = await service.reports.moments.run('ledgerAsOf', asked, { signal, onProgress })
      if (ledger === undefined) throw new TurnedAway('not_found')
      return ledger
    })
  })

  route('auditProof', async ({ params, request, reply }) => {
    sayLag(reply, await freshness.wait('activity'))
    const row = readRowId(params.id)
    const last = row && (await lastPositionOf(db, companyId, { transactionId: row.transaction }))
    if (last === undefined) throw new TurnedAway('not_found')
    return answerLong({ request, reply }, streams, async (onProgress, signal) => {
      const proof = await prover.proveEvent(last, { signal, onProgress })
      if (!proof) throw new TurnedAway('not_signed_yet')
      return proof
    })
  })

  route('auditConsistency', async ({ query: { from, to }, request, reply }) => {
    const proof = await prover.proveGrowth(from, to, { signal: streams.whileHeard({ request, reply }) })
    if (!proof) throw new Invalid({ path: 'to', message: 'The log has no such sizes' })
    return { from, to, proof }
  })

  route('auditExported', async ({ body, request, reply }) => {
    await recordExport(service, request, body)
    return reply.send()
  })

  route('auditExport', async ({ request, reply }) => {
    await recordExport(service, request, { report: 'log', format: 'ndjson', rows: await headPosition(db, companyId) })
    const name = `site-ledger-${service.clock().slice(0, 10)}.ndjson`
    return sendLong(
      { request, reply },
      streams,
      (onProgress) => service.reports.files.stream('exportLog', null, onProgress),
      { type: 'application/x-ndjson', name },
    )
  })
}

/** Returns undefined where an id names nothing: then the result is empty. */
async function filterOf(
  service: Service,
  { type, transaction, account, actor, from, to }: EventFilter,
): Promise<ActivityFilter | undefined> {
  const [accountId, actorId] = await Promise.all([filteredBy(service, account), filteredBy(service, actor)])
  const row = transaction === undefined ? undefined : readRowId(transaction)
  if (accountId === null || actorId === null || (transaction !== undefined && !row)) return undefined
  const period = { from: instantOf(from, startOfDay), before: instantOf(to, endOfDay) }
  return { types: type, accountId, actorId, transactionId: row?.transaction, ...period }
}

/** Returns a period of whole days; undefined where an end of it is an instant. */
function daysOf({ from, to }: EventFilter): PeriodQuery | undefined {
  return [from, to].every((end) => end === undefined || isDay(end)) ? { from, to } : undefined
}

/**
 * Returns the moment of a request: a day includes all events recorded on it, an instant those recorded at it; without
 * either it is now.
 */
function momentOf({ position, at }: { position?: number | undefined; at?: string | undefined }): Moment {
  if (position !== undefined) return { position }
  const instant = instantOf(at, endOfDay)
  if (at === undefined || instant === undefined) return { position: Number.MAX_SAFE_INTEGER }
  return isDay(at) ? { before: instant } : { at: instant }
}

/** Returns the instant of a text: an end of a day, or the instant itself; the contract accepts no other text. */
function instantOf(text: string | undefined, ofDay: (day: string) => string): string | undefined {
  if (text === undefined) return undefined
  return isDay(text) ? ofDay(text) : readInstant(text)
}
