import { hash, randomUUIDv7 } from 'node:crypto'
import etag from '@fastify/etag'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Metrics } from '../metrics/metrics.ts'
import { registerAdminMoney } from './admin-money.ts'
import { registerAdminPeople } from './admin-people.ts'
import { registerAudit } from './audit.ts'
import { registerAuditors } from './auditors.ts'
import { registerBills } from './bills.ts'
import { registerCheckpoints } from './checkpoints.ts'
import { registerCompression } from './compression.ts'
import { registerContact } from './contact.ts'
import { sayLast } from './draining.ts'
import { registerEditLog } from './edit-log.ts'
import { registerErrors } from './errors.ts'
import type { Facing } from './facing.ts'
import { registerFollow } from './follow.ts'
import { registerFollowChanges } from './follow-changes.ts'
import { openJobQueue } from './job-queue.ts'
import { LIMITS, registerLimits } from './limits.ts'
import { registerDocument } from './openapi/pages.ts'
import { registerOpenid } from './openid.ts'
import { registerRebuilds } from './rebuilds.ts'
import { registerReports } from './reports.ts'
import { registerRequestLog } from './request-log.ts'
import { answerBadAddress, refuseOtherSites, registerHeaders } from './security.ts'
import { sharedSerializer } from './serializers.ts'
import type { Service } from './service.ts'
import { registerSession, sessionCookieName } from './session.ts'
import { registerSignIn } from './sign-in.ts'
import { registerSite } from './site.ts'
import { openStreams } from './stream.ts'
import { registerVerifications } from './verifications.ts'
import { registerWebApp } from './web-app.ts'

export interface AppOptions {
  logger: FastifyBaseLogger
  /** Left out: requests are not counted. */
  metrics?: Metrics | undefined
  publicOrigin: string | undefined
  /** Addresses and networks of the proxies in front, whose headers give the address of a request. */
  trustedProxies: readonly string[]
  /** The folder of the built web app. */
  web?: string | undefined
}

/** Returns the options that every application shares: one for each company, and the one in front of them (door.ts). */
export function applicationOptions({ logger, publicOrigin, trustedProxies }: AppOptions) {
  return {
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUIDv7(),
    ...LIMITS,
    // A request on an open connection is answered while the server closes, and then the connection is closed.
    return503OnClosing: false,
    frameworkErrors: answerBadAddress(publicOrigin),
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
  }
}

/** Builds the whole HTTP side of one company. It does not listen: the server passes its requests to `routing`. */
export async function buildApp(service: Service, facing: Facing, options: AppOptions): Promise<FastifyInstance> {
  const { metrics, web } = options
  // Every log line has the company's id.
  const logger = options.logger.child({ companyId: service.companyId })
  const app = Fastify(applicationOptions({ ...options, logger }))
  sayLast(app, facing.server)
  app.setSerializerCompiler(sharedSerializer)
  readJson(app)
  registerErrors(app)
  registerHeaders(app, service.publicOrigin)
  refuseOtherSites(app, facing.isOwn)
  registerLimits(app, facing.server)
  // Weak: the same answer has one tag, compressed or not.
  await app.register(etag, { weak: true, hashFn: (payload) => hash('sha1', payload, 'base64') })
  await registerCompression(app)
  // An answer that may not be stored needs no tag, and the digest of an answer with a password would help to guess it.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (reply.getHeader('cache-control') === 'no-store') reply.removeHeader('etag')
    done()
  })
  await registerSession(app, service.sessions, service.sessionSecret, service.publicOrigin)
  const streams = openStreams(app, service.sessions, facing.leaving)
  registerRequestLog(app, metrics)
  registerSite(app, service)
  registerAdminMoney(app, service)
  registerAdminPeople(app, service)
  registerAuditors(app, service)
  registerAudit(app, service, streams)
  registerEditLog(app, service, streams, facing)
  registerFollow(app, service, streams)
  registerFollowChanges(app, service, streams)
  registerCheckpoints(app, service)
  const queue = openJobQueue(app, service.db)
  registerRebuilds(app, service, queue)
  registerVerifications(app, service, queue, streams)
  registerReports(app, service)
  registerContact(app, service)
  await registerBills(app, service)
  registerSignIn(app, service)
  registerOpenid(app, service, facing)
  registerDocument(app, sessionCookieName(service.publicOrigin))
  await registerWebApp(app, web, facing.name)
  await app.ready()
  return app
}

/** Accepts JSON only; an empty body counts as none, because clients send the content type with every call (§7). */
function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parse(request, body as string, done)
  })
}
