import { hostName } from '../companies/host-name.ts'

/** Where browsers find a company: scheme, host and port. */
export interface Origins {
  /** Whether a page of this origin is the company's own. */
  isOwn(origin: string): boolean
  /** The one to send a browser back to. @param host as a request says it */
  at(host: string): string
}

export interface Located {
  /** The company's hosts, as `hostName` writes them. */
  hosts: readonly string[]
  /** Then it is also found where the installation is. */
  isOnly: boolean
  /** PUBLIC_ORIGIN, whose scheme and port are those of every host; undefined: http, and the port that the server listens on. */
  publicOrigin: string | undefined
  port: number | undefined
}

export function originsOf({ hosts, isOnly, publicOrigin, port }: Located): Origins {
  const own = publicOrigin === undefined ? [`http://localhost:${port}`, `http://127.0.0.1:${port}`] : [publicOrigin]
  const [first = ''] = own
  const byHost = new Map(hosts.map((host) => [host, withHost(first, host)]))
  const known = new Set([...(isOnly ? own : []), ...byHost.values()])
  return {
    isOwn: (origin) => known.has(origin),
    at: (host) => byHost.get(hostName(host) ?? '') ?? (isOnly ? first : ([...byHost.values()][0] ?? first)),
  }
}

function withHost(origin: string, host: string): string {
  const url = new URL(origin)
  url.hostname = host
  return url.origin
}
