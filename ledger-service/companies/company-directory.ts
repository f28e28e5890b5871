import { normalizeHostName } from './host-name.ts'

export interface Company {
  companyId: string
  name: string
  /** In the form that `normalizeHostName` returns. */
  hosts: readonly string[]
  /** Its users cannot sign in. */
  isDisabled: boolean
}

/** The companies of an installation, the oldest first, and the company of each host. */
export interface CompanyDirectory {
  readonly companies: readonly Company[]
  readonly byId: ReadonlyMap<string, Company>
  readonly byHost: ReadonlyMap<string, Company>
}

export function buildDirectory(companies: readonly Company[]): CompanyDirectory {
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
export function companyForHost(host: string | undefined, directory: CompanyDirectory): Company | undefined {
  const only = onlyCompany(directory)
  if (only) return only
  const name = host === undefined ? undefined : normalizeHostName(host)
  return name === undefined ? undefined : directory.byHost.get(name)
}

/** Returns the company that a command at the terminal names by its id or one of its hosts. */
export function companyByHostOrId(hostOrId: string, { byId, byHost }: CompanyDirectory): Company | undefined {
  return byId.get(hostOrId.toLowerCase()) ?? byHost.get(normalizeHostName(hostOrId) ?? '')
}

/** Returns the company of an installation that has only one. */
export function onlyCompany({ companies: [only, another] }: CompanyDirectory): Company | undefined {
  return another === undefined ? only : undefined
}
