import { randomUUIDv7 } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { dualStackListener, type Listen } from './dual-stack-listener.ts'
import { drainConnectionsOnClose, sendConnectionClose } from './plugins/graceful-shutdown.ts'
import { answerMalformedHttp, limitPipelining, SERVER_LIMITS } from './plugins/request-limits.ts'
import { answerUnreadableUrl } from './plugins/security-headers.ts'

export interface HttpServerOptions {
  logger: FastifyBaseLogger
  publicOrigin: string | undefined
  /** Addresses and networks of the proxies in front, whose headers give the address and the host of a request. */
  trustedProxies: readonly string[]
}

/**
 * Makes the application of all companies, without routes, and its server.
 * @param companyIdOf returns the company that the log lines of a request name
 */
export function createHttpServer(
  { logger, publicOrigin, trustedProxies }: HttpServerOptions,
  companyIdOf: (request: IncomingMessage) => string | undefined,
): { app: FastifyInstance; listen: Listen } {
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (all, bindings, settings, request) =>
      all.child({ ...bindings, companyId: companyIdOf(request) }, settings),
    genReqId: () => randomUUIDv7(),
    ...SERVER_LIMITS,
    // A request on an open connection is answered while the server closes, and then the connection is closed.
    return503OnClosing: false,
    frameworkErrors: answerUnreadableUrl(publicOrigin),
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    clientErrorHandler: answerMalformedHttp(publicOrigin, logger),
    forceCloseConnections: 'idle',
    serverFactory: (answer) =>
      serverOf((request, response) => limitPipelining(request, response, logger, () => answer(request, response))),
  })
  const { server } = app
  sendConnectionClose(app)
  const listen = dualStackListener(app, () =>
    serverOf((request, response) => server.emit('request', request, response)).on('clientError', (error, socket) =>
      server.emit('clientError', error, socket),
    ),
  )
  return { app, listen }
}

function serverOf(handle: RequestListener): Server {
  const server = createServer(SERVER_LIMITS.http, handle)
  server.keepAliveTimeout = SERVER_LIMITS.keepAliveTimeout
  server.requestTimeout = SERVER_LIMITS.requestTimeout
  drainConnectionsOnClose(server)
  return server.setTimeout(SERVER_LIMITS.connectionTimeout)
}
