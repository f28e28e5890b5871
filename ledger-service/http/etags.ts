import { hash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

const READS = new Set(['GET', 'HEAD'])

/**
 * Who asks again for what has not changed is told so, and sent nothing. Weak: the same answer has one tag, compressed or not. What may
 * not be stored has none: it is not asked for again, and the digest of an answer with a password would be something to guess at.
 */
export function registerEtags(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isText = typeof payload === 'string' || Buffer.isBuffer(payload)
    if (!isText || reply.statusCode !== 200 || !READS.has(request.method) || reply.hasHeader('etag')) return done()
    if (reply.getHeader('cache-control') === 'no-store') return done()
    const tag = `W/"${hash('sha1', payload, 'base64')}"`
    reply.header('etag', tag)
    if (request.headers['if-none-match'] !== tag) return done()
    reply.code(304)
    done(null, '')
  })
}
