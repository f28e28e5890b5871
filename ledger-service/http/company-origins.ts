import { normalizeHostName } from '../companies/host-name.ts'

/** The origins of a company: scheme, host and port. */
export interface CompanyOrigins {
  /** Returns whether a page of this origin is the company's own. */
  isOwn(origin: string): boolean
  /**
   * Returns the origin to redirect a browser to.
   * @param host the host of the request
   */
  originFor(host: string): string
}

export interface OriginSources {
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

export function companyOrigins({ hosts, isOnly, publicOrigin, port }: OriginSources): CompanyOrigins {
  const own = publicOrigin === undefined ? [`http://localhost:${port}`, `http://127.0.0.1:${port}`] : [publicOrigin]
  const [first = ''] = own
  const byHost = new Map(hosts.map((host) => [host, withHost(first, host)]))
  const known = new Set([...(isOnly ? own : []), ...byHost.values()])
  return {
    isOwn: (origin) => known.has(origin),
    originFor: (host) =>
      byHost.get(normalizeHostName(host) ?? '') ?? (isOnly ? first : ([...byHost.values()][0] ?? first)),
  }
}

function withHost(origin: string, host: string): string {
  const url = new URL(origin)
  url.hostname = host
  return url.origin
}
