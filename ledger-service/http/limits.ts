import { randomUUIDv7 } from 'node:crypto'
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { errorBody, invalidBody } from '@ledger/contracts/refusals.ts'
import type { ConnectionError, FastifyBaseLogger, FastifyInstance } from 'fastify'
import { Invalid } from './errors.ts'
import { securityHeaders } from './security.ts'

/** What a request may cost before anybody looks at what it asks for. */

const MAX_URL_BYTES = 2048
const MAX_HEADERS = 100
/** Of a type with its parameters. Fastify keeps a hundred of them as they came, for each company. */
const MAX_TYPE_BYTES = 200

/** RFC 9112 §3.2, and RFC 3986 without what no host of ours is called. */
const HOST = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{0,5})?$/i

/**
 * Headers that decide something and can be there once. Of two, Node takes the first, or the last, or both with a comma: what stands
 * before us may have decided by another one.
 */
const ONCE = new Set([
  ...['host', 'origin', 'sec-fetch-site', 'cookie', 'authorization', 'content-type', 'content-length'],
  ...['idempotency-key', 'if-match', 'last-event-id', 'x-background', 'user-agent'],
])

/**
 * Answers that one connection may wait for at once. Browsers and proxies ask one thing at a time; but a thousand short requests fit into
 * one packet.
 */
const MAX_PIPELINED = 8

/** So long nothing of an answer may be taken off our hands before its reader is cut: every byte that waits is in our memory. */
const UNREAD_MS = 30_000

/** The same where it is no file (Route.upload). */
const REQUEST_MS = 10_000

/**
 * The least that an upload brings in each window of time, else it ends: 1 kB a second. A telephone at the edge of a network has 5 kB a second. A
 * connection that was lost for some seconds comes back after twice as long, because TCP waits longer before each next try. So a window has to
 * hold a stop of 10 s and more, and what comes afterwards at such a rate. A place in our memory is held for no longer by a sender that stopped.
 */
export const UPLOAD_RATE = { windowMs: 20_000, bytes: 20_000 }

/** Options for Fastify. */
export const LIMITS = {
  connectionTimeout: UNREAD_MS,
  bodyLimit: 16_384,
  /** From a request's first byte to its last, where its body is a file: 5 MB at 350 kbit/s. */
  requestTimeout: 120_000,
  keepAliveTimeout: 65_000,
  routerOptions: { maxParamLength: 100 },
  http: {
    maxHeaderSize: 16_384,
    headersTimeout: 5000,
    // How exactly the two time-outs are kept; Node looks only every 30 s by default.
    connectionsCheckingInterval: 1000,
    // Node would refuse with an empty answer; registerLimits refuses with the error body.
    requireHostHeader: false,
  },
}

/** What Node lets through and we do not. */
export function registerLimits(app: FastifyInstance, server: Server): void {
  cutWhoDoesNotRead(app, server)
  cutWhoSendsSlowly(app, server)
  app.addHook('onRequest', ({ raw, headers, query }, _reply, done) => {
    if ((raw.url ?? '').length > MAX_URL_BYTES) throw malformed('The address is too long')
    if (raw.rawHeaders.length / 2 > MAX_HEADERS) throw malformed('The request has too many headers')
    if ((headers['content-type'] ?? '').length > MAX_TYPE_BYTES) throw malformed('The content type is too long')
    if (Object.values(query ?? {}).some(Array.isArray)) throw malformed('The query names something twice')
    const twice = namedTwice(raw.rawHeaders)
    if (twice !== undefined) throw malformed(`The request has two headers ${twice}`)
    if (!headers.host && raw.httpVersion === '1.1') throw malformed('The request names no host')
    if (headers.host && !HOST.test(headers.host)) throw malformed('The request names no host that can be')
    done()
  })
}

/** What each connection asks, from whichever applications, and has no answer to yet: the first is being answered. */
const asked = new WeakMap<Socket, (() => void)[]>()

/**
 * Answers what a connection asks in its turn, one thing after the other, and the first when all has been read that came in the same packet.
 * Whoever asks more than anybody does at once is cut; of a packet that does, nothing is answered, nor done. It would else cost
 * as much as so many requests, whose senders nobody knows.
 */
