import { hash, randomUUIDv7 } from 'node:crypto'
import etag from '@fastify/etag'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Metrics } from '../metrics/prometheus-metrics.ts'
import type { CompanyContext } from './company-context.ts'
import { registerErrorHandler } from './errors.ts'
import type { Facing } from './facing.ts'
import { registerDocument } from './openapi/pages.ts'
import { registerCompression } from './plugins/compression.ts'
import { sendConnectionClose } from './plugins/graceful-shutdown.ts'
import { registerRequestLimits, SERVER_LIMITS } from './plugins/request-limits.ts'
import { registerRequestLog } from './plugins/request-log.ts'
import { answerUnreadableUrl, refuseCrossSiteRequests, registerSecurityHeaders } from './plugins/security-headers.ts'
import { registerSession, sessionCookieName } from './plugins/session.ts'
import { registerAuditorRoutes } from './routes/admin/auditors.ts'
import { registerFieldUserRoutes } from './routes/admin/field-users.ts'
import { registerAdminTransactionRoutes } from './routes/admin/transactions.ts'
import { registerCheckpointRoutes } from './routes/audit/checkpoints.ts'
import { registerEditLogRoutes } from './routes/audit/edit-log.ts'
import { registerAuditEventRoutes } from './routes/audit/events-and-proofs.ts'
import { openJobQueue } from './routes/audit/job-queue.ts'
import { registerRebuildRoutes } from './routes/audit/read-model-rebuilds.ts'
import { registerVerificationRoutes } from './routes/audit/verifications.ts'
import { registerBillRoutes } from './routes/bills/upload-view-erase.ts'
import { registerContactForm } from './routes/public/contact-form.ts'
import { registerWebApp } from './routes/public/serve-web-app.ts'
import { registerReportRoutes } from './routes/reports/ledgers-and-summaries.ts'
import { registerOpenidSignIn } from './routes/sign-in/openid-sign-in.ts'
import { registerPasswordSignIn } from './routes/sign-in/password-sign-in.ts'
import { registerSiteRoutes } from './routes/site/own-account-and-expenses.ts'
import { sharedSerializer } from './serializers.ts'
import { registerAuditFeed } from './streams/audit-feed.ts'
import { registerChangeFeed } from './streams/change-feed.ts'
import { openEventStreams } from './streams/event-stream.ts'

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
export function fastifyOptions({ logger, publicOrigin, trustedProxies }: AppOptions) {
  return {
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUIDv7(),
    ...SERVER_LIMITS,
    // A request on an open connection is answered while the server closes, and then the connection is closed.
    return503OnClosing: false,
    frameworkErrors: answerUnreadableUrl(publicOrigin),
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
  }
}

/** Builds the whole HTTP side of one company. It does not listen: the server passes its requests to `routing`. */
export async function buildApp(service: CompanyContext, facing: Facing, options: AppOptions): Promise<FastifyInstance> {
  const { metrics, web } = options
  // Every log line has the company's id.
  const logger = options.logger.child({ companyId: service.companyId })
  const app = Fastify(fastifyOptions({ ...options, logger }))
  sendConnectionClose(app, facing.server)
  app.setSerializerCompiler(sharedSerializer)
  parseJsonBodies(app)
  registerErrorHandler(app)
  registerSecurityHeaders(app, service.publicOrigin)
  refuseCrossSiteRequests(app, facing.isOwn)
  registerRequestLimits(app, facing.server)
  // Weak: the same answer has one tag, compressed or not.
  await app.register(etag, { weak: true, hashFn: (payload) => hash('sha1', payload, 'base64') })
  await registerCompression(app)
  // An answer that may not be stored needs no tag, and the digest of an answer with a password would help to guess it.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (reply.getHeader('cache-control') === 'no-store') reply.removeHeader('etag')
    done()
  })
  await registerSession(app, service.sessions, service.sessionSecret, service.publicOrigin)
  const streams = openEventStreams(app, service.sessions, facing.leaving)
  registerRequestLog(app, metrics)
  registerSiteRoutes(app, service)
  registerAdminTransactionRoutes(app, service)
  registerFieldUserRoutes(app, service)
  registerAuditorRoutes(app, service)
  registerAuditEventRoutes(app, service, streams)
  registerEditLogRoutes(app, service, streams, facing)
  registerAuditFeed(app, service, streams)
  registerChangeFeed(app, service, streams)
  registerCheckpointRoutes(app, service)
  const queue = openJobQueue(app, service.db)
  registerRebuildRoutes(app, service, queue)
  registerVerificationRoutes(app, service, queue, streams)
  registerReportRoutes(app, service)
  registerContactForm(app, service)
  await registerBillRoutes(app, service)
  registerPasswordSignIn(app, service)
  registerOpenidSignIn(app, service, facing)
  registerDocument(app, sessionCookieName(service.publicOrigin))
  await registerWebApp(app, web, facing.name)
  await app.ready()
  return app
}

/** Accepts JSON only; an empty body counts as none, because clients send the content type with every call (§7). */
function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parse(request, body as string, done)
  })
}
