import { createHash, timingSafeEqual } from 'node:crypto'
import { PROJECTIONS } from '@ledger/projections/projector.ts'
import { readStanding } from '@ledger/projections/standing.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Metrics } from '../metrics/metrics.ts'
import { TurnedAway } from './errors.ts'
import type { Service } from './service.ts'

/** How far behind the head the read models may be and still count as ready, in milliseconds. */
const READY_WITHIN_MS = 1000

/** What a proxy adds, besides X-Forwarded-*. */
const PASSED_ON = new Set(['forwarded', 'via', 'x-real-ip'])

export interface Observing {
  /** Left out, nothing is counted and there is no page of figures. */
  metrics?: Metrics | undefined
  /** Who shows it may read the figures from anywhere; without one only this machine may. */
  metricsToken?: string | undefined
}

/** For whoever runs it: is it alive, can it be sent traffic, how does it fare. */
export function registerOperations(
  app: FastifyInstance,
  service: Service,
  { metrics, metricsToken: token }: Observing,
): void {
  app.get('/healthz', async () => ({ status: 'ok' }))

  app.get('/readyz', async (_request, reply) => {
    const checks = await readiness(service)
    const ready = Object.values(checks).every((check) => check === 'ok')
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', checks })
  })

  if (!metrics) return
  app.get('/metrics', async (request, reply) => {
    // As if it did not exist: nobody learns that there is something to guess.
    if (!mayReadMetrics(request, token)) throw new TurnedAway('not_found')
    const { contentType, text } = await metrics.page()
    return reply.header('cache-control', 'no-store').type(contentType).send(text)
  })
}

/**
 * The token where there is one. Else by the connection's own address, never by what a header says of it; and not where a
 * proxy passed the request on, whose own address is this machine's for everybody.
 */
function mayReadMetrics({ headers, socket }: FastifyRequest, token: string | undefined): boolean {
  if (token !== undefined) return isSame(headers.authorization ?? '', `Bearer ${token}`)
  const passedOn = Object.keys(headers).some((name) => name.startsWith('x-forwarded-') || PASSED_ON.has(name))
  return !passedOn && /^(::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '')
}

/** In the same time for every wrong text. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}

async function readiness(service: Service): Promise<Record<'database' | 'migrations' | 'projections', string>> {
  try {
    const migrated = await service.isReady()
    if (!migrated) return { database: 'ok', migrations: 'missing', projections: 'unknown' }
    return { database: 'ok', migrations: 'ok', projections: await projectionsCheck(service) }
  } catch {
    return { database: 'away', migrations: 'unknown', projections: 'unknown' }
  }
}

/** A stopped read model is named at once: waiting for it would not help. */
async function projectionsCheck({ db, companyId, freshness }: Service): Promise<string> {
  const { projections } = await readStanding(db, companyId)
  const stopped = projections.filter((projection) => projection.stopped)
  if (stopped.length > 0) {
    return stopped.map(({ name, position }) => `${name} stopped before event ${position + 1}`).join(', ')
  }
  const lag = await freshness.wait(...PROJECTIONS.map(({ name }) => name))
  return lag === 0 ? 'ok' : `${lag} events behind after ${READY_WITHIN_MS} ms`
}
