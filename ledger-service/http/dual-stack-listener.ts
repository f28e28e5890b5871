import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Both are `localhost` (RFC 6761), whatever the machine's table of hosts contains. */
const LOOPBACK_ADDRESSES = ['127.0.0.1', '::1']

/**
 * Listens at a host and port.
 * @returns the address, as it is printed
 */
export type Listen = (at: { host: string; port: number }) => Promise<string>

/**
 * Returns a function that listens at a host; at `localhost` on both loopback addresses, because a browser tries any of
 * them and a server of Node listens on one. Fastify does so by itself, but not where the server is made for it. Call it
 * before the application is ready.
 * @param another makes a server like that of the application
 */
export function dualStackListener(app: FastifyInstance, another: () => Server): Listen {
  const others: Server[] = []
  let closed: Promise<unknown> = Promise.resolve()
  app.addHook('preClose', async () => {
    closed = Promise.all(others.map((server) => once(server.close(), 'close')))
  })
  app.addHook('onClose', async () => {
    await closed
  })

  return async ({ host, port }) => {
    const printed = await app.listen({ host, port })
    if (host !== 'localhost') return printed
    const bound = app.server.address() as AddressInfo
    for (const address of LOOPBACK_ADDRESSES.filter((each) => each !== bound.address)) {
      const server = another()
      server.listen(bound.port, address)
      try {
        await once(server, 'listening')
      } catch (error) {
        // The machine has no address of that family.
        if (isAddressFamilyMissing(error)) continue
        throw error
      }
      others.push(server)
    }
    return printed
  }
}

const isAddressFamilyMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(String(error.code))
