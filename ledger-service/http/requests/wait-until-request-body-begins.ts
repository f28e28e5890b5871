import type { FastifyRequest } from 'fastify'

/**
 * Resolves when the first bytes of the body have arrived, when the body is empty, or when the client has disconnected.
 * Reads none of them.
 */
export async function waitUntilRequestBodyBegins({ raw }: FastifyRequest): Promise<void> {
  if (raw.readableLength > 0 || raw.complete || raw.destroyed) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const isThere = () => resolve()
  raw.once('readable', isThere).once('close', isThere)
  await promise
  raw.off('readable', isThere).off('close', isThere)
}
