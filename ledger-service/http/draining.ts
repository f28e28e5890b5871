import type { FastifyInstance } from 'fastify'

/** Longer than an answer takes, shorter than anybody waits for a program to end. */
const DRAIN_MS = 200

/**
 * While the service closes, nobody new is let in, and each connection gets one answer more, with `Connection: close`: Fastify says so to
 * what is asked from then on, and this to what was asked before. Node would reset at once every connection that has no request
 * just then, also one whose next request is on its way; and one whose answer had begun it would keep for a minute after it.
 */
export function drainBeforeClosing(app: FastifyInstance): void {
  const { server } = app
  const closeIdle = server.closeIdleConnections.bind(server)
  let closing: NodeJS.Timeout | undefined
  // Called by both Fastify and Node when the server closes.
  server.closeIdleConnections = () => {
    closing ??= setInterval(closeIdle, DRAIN_MS).unref()
  }
  server.once('close', () => clearInterval(closing))
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing !== undefined) reply.header('connection', 'close')
    done()
  })
}
