import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { type Company, type CompanyDirectory, companyForHost, onlyCompany } from '../companies/directory.ts'
import { normalizeHostName } from '../companies/host-name.ts'
import { type AppOptions, fastifyOptions } from './app.ts'
import { type Opened, openAwake } from './awake.ts'
import type { CompanyContext } from './company-context.ts'
import { type CompanyOrigins, companyOrigins } from './company-origins.ts'
import { HttpRefusal, registerErrorHandler } from './errors.ts'
import type { Facing } from './facing.ts'
import { type Listen, loopbackListener } from './listen-loopback.ts'
import { forwardedHostResolver } from './plugins/forwarded-host.ts'
import { drainConnectionsOnClose, sendConnectionClose } from './plugins/graceful-shutdown.ts'
import { answerMalformedHttp, limitPipelining, registerRequestLimits, SERVER_LIMITS } from './plugins/request-limits.ts'
import { registerRequestLog } from './plugins/request-log.ts'
import { registerSecurityHeaders } from './plugins/security-headers.ts'
import { type HealthSources, isHealthPath, registerHealthRoutes } from './routes/health-and-metrics.ts'
import { isContactForm, isPublicPage, registerPublicPage } from './routes/public/serve-web-app.ts'
import { answerUnknownCompany } from './routes/public/unknown-company.ts'

/** The app and the services of one company. */
export interface Served extends Opened {
  app: FastifyInstance
  service: CompanyContext
}

export interface DoorOptions extends AppOptions {
  observed: HealthSources
  directory: () => CompanyDirectory
  /** Opens the app of a company. */
  open(companyId: string, facing: Facing): Promise<Served>
  onError: (error: Error, companyId: string) => void
}

export interface Door {
  /**
   * The application that listens, and answers the requests that belong to no company: the operations at any host, and
   * unknown hosts.
   */
  app: FastifyInstance
  listen: Listen
  /** Returns the app of a company, and opens it where it is not open. */
  wake(companyId: string): Promise<Served>
  /** Evicts the apps of companies that are disabled now. */
  look(directory: CompanyDirectory): void
}

/**
 * Opens the one server of all companies. It reads the host before any other code does, and passes the request to the
 * application of that company; so a request to one application cannot reach another's routes, streams or caches. With
 * one company every host is its own.
 */
