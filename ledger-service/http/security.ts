import type { IncomingMessage } from 'node:http'
import { errorBody } from '@ledger/contracts/refusals.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { TurnedAway } from './errors.ts'

/** Nothing but the app's own files, no inline script or style, no frame around it (promises.md, Headers). */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const HEADERS: Record<string, string> = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'microphone=(self), camera=(), geolocation=()',
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** The same headers on every answer. */
export function registerHeaders(app: FastifyInstance, origin: string | undefined): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersFor(request, origin))
    done()
  })
}

/** No unsafe method from another site. A client that is no browser sends neither header. */
export function refuseOtherSites(
  app: FastifyInstance,
  isOwn: (origin: string, request: IncomingMessage) => boolean,
): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (SAFE_METHODS.has(request.method)) return done()
    const { origin: from, 'sec-fetch-site': site } = request.headers
    const foreignSite = site !== undefined && site !== 'same-origin' && site !== 'none'
    const foreignOrigin = from !== undefined && !isOwn(from, request.raw)
    done(foreignSite || foreignOrigin ? new TurnedAway('cross_site') : undefined)
  })
}

/** Answers an address that cannot even be read (a broken escape, an endless id) as one that names nothing; no hook runs for it. */
export function answerBadAddress(origin: string | undefined) {
  return (_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    void reply.code(404).headers(headersFor(request, origin)).type('application/json; charset=utf-8')
    void reply.serializer(JSON.stringify).send(errorBody('not_found'))
  }
}

/** The headers of every answer, whatever was asked; over https also that there is no other way. */
export function securityHeaders(origin: string | undefined): Record<string, string> {
  const strictTransport = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
  return origin?.startsWith('https:') ? { ...HEADERS, ...strictTransport } : HEADERS
}

function headersFor({ id }: FastifyRequest, origin: string | undefined): Record<string, string> {
  return {
    ...securityHeaders(origin),
    'x-request-id': id,
    // Kept only to be asked for again with its ETag; signing out clears it. A file of the web app says otherwise of itself.
    'cache-control': 'private, no-cache',
  }
}
