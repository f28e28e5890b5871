import type { Server } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** Longer than an answer takes, shorter than anybody waits for a program to end. */
const DRAIN_MS = 200

/**
 * While the service closes, nobody new is let in, and each connection gets one answer more, with `Connection: close`: Fastify says so to
 * what it is asked from then on, and sayLast to everything else. Node would reset at once every connection that has no request
 * just then, also one whose next request is on its way; and one whose answer had begun it would keep for a minute after it.
 */
export function drainBeforeClosing(server: Server): void {
  const closeIdle = server.closeIdleConnections.bind(server)
  let closing: NodeJS.Timeout | undefined
  // Called by both Fastify and Node when the server closes.
  server.closeIdleConnections = () => {
    closing ??= setInterval(closeIdle, DRAIN_MS).unref()
  }
  server.once('close', () => clearInterval(closing))
}

/** Says of an answer that it is the last on its connection, once the server has begun to close. */
export function sayLast(app: FastifyInstance, server: Server): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (!server.listening) reply.header('connection', 'close')
    done()
  })
}