export async function openDoor(options: DoorOptions): Promise<Door> {
  const { publicOrigin, trustedProxies, directory, observed, logger, metrics, onError } = options
  const app = Fastify({
    ...fastifyOptions(options),
    // An answer that is made here for a company, because it is disabled or could not be opened, also has its id in the
    // log.
    childLoggerFactory: (all, bindings, settings, request) =>
      all.child({ ...bindings, companyId: companyAsked(request)?.companyId }, settings),
    clientErrorHandler: answerMalformedHttp(publicOrigin, logger),
    forceCloseConnections: 'idle',
    serverFactory: (own) =>
      serverOf((request, response) =>
        limitPipelining(request, response, logger, () => handOver(request, response, own)),
      ),
  })
  const { server } = app
  sendConnectionClose(app, server)

  const awake = openAwake(
    (companyId, leaving) => {
      const origins = () => originsAt(companyId)
      const isOwn: Facing['isOwn'] = (origin, request) =>
        origins().isOwn(origin) || (fromPublicPage.has(request) && isSameHost(origin, hostOf(request)))
      return options.open(companyId, { server, leaving, name: () => nameOf(companyId), origins, isOwn })
    },
    () => onlyCompany(directory()) === undefined,
    onError,
  )
  app.addHook('preClose', async () => awake.leave())
  app.addHook('onClose', () => awake.close())
  const listen = loopbackListener(app, () =>
    serverOf((request, response) => server.emit('request', request, response)).on('clientError', (error, socket) =>
      server.emit('clientError', error, socket),
    ),
  )

  const hostOf = forwardedHostResolver(trustedProxies)
  const fromPublicPage = new WeakSet<IncomingMessage>()
  /**
   * The origins by the company's id, cached for the current directory. Hosts from requests are not cached, because a
   * client can send any host.
   */
  let known = { of: directory(), origins: new Map<string, CompanyOrigins>() }

  function inForce() {
    const now = directory()
    if (known.of !== now) known = { of: now, origins: new Map() }
    return known
  }

  function companyAsked(request: IncomingMessage): Company | undefined {
    return isHealthPath(request.url ?? '') ? undefined : companyForHost(hostOf(request), directory())
  }

  /**
   * Returns the company that receives the contact form of the public page, which belongs to no company: the oldest
   * company, for which the installation was made, or, while that one is disabled, the next.
   */
  function readerOf(request: IncomingMessage): Company | undefined {
    if (!isContactForm(request)) return undefined
    fromPublicPage.add(request)
    return directory().companies.find(({ isDisabled }) => !isDisabled)
  }

  function nameOf(companyId: string): string | undefined {
    return onlyCompany(directory()) ? undefined : directory().byId.get(companyId)?.name
  }

  function originsAt(companyId: string): CompanyOrigins {
    const { of, origins } = inForce()
    const before = origins.get(companyId)
    if (before) return before
    const hosts = of.byId.get(companyId)?.hosts ?? []
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const made = companyOrigins({ hosts, isOnly: onlyCompany(of) !== undefined, publicOrigin, port })
    origins.set(companyId, made)
    return made
  }

  /**
   * The reason why a request of a company was not passed on: its app could not be opened, or the request is for the
   * public page, which belongs to the installation.
   */
  const notHandedOver = new WeakMap<IncomingMessage, 'asleep' | 'elsewhere'>()
  const installation = publicOrigin === undefined ? ['localhost', '127.0.0.1'] : [new URL(publicOrigin).hostname]

  const isElsewhere = (request: IncomingMessage) =>
    isPublicPage(request.url ?? '') &&
    onlyCompany(directory()) === undefined &&
    !installation.includes(normalizeHostName(hostOf(request) ?? '') ?? '')

  function handOver(
    request: IncomingMessage,
    response: ServerResponse,
    own: (request: IncomingMessage, response: ServerResponse) => void,
  ): void {
    const asked = companyAsked(request)
    const company = asked?.isDisabled === false ? asked : readerOf(request)
    if (company === undefined) own(request, response)
    else if (isElsewhere(request)) {
      notHandedOver.set(request, 'elsewhere')
      own(request, response)
    } else
      awake.enter(company.companyId, request, response, (error) => {
        onError(error instanceof Error ? error : new Error(String(error)), company.companyId)
        notHandedOver.set(request, 'asleep')
        own(request, response)
      })
  }

  function answerNobodys(
    request: FastifyRequest,
    reply: FastifyReply,
    showPage: (() => FastifyReply) | undefined,
  ): FastifyReply {
    const why = notHandedOver.get(request.raw)
    if (why === 'asleep') throw new HttpRefusal('unavailable')
    if (why === 'elsewhere') return reply.redirect('/')
    if (showPage) return showPage()
    if (isHealthPath(request.url)) throw new HttpRefusal('not_found')
    return answerUnknownCompany(request, reply)
  }

  ignoreBodies(app)
  registerErrorHandler(app)
  // No route here changes anything, whatever the method and the origin of the request.
  registerSecurityHeaders(app, publicOrigin)
  registerRequestLimits(app, server)
  registerRequestLog(app, metrics)
  registerHealthRoutes(app, observed)
  await registerPublicPage(app, options.web, answerNobodys)
  return {
    app,
    listen,
    wake: awake.wake,
    look({ byId }) {
      for (const companyId of awake.all()) if (byId.get(companyId)?.isDisabled !== false) void awake.letGo(companyId)
    },
  }
}

function isSameHost(origin: string, host: string | undefined): boolean {
  return URL.canParse(origin) && normalizeHostName(new URL(origin).host) === normalizeHostName(host ?? '')
}

function serverOf(handle: RequestListener): Server {
  const server = createServer(SERVER_LIMITS.http, handle)
  server.keepAliveTimeout = SERVER_LIMITS.keepAliveTimeout
  server.requestTimeout = SERVER_LIMITS.requestTimeout
  drainConnectionsOnClose(server)
  return server.setTimeout(SERVER_LIMITS.connectionTimeout)
}

/** The bodies of requests without a company are not read. */
function ignoreBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
}
