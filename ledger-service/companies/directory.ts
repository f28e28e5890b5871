import { hostName } from './host-name.ts'

export interface Company {
  companyId: string
  name: string
  /** In the form that `hostName` returns. */
  hosts: readonly string[]
  /** Its users cannot sign in. */
  isDisabled: boolean
}

/** The companies of an installation, the oldest first, and the company of each host. */
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
 * Returns the company that a request is for. With one company every host is its own, also a missing one.
 * @param host the host of the request, with a port or not
 * @returns undefined where there are several companies and none has the host
 */
export function companyOf(host: string | undefined, directory: Directory): Company | undefined {
  const only = onlyOne(directory)
  if (only) return only
  const name = host === undefined ? undefined : hostName(host)
  return name === undefined ? undefined : directory.byHost.get(name)
}

/** Returns the company that a command at the terminal names by its id or one of its hosts. */
export function companyNamed(hostOrId: string, { byId, byHost }: Directory): Company | undefined {
  return byId.get(hostOrId.toLowerCase()) ?? byHost.get(hostName(hostOrId) ?? '')
}

/** Returns the company of an installation that has only one. */
export function onlyOne({ companies: [only, another] }: Directory): Company | undefined {
  return another === undefined ? only : undefined
}
