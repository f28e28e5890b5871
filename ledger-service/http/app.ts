import { randomUUIDv7 } from 'node:crypto'
import etag from '@fastify/etag'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { registerAdminMoney } from './admin-money.ts'
import { registerAdminPeople } from './admin-people.ts'
import { registerAuditors } from './auditors.ts'
import { registerErrors } from './errors.ts'
import { registerOperations } from './operations.ts'
import { answerBadAddress, registerSecurity } from './security.ts'
import type { Service } from './service.ts'
import { registerSession } from './session.ts'
import { registerSignIn } from './sign-in.ts'
import { registerSite } from './site.ts'
import { registerWebApp } from './web-app.ts'

const BODY_LIMIT_BYTES = 16_384

export interface AppOptions {
  logger: FastifyBaseLogger
  /** The folder of the built web app. */
  web?: string
}

/** The whole HTTP side, ready to listen or to be called by a test. */
export async function buildApp(service: Service, { logger, web }: AppOptions): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUIDv7(),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: 10_000,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 100 },
    frameworkErrors: answerBadAddress(service.publicOrigin),
    // Only a proxy in front of an https origin may say where a request came from.
    trustProxy: service.publicOrigin?.startsWith('https:') ? ['loopback', 'linklocal', 'uniquelocal'] : false,
  })
  readJson(app)
  registerErrors(app)
  registerSecurity(app, service.publicOrigin)
  await app.register(etag)
  await registerSession(app, service.sessions, service.sessionSecret, service.publicOrigin)
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request
    const account = request.session?.signedIn?.accountId
    request.log.info(
      { method, route: routeOptions.url, status: reply.statusCode, ms: Math.round(reply.elapsedTime), account },
      'request',
    )
  })
  registerSite(app, service)
  registerAdminMoney(app, service)
  registerAdminPeople(app, service)
  registerAuditors(app, service)
  registerSignIn(app, service)
  registerOperations(app, service)
  await registerWebApp(app, web)
  return app
}

/** JSON only; an empty body is none, because clients send the content type with every call (§7). */
function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parse(request, body as string, done)
  })
}