export function inTurn(
  { socket }: IncomingMessage,
  response: ServerResponse,
  log: FastifyBaseLogger,
  answer: () => void,
): void {
  if (socket.destroyed) return
  const waiting = asked.get(socket) ?? []
  asked.set(socket, waiting)
  waiting.push(answer)
  if (waiting.length > MAX_PIPELINED) {
    log.info('too many requests at once on one connection')
    socket.destroy()
    return
  }
  const next = () => {
    if (!socket.destroyed) waiting[0]?.()
  }
  response.once('close', () => {
    waiting.shift()
    next()
  })
  if (waiting.length === 1) process.nextTick(next)
}

/**
 * Node says that for some time nothing moved on a connection. Where something waits to be read, that is the reader's doing;
 * else the answer takes us long, and its reader has time.
 */
function cutWhoDoesNotRead(app: FastifyInstance, server: Server): void {
  app.addHook('onRequest', (_request, { raw }, done) => {
    raw.on('timeout', (socket: Socket) => {
      if (socket.writableLength > 0) socket.destroy()
      else socket.setTimeout(server.timeout)
    })
    done()
  })
}

/** Node knows one limit for all requests. */
function cutWhoSendsSlowly(app: FastifyInstance, server: Server): void {
  app.addHook('onRequest', ({ raw, routeOptions }, _reply, done) => {
    const hasBody = raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length'] ?? 0) > 0
    if (!hasBody) return done()
    const cut = () => {
      if (!raw.complete) server.emit('clientError', new TooSlow(), raw.socket)
    }
    const watching = routeOptions.config.takesFile ? watchRate(raw, cut) : setTimeout(cut, REQUEST_MS)
    const inTime = () => clearTimeout(watching)
    raw.once('end', inTime).once('close', inTime)
    done()
  })
}

/** Calls `cut` after each window in which too little came. @returns the timer to clear */
function watchRate({ socket, readableLength }: IncomingMessage, cut: () => void): NodeJS.Timeout {
  // The first part of the body may have come with the headers.
  let before = socket.bytesRead - readableLength
  return setInterval(() => {
    if (socket.bytesRead - before < UPLOAD_RATE.bytes) cut()
    before = socket.bytesRead
  }, UPLOAD_RATE.windowMs)
}

/** As Node itself says it. */
class TooSlow extends Error {
  readonly code = 'ERR_HTTP_REQUEST_TIMEOUT'
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is a file, which may come slowly. */
    takesFile?: boolean
  }
}

function namedTwice(rawHeaders: string[]): string | undefined {
  const seen = new Set<string>()
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase() ?? ''
    if (seen.has(name)) return name
    if (ONCE.has(name)) seen.add(name)
  }
  return undefined
}

const malformed = (message: string) => new Invalid({ path: '', message })

/**
 * For what is no HTTP at all, or comes too slowly: the error body, and the end of the connection, because nobody knows where
 * the next request would begin. The log has the parser's code and never its bytes.
 */
export function answerBrokenRequest(origin: string | undefined, log: FastifyBaseLogger) {
  return (error: ConnectionError, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    const body = bodyOf(error)
    const reqId = randomUUIDv7()
    log.info({ reqId, status: body.status, code: error.code }, 'malformed request')
    if (!socket.writable || isAnswering(socket)) {
      socket.destroy()
      return
    }
    const text = JSON.stringify(body)
    const lines = Object.entries({
      ...securityHeaders(origin),
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-request-id': reqId,
      'content-length': Buffer.byteLength(text),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}`)
    const head = [`HTTP/1.1 ${body.status} ${STATUS_CODES[body.status]}`, ...lines].join('\r\n')
    socket.end(`${head}\r\n\r\n${text}`, () => socket.destroy())
  }
}

function bodyOf(error: ConnectionError) {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return errorBody('too_slow')
  if (error.code === 'HPE_HEADER_OVERFLOW') return invalidBody([{ path: '', message: 'The headers are too large' }])
  return errorBody('invalid_request')
}

/** Whether an answer has begun on this connection: a second one in its midst would be read as part of it. */
function isAnswering(socket: Socket): boolean {
  // Node's own handler looks at the same field; there is no public one.
  const answer: unknown = Reflect.get(socket, '_httpMessage')
  return typeof answer === 'object' && answer !== null && 'headersSent' in answer && answer.headersSent === true
}
