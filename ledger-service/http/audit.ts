import { Readable } from 'node:stream'
import { endOfDay, isDay, startOfDay } from '@ledger/contracts/dates.ts'
import { readPublicId } from '@ledger/contracts/roles.ts'
import { readRowId } from '@ledger/contracts/rows.ts'
import { storedEvents } from '@ledger/migrations/read-log.ts'
import { positionsOf } from '@ledger/projections/activity.ts'
import { headPosition } from '@ledger/projections/log.ts'
import type { FastifyInstance } from 'fastify'
import { findPerson } from '../access/people.ts'
import { asOf, type Moment } from '../proof/as-of.ts'
import { auditEventOf } from '../proof/audit-event.ts'
import { exportLines } from '../proof/export.ts'
import { revisionsOf } from '../proof/history.ts'
import { ledgerAsOf } from '../proof/ledger-as-of.ts'
import { proveEvent, proveGrowth } from '../proof/prove.ts'
import { Invalid, TurnedAway } from './errors.ts'
import { recordExport } from './export-record.ts'
import { sayLag } from './lists.ts'
import { routes } from './route.ts'
import type { Service } from './service.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** What admin and auditor call to look into the log and to prove it (api.md, The audit calls). */
export function registerAudit(app: FastifyInstance, service: Service): void {
  const route = routes(app, service)
  const { db, companyId, freshness } = service

  route('auditEvents', async ({ query, reply }) => {
    sayLag(reply, await freshness.wait('activity'))
    const { type, transaction, limit, after } = query
    const [accountId, actorId] = await Promise.all([idOf(service, query.account), idOf(service, query.actor)])
    const row = transaction === undefined ? undefined : readRowId(transaction)
    if (accountId === null || actorId === null || (transaction !== undefined && !row)) return { events: [], next: null }
    const filter = { type, accountId, actorId, transactionId: row?.transaction, after }
    const period = { from: instantOf('from', query.from, startOfDay), before: instantOf('to', query.to, endOfDay) }
    const positions = await positionsOf(db, companyId, { ...filter, ...period }, limit + 1)
    const events = await storedEvents(db, companyId, { at: positions.slice(0, limit) })
    const next = positions.length > limit ? String(positions[limit - 1]) : null
    return { events: events.map(auditEventOf), next }
  })

  route('auditHistory', async ({ params, reply }) => {
    sayLag(reply, await freshness.wait('activity'))
    const revisions = await eventsOfTransaction(service, params.id)
    return { transaction: params.id, revisions: revisionsOf(revisions) }
  })

  route('auditAsOf', ({ query }) => asOf(db, companyId, momentOf(query)))

  route('auditLedgerAsOf', async ({ query, reply }) => {
    sayLag(reply, await freshness.wait('activity'))
    const { account: named, skip, limit } = query
    const account = readPublicId(named) ? await idOf(service, named) : named
    const ledger = account && (await ledgerAsOf(db, companyId, { account, moment: momentOf(query), skip, limit }))
    if (!ledger) throw new TurnedAway('not_found')
    return ledger
  })

  route('auditProof', async ({ params, reply }) => {
    sayLag(reply, await freshness.wait('activity'))
    const last = (await eventsOfTransaction(service, params.id)).at(-1)
    const proof = last && (await proveEvent(db, companyId, last.position))
    if (!proof) throw new TurnedAway('not_signed_yet')
    return proof
  })

  route('auditConsistency', async ({ query: { from, to } }) => {
    const proof = await proveGrowth(db, companyId, from, to)
    if (!proof) throw new Invalid({ path: 'to', message: 'The log has no such sizes' })
    return { from, to, proof }
  })

  route('auditExported', async ({ body: { report, rows }, request, reply }) => {
    await recordExport(service, request, { report, format: 'xlsx', rows })
    return reply.send()
  })

  route('auditExport', async ({ request, reply }) => {
    await recordExport(service, request, { report: 'log', format: 'ndjson', rows: await headPosition(db, companyId) })
    const name = `site-ledger-${service.clock().slice(0, 10)}.ndjson`
    return reply
      .type('application/x-ndjson')
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(Readable.from(exportLines(db, companyId)))
  })
}

/** @throws TurnedAway not_found for an id that names no transaction */
async function eventsOfTransaction({ db, companyId }: Service, id: string) {
  const row = readRowId(id)
  const positions = row ? await positionsOf(db, companyId, { transactionId: row.transaction }, 1000) : []
  if (positions.length === 0) throw new TurnedAway('not_found')
  return storedEvents(db, companyId, { at: positions })
}

/** The inner id that a filter names; undefined without one, null where it names nobody. */
async function idOf({ db, companyId }: Service, id: string | undefined): Promise<string | undefined | null> {
  if (id === undefined || UUID.test(id)) return id
  const role = readPublicId(id)?.role
  const person = role && (await findPerson(db, companyId, id, role))
  return person?.accountId ?? null
}

/** A day is taken with all that was recorded on it, an instant with what was recorded at it; neither is now. */
function momentOf({ position, at }: { position?: number | undefined; at?: string | undefined }): Moment {
  if (position !== undefined) return { position }
  const instant = instantOf('at', at, endOfDay)
  if (at === undefined || instant === undefined) return { position: Number.MAX_SAFE_INTEGER }
  return isDay(at) ? { before: instant } : { at: instant }
}

/** A day stands for one of its ends, an instant for itself. */
function instantOf(path: string, text: string | undefined, ofDay: (day: string) => string): string | undefined {
  if (text === undefined || text === '') return undefined
  if (isDay(text)) return ofDay(text)
  const time = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time)) throw new Invalid({ path, message: 'Please enter a valid date' })
  return new Date(time).toISOString()
}
