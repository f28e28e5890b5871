import { timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sha256 } from '@ledger/database/binary/sha256-and-hmac.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { readCompaniesBehind, readProjectionStatus } from '@ledger/projections/projector/projection-status.ts'
import { readWorkerSilenceMs } from '@ledger/projections/projector/worker-liveness.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Metrics } from '../../metrics/prometheus-metrics.ts'
import { HttpRefusal } from '../errors.ts'

/** The read models count as ready if they catch up with the head within this time, in milliseconds. */
const READINESS_WAIT_MS = 1000
const READINESS_POLL_MS = 10
/** A worker that has sent the database no query for this time hangs, or its machine is down. */
const WORKER_SILENT_MS = 30_000

const HEALTH_PATHS = ['/healthz', '/readyz', '/metrics']

/** Returns whether an address is one of the operations, which answer at any host. */
export function isHealthPath(url: string): boolean {
  return !url.startsWith('/api/') && HEALTH_PATHS.includes(url.split('?', 1)[0] ?? '')
}

/** Headers that a proxy adds, besides X-Forwarded-*. */
const PROXY_HEADERS = new Set(['forwarded', 'via', 'x-real-ip'])

/** The sources of the operations, for all companies together. */
export interface HealthSources {
  db: Kysely<Database>
  /** Returns whether the database has the schema of this version. */
  isReady: () => Promise<boolean>
  /** Left out: requests are not counted and there is no page of metrics. */
  metrics?: Metrics | undefined
  /** The token that gives access to the metrics from any address; undefined: only this machine may read them. */
  metricsToken?: string | undefined
}

/** Registers the operator's routes: liveness, readiness and metrics. */
export function registerHealthRoutes(app: FastifyInstance, observed: HealthSources): void {
  const { metrics, metricsToken: token } = observed
  // At a company's host another spelling of a path, such as /%68ealthz, is one of the company's addresses.
  const onRequest = (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    if (request.company) reply.callNotFound()
    else done()
  }
  app.get('/healthz', { onRequest }, async () => ({ status: 'ok' }))

  app.get('/readyz', { onRequest }, async (_request, reply) => {
    const { ready, checks } = await readiness(observed)
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', checks })
  })

  if (!metrics) return
  app.get('/metrics', { onRequest }, async (request, reply) => {
    // Answers as if the route did not exist, so that a client does not learn that there is a token to guess.
    if (!mayReadMetrics(request, token)) throw new HttpRefusal('not_found')
    const { contentType, text } = await metrics.renderPage()
    return reply.header('cache-control', 'no-store').type(contentType).send(text)
  })
}

type ReadinessChecks = Record<'database' | 'migrations' | 'projections', string>

/**
 * Returns whether a request may read the metrics: by the token where there is one. Else by the connection's own
 * address, never by a header; and not where a proxy passed the request on, because its address may be this machine's
 * for every client.
 */
function mayReadMetrics({ headers, socket }: FastifyRequest, token: string | undefined): boolean {
  if (token !== undefined) return isSameSecret(headers.authorization ?? '', `Bearer ${token}`)
  const passedOn = Object.keys(headers).some((name) => name.startsWith('x-forwarded-') || PROXY_HEADERS.has(name))
  return !passedOn && /^(::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '')
}

/** Compares in the same time for every wrong text. */
function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(sha256(given), sha256(expected))
}

async function readiness({ db, isReady }: HealthSources): Promise<{ ready: boolean; checks: ReadinessChecks }> {
  try {
    if (!(await isReady()))
      return { ready: false, checks: { database: 'ok', migrations: 'missing', projections: 'unknown' } }
    const { ready, says } = await checkProjections(db)
    return { ready, checks: { database: 'ok', migrations: 'ok', projections: says } }
  } catch {
    return { ready: false, checks: { database: 'away', migrations: 'unknown', projections: 'unknown' } }
  }
}

/**
 * Returns not ready where read models have stopped or lag at every company, or where no worker follows the logs of
 * several companies: a fault at some companies must not make the others unavailable, and this page does not reveal
 * which ones have it (docs/decisions/0009-projector.md). A stopped read model is reported at once: waiting for
 * it would not help.
 */
async function checkProjections(db: Kysely<Database>): Promise<{ ready: boolean; says: string }> {
  const { companies, served, projections, stopped } = await readProjectionStatus(db)
  if (companies > 1 && !(await isAnyWorkerAlive(db))) return { ready: false, says: 'no worker follows the logs' }
  if (stopped > 0 && stopped === served) {
    const named = projections.filter(({ stoppedAt }) => stoppedAt > 0)
    return {
      ready: false,
      says: named.map((one) => `${one.name} stopped before event ${one.stoppedBefore}`).join(', '),
    }
  }
  const lag = await lagAfterWaiting(db, served - stopped)
  if (lag > 0) return { ready: false, says: `${lag} events behind after ${READINESS_WAIT_MS} ms` }
  return { ready: true, says: stopped === 0 ? 'ok' : `stopped at ${stopped} of ${served} companies` }
}

async function isAnyWorkerAlive(db: Kysely<Database>): Promise<boolean> {
  return ((await readWorkerSilenceMs(db)) ?? Number.POSITIVE_INFINITY) < WORKER_SILENT_MS
}

/**
 * Returns the events that the read models lack at the company with the greatest lag, of those recorded when this was
 * called, after the longest wait. Returns 0 as soon as one company lacks none, so that a request does not wait for
 * another company's read models.
 * @param going the number of companies that are served and have no stopped read model
 */
async function lagAfterWaiting(db: Kysely<Database>, going: number): Promise<number> {
  const behind = await readCompaniesBehind(db)
  const areAll = () => behind.size > 0 && behind.size >= going
  for (const until = Date.now() + READINESS_WAIT_MS; areAll() && Date.now() < until; ) {
    await sleep(READINESS_POLL_MS)
    const now = await readCompaniesBehind(db)
    for (const [companyId, place] of behind) {
      const shown = now.get(companyId)?.shown ?? place.head
      if (shown < place.head) behind.set(companyId, { ...place, shown })
      else behind.delete(companyId)
    }
  }
  return areAll() ? Math.max(...[...behind.values()].map(({ head, shown }) => head - shown)) : 0
}
