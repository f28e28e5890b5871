import { hostName } from './host-name.ts'

export interface Company {
  companyId: string
  name: string
  /** As `hostName` writes them. */
  hosts: readonly string[]
  /** Its people may not come in. */
  isDisabled: boolean
}

/** The companies of an installation, the oldest first, and whose a host is. */
export interface Directory {
  readonly companies: readonly Company[]
  readonly byId: ReadonlyMap<string, Company>
  readonly byHost: ReadonlyMap<string, Company>
}

export function directoryOf(companies: readonly Company[]): Directory {
  return {
    companies,
    byId: new Map(companies.map((company) => [company.companyId, company])),
    byHost: new Map(companies.flatMap((company) => company.hosts.map((host) => [host, company] as const))),
  }
}

/**
 * Whose a request is. With one company every host is its own, also none.
 * @param host what the request says, with a port or not
 * @returns undefined for a host of nobody's, where there are several
 */
export function companyOf(host: string | undefined, directory: Directory): Company | undefined {
  const only = onlyOne(directory)
  if (only) return only
  const name = host === undefined ? undefined : hostName(host)
  return name === undefined ? undefined : directory.byHost.get(name)
}

/** The one that somebody at a terminal means, by its id or one of its hosts. */
export function companyNamed(hostOrId: string, { byId, byHost }: Directory): Company | undefined {
  return byId.get(hostOrId.toLowerCase()) ?? byHost.get(hostName(hostOrId) ?? '')
}

/** The company of an installation that has one. */
export function onlyOne({ companies: [only, another] }: Directory): Company | undefined {
  return another === undefined ? only : undefined
}
