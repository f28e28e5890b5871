import type { FastifyInstance } from 'fastify'

/** Longer than an answer takes, shorter than anybody waits for a program to end. */
const DRAIN_MS = 200

/**
 * While the service closes, nobody new is let in, and each connection gets one answer more, with `Connection: close`. Node would
 * reset at once every connection that has no request just then, also one whose next request is on its way.
 */
export function drainBeforeClosing({ server }: FastifyInstance): void {
  const closeIdle = server.closeIdleConnections.bind(server)
  // Called by both Fastify and Node when the server closes.
  server.closeIdleConnections = () => {
    setTimeout(closeIdle, DRAIN_MS).unref()
  }
}
