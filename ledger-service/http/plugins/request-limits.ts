import { randomUUIDv7 } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { errorBody, validationErrorBody } from '@ledger/contracts/http/error-body.ts'
import type { ConnectionError, FastifyBaseLogger, FastifyInstance } from 'fastify'
import { InvalidRequest } from '../errors.ts'
import { securityHeaders } from './security-headers.ts'

/** The limits of a request before its content is examined. */

const MAX_URL_BYTES = 2048
const MAX_HEADERS = 100
/** The limit of a content type with its parameters. Fastify caches a hundred of them unparsed. */
const MAX_TYPE_BYTES = 200

/** RFC 9112 §3.2, and RFC 3986 without the characters that no host of ours has. */
const HOST_HEADER_PATTERN = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{0,5})?$/i

/**
 * Headers that affect a decision and may occur once. Where there are two, Node takes the first, or the last, or both
 * with a comma: a proxy in front may have decided by another one.
 */
const SINGLE_USE_HEADERS = new Set([
  ...['host', 'origin', 'sec-fetch-site', 'cookie', 'authorization', 'content-type', 'content-length'],
  ...['idempotency-key', 'if-match', 'last-event-id', 'x-background', 'user-agent'],
])

/**
 * The limit of unanswered requests on one connection. Browsers and proxies send one request at a time; but a thousand
 * short requests fit into one packet.
 */
const MAX_PIPELINED = 8

/**
 * A connection is cut where its client reads nothing of an answer for this time: every unread byte is in our memory.
 */
const UNREAD_RESPONSE_TIMEOUT_MS = 30_000

/** The time limit of the body of a request that is no file (Route.upload). */
export const REQUEST_BODY_LIMIT = { timeoutMs: 10_000 }

/**
 * The least rate of an upload in each time window: 1 kB a second; a slower one is cut. A telephone at the edge of a
 * network has 5 kB a second. A connection that was lost for some seconds returns after twice as long, because TCP waits
 * longer before each next try. So a window must cover a stop of 10 s and more, and the data after it at such a rate. A
 * sender that has stopped holds a slot of our memory no longer than one window.
 */
export const UPLOAD_RATE = { windowMs: 20_000, bytes: 20_000 }

/** The options for Fastify. */
export const SERVER_LIMITS = {
  connectionTimeout: UNREAD_RESPONSE_TIMEOUT_MS,
  bodyLimit: 16_384,
  /** From the first byte of a request to its last, where its body is a file: 5 MB at 350 kbit/s. */
  requestTimeout: 120_000,
  keepAliveTimeout: 65_000,
  /** The id of a beneficiary has its name of 120 characters; the limit of the address holds for it, too. */
  routerOptions: { maxParamLength: MAX_URL_BYTES },
  http: {
    maxHeaderSize: 16_384,
    headersTimeout: 5000,
    // The precision of the two time-outs; Node checks only every 30 s by default.
    connectionsCheckingInterval: 1000,
    // Node would refuse with an empty answer; registerRequestLimits refuses with the error body.
    requireHostHeader: false,
  },
}

/** Registers the limits that Node does not enforce. */
export function registerRequestLimits(app: FastifyInstance): void {
  cutSlowReaders(app)
  cutSlowSenders(app)
  app.addHook('onRequest', ({ raw, headers, query }, _reply, done) => {
    if ((raw.url ?? '').length > MAX_URL_BYTES) throw malformedRequest('The address is too long')
    if (raw.rawHeaders.length / 2 > MAX_HEADERS) throw malformedRequest('The request has too many headers')
    if ((headers['content-type'] ?? '').length > MAX_TYPE_BYTES) throw malformedRequest('The content type is too long')
    if (Object.values(query ?? {}).some(Array.isArray)) throw malformedRequest('The query names something twice')
    const twice = findRepeatedHeader(raw.rawHeaders)
    if (twice !== undefined) throw malformedRequest(`The request has two headers ${twice}`)
    if (!headers.host && raw.httpVersion === '1.1') throw malformedRequest('The request names no host')
    if (headers.host && !HOST_HEADER_PATTERN.test(headers.host))
      throw malformedRequest('The request names no host that can be')
    done()
  })
}

