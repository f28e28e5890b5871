import type { IncomingMessage, Server } from 'node:http'
import { onlyCompany } from '../companies/company-directory.ts'
import { normalizeHostName } from '../companies/host-name.ts'
import type { CompanyHosts, CompanyHostsOptions } from './company-hosts.ts'
import { forwardedHostResolver } from './requests/forwarded-host.ts'

/** The origins of the companies: scheme, host and port. */
export interface CompanyOrigins {
  /**
   * Returns whether a page of this origin may send this request: a page of the company, or, for a contact form at no
   * company's host, the public page there.
   */
  isOwnOrigin(companyId: string, origin: string, request: IncomingMessage): boolean
  /**
   * Returns the company's origin to redirect a browser to.
   * @param host the host of the request
   */
  originFor(companyId: string, host: string): string
}

/** @param server returns the server that listens, whose port is that of all hosts without `publicOrigin` */
export function openCompanyOrigins(
  { directory, publicOrigin, trustedProxies }: CompanyHostsOptions,
  { isAtNoCompany }: CompanyHosts,
  server: () => Server,
): CompanyOrigins {
  const hostOf = forwardedHostResolver(trustedProxies)
  /**
   * The origins by the company's id, cached for the current directory. Hosts from requests are not cached, because a
   * client can send any host.
   */
  let cached = { directory: directory(), origins: new Map<string, OriginsByHost>() }

  function originsOf(companyId: string): OriginsByHost {
    const current = directory()
    if (cached.directory !== current) cached = { directory: current, origins: new Map() }
    const before = cached.origins.get(companyId)
    if (before) return before
    const hosts = current.byId.get(companyId)?.hosts ?? []
    const address = server().address()
    const port = typeof address === 'object' ? address?.port : undefined
    const origins = originsByHost({ hosts, isOnly: onlyCompany(current) !== undefined, publicOrigin, port })
    cached.origins.set(companyId, origins)
    return origins
  }

  return {
    isOwnOrigin: (companyId, origin, request) =>
      originsOf(companyId).all.has(origin) || (isAtNoCompany(request) && isSameHost(origin, hostOf(request))),
    originFor(companyId, host) {
      const { byHost, default: otherwise } = originsOf(companyId)
      return byHost.get(normalizeHostName(host) ?? '') ?? otherwise
    },
  }
}

interface OriginSources {
  /** The company's hosts, as `normalizeHostName` writes them. */
  hosts: readonly string[]
  /** The only company also has the installation's origin. */
  isOnly: boolean
  /**
   * PUBLIC_ORIGIN, whose scheme and port apply to every host; undefined: http, and the port that the server listens on.
   */
  publicOrigin: string | undefined
  port: number | undefined
}

interface OriginsByHost {
  byHost: ReadonlyMap<string, string>
  all: ReadonlySet<string>
  /** The origin for a host that is not the company's. */
  default: string
}

function originsByHost({ hosts, isOnly, publicOrigin, port }: OriginSources): OriginsByHost {
  const own = publicOrigin === undefined ? [`http://localhost:${port}`, `http://127.0.0.1:${port}`] : [publicOrigin]
  const [first = ''] = own
  const byHost = new Map(hosts.map((host) => [host, withHost(first, host)]))
  return {
    byHost,
    all: new Set([...(isOnly ? own : []), ...byHost.values()]),
    default: isOnly ? first : ([...byHost.values()][0] ?? first),
  }
}

function withHost(origin: string, host: string): string {
  const url = new URL(origin)
  url.hostname = host
  return url.origin
}

function isSameHost(origin: string, host: string | undefined): boolean {
  return URL.canParse(origin) && normalizeHostName(new URL(origin).host) === normalizeHostName(host ?? '')
}
