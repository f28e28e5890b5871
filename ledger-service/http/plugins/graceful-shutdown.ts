import type { Server } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** Longer than an answer takes, shorter than a person waits for a program to end. */
const IDLE_CLOSE_INTERVAL_MS = 200

/**
 * Drains the server while it closes: it accepts no new connection, and each connection gets one more answer, with
 * `Connection: close`. Fastify sets the header for requests that arrive from then on, sendConnectionClose for all
 * others. Without this, Node would reset at once every connection without a current request, also one whose next
 * request is on its way; and it would leave a connection open for a minute if its answer had begun.
 */
export function drainConnectionsOnClose(server: Server): void {
  const closeIdle = server.closeIdleConnections.bind(server)
  let closing: NodeJS.Timeout | undefined
  // Called by both Fastify and Node when the server closes.
  server.closeIdleConnections = () => {
    closing ??= setInterval(closeIdle, IDLE_CLOSE_INTERVAL_MS).unref()
  }
  server.once('close', () => clearInterval(closing))
}

/** Adds `Connection: close` to answers once the server has begun to close. */
export function sendConnectionClose(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (!app.server.listening) reply.header('connection', 'close')
    done()
  })
}
