import { errorBody } from '@ledger/contracts/http/error-body.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Allows only the app's own files, no inline script or style, no frame around it (security.md, Headers). */
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

const SECURITY_HEADERS: Record<string, string> = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'microphone=(self), camera=(), geolocation=()',
}

/** Sets the same headers on every answer. */
export function registerSecurityHeaders(app: FastifyInstance, origin: string | undefined): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(responseHeadersFor(request, origin))
    done()
  })
}

/**
 * Answers an address that cannot be parsed (a broken escape, an endless id) like an unknown one; no hook runs for it.
 */
export function answerUnreadableUrl(origin: string | undefined) {
  return (_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    void reply.code(404).headers(responseHeadersFor(request, origin)).type('application/json; charset=utf-8')
    void reply.serializer(JSON.stringify).send(errorBody('not_found'))
  }
}

/** Returns the headers of every answer; over https also the one that forbids http. */
export function securityHeaders(origin: string | undefined): Record<string, string> {
  const strictTransport = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
  return origin?.startsWith('https:') ? { ...SECURITY_HEADERS, ...strictTransport } : SECURITY_HEADERS
}

function responseHeadersFor({ id }: FastifyRequest, origin: string | undefined): Record<string, string> {
  return {
    ...securityHeaders(origin),
    'x-request-id': id,
    // A browser may store an answer only to revalidate it with its ETag; signing out deletes it. A file of the web app
    // overrides this.
    'cache-control': 'private, no-cache',
  }
}
