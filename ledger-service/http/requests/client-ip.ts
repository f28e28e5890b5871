import { isIP, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'

/**
 * Returns the address that a request came from: the other end of the connection, or the address that a trusted proxy
 * gives (TRUSTED_PROXIES). Where a proxy passes on a text that is no address, the request counts as the proxy's own.
 */
export function clientIp({ ip, socket }: FastifyRequest): string {
  return isIP(ip) === 0 ? (socket.remoteAddress ?? '') : ip
}

/**
 * Returns the key for limits per address: of IPv6 the first 64 bits, because a customer has all the addresses behind
 * them.
 */
export function clientNetwork(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1] !== undefined) return mapped[1]
  if (!isIPv6(address)) return address
  const [before = '', after] = address.split('%', 1)[0]?.toLowerCase().split('::') ?? []
  const groups = before.split(':').filter((group) => group !== '')
  const missing = after === undefined ? 0 : 8 - groups.length - after.split(':').filter((group) => group !== '').length
  const all = [...groups, ...Array.from({ length: missing }, () => '0'), ...(after?.split(':') ?? [])]
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group || '0', 16).toString(16))
    .join(':')}::/64`
}
