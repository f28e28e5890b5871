import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'

/**
 * Returns the host that a request names: behind a trusted proxy the host that the proxy received (X-Forwarded-Host; of
 * several the last, as Fastify reads it).
 * @param trustedProxies addresses and networks; headers of other senders are ignored
 */
export function forwardedHostResolver(
  trustedProxies: readonly string[],
): (request: IncomingMessage) => string | undefined {
  const proxies = new BlockList()
  for (const proxy of trustedProxies) {
    const [address = '', length] = proxy.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (length === undefined) proxies.addAddress(address, family)
    else proxies.addSubnet(address, Number(length), family)
  }
  return ({ headers, socket: { remoteAddress = '' } }) => {
    const passedOn = headers['x-forwarded-host']
    const isBelieved = passedOn !== undefined && proxies.check(remoteAddress, isIPv6(remoteAddress) ? 'ipv6' : 'ipv4')
    return isBelieved ? String(passedOn).split(',').at(-1)?.trim() : headers.host
  }
}