/** The unanswered requests of each connection: the first is in progress. */
const pendingRequests = new WeakMap<Socket, { response: ServerResponse; answer: () => void }[]>()

/**
 * Answers the requests of a connection one after the other, and the first once all requests of the same packet are
 * read. A client with more unanswered requests than any real client sends is cut; of a packet with too many requests,
 * none is answered or executed. Otherwise it would cost as much as that many requests, whose senders are unknown.
 */
export function limitPipelining(
  { socket }: IncomingMessage,
  response: ServerResponse,
  log: FastifyBaseLogger,
  answer: () => void,
): void {
  if (socket.destroyed) return
  const waiting = pendingRequests.get(socket) ?? []
  pendingRequests.set(socket, waiting)
  waiting.push({ response, answer })
  if (waiting.length > MAX_PIPELINED) {
    log.info('too many requests at once on one connection')
    socket.destroy()
    return
  }
  const next = () => {
    if (!socket.destroyed) waiting[0]?.answer()
  }
  response.once('close', () => {
    waiting.shift()
    next()
  })
  if (waiting.length === 1) process.nextTick(next)
}

/**
 * Cuts clients that do not read. Node reports that a connection was idle for some time: where unread data waits, the
 * client is the cause; otherwise the answer takes long, and the client may wait.
 */
function cutSlowReaders(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, { raw }, done) => {
    raw.on('timeout', (socket: Socket) => {
      if (socket.writableLength > 0) socket.destroy()
      else socket.setTimeout(app.server.timeout)
    })
    done()
  })
}

/** Cuts clients that send slowly, because Node has one limit for all requests. */
function cutSlowSenders(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw, routeOptions }, _reply, done) => {
    const hasBody = raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length'] ?? 0) > 0
    if (!hasBody) return done()
    const cut = () => {
      if (!raw.complete) app.server.emit('clientError', new RequestTimedOut(), raw.socket)
    }
    const watching = routeOptions.config.takesFile ? watchRate(raw, cut) : setTimeout(cut, REQUEST_BODY_LIMIT.timeoutMs)
    const inTime = () => clearTimeout(watching)
    raw.once('end', inTime).once('close', inTime)
    done()
  })
}

/**
 * Calls `cut` after each window in which too few bytes arrived.
 * @returns the timer to clear
 */
function watchRate({ socket, readableLength }: IncomingMessage, cut: () => void): NodeJS.Timeout {
  // The first part of the body may have arrived with the headers.
  let before = socket.bytesRead - readableLength
  return setInterval(() => {
    if (socket.bytesRead - before < UPLOAD_RATE.bytes) cut()
    before = socket.bytesRead
  }, UPLOAD_RATE.windowMs)
}

/** Has the code of Node's own error. */
class RequestTimedOut extends Error {
  readonly code = 'ERR_HTTP_REQUEST_TIMEOUT'
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the body is a file, which may arrive slowly. */
    takesFile?: boolean
  }
}

function findRepeatedHeader(rawHeaders: string[]): string | undefined {
  const seen = new Set<string>()
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase() ?? ''
    if (seen.has(name)) return name
    if (SINGLE_USE_HEADERS.has(name)) seen.add(name)
  }
  return undefined
}

const malformedRequest = (message: string) => new InvalidRequest({ path: '', message })

/**
 * Answers input that is no HTTP, or arrives too slowly: with the error body and the end of the connection, because the
 * beginning of the next request is unknown. The log has the parser's code and never its bytes.
 */
export function answerMalformedHttp(origin: string | undefined, log: FastifyBaseLogger) {
  return (error: ConnectionError, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    const body = parserErrorBody(error)
    const reqId = randomUUIDv7()
    log.info({ reqId, status: body.status, code: error.code }, 'malformed request')
    if (!socket.writable || hasResponseBegun(socket)) {
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

function parserErrorBody(error: ConnectionError) {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return errorBody('too_slow')
  if (error.code === 'HPE_HEADER_OVERFLOW')
    return validationErrorBody([{ path: '', message: 'The headers are too large' }])
  return errorBody('invalid_request')
}

/** Returns whether an answer has begun on this connection: a second one would be read as part of it. */
function hasResponseBegun(socket: Socket): boolean {
  return pendingRequests.get(socket)?.[0]?.response.headersSent === true
}
