import type { IncomingMessage } from 'node:http'
import { type Company, type CompanyDirectory, companyForHost, onlyCompany } from '../companies/company-directory.ts'
import { normalizeHostName } from '../companies/host-name.ts'
import { forwardedHostResolver } from './requests/forwarded-host.ts'
import { isHealthPath } from './routes/health-and-metrics.ts'
import { isContactFormRequest, isLandingPage } from './routes/public/is-landing-page-request.ts'

/** The companies by their hosts. With one company every host is its own. */
export interface CompanyHosts {
  /** Returns the company that has the host of a request, enabled or not; none has those of operations. */
  companyNamed(request: IncomingMessage): Company | undefined
  /**
   * Returns the company that answers a request, which is enabled. The contact form of the public page, which belongs to
   * no company, goes to the oldest one, for which the installation was made, or, while that one is disabled, to the
   * next.
   */
  companyFor(request: IncomingMessage): Company | undefined
  /** Returns whether a request is for the installation's public page, at the host of one of several companies. */
  isPublicPageElsewhere(request: IncomingMessage): boolean
  /** Returns whether a request is for no enabled company's host. */
  isAtNoCompany(request: IncomingMessage): boolean
  /**
   * Returns the company's name, and whether it is the only company: then tabs and apps have the product's name, and
   * only paper and files have the company's.
   */
  nameOf(companyId: string): CompanyName | undefined
}

export interface CompanyName {
  readonly name: string
  readonly isOnly: boolean
}

export interface CompanyHostsOptions {
  /** Returns the current companies: the same object as long as nothing changes. */
  directory: () => CompanyDirectory
  publicOrigin: string | undefined
  /** Addresses and networks of the proxies in front, whose headers give the address and the host of a request. */
  trustedProxies: readonly string[]
}

export function openCompanyHosts({ directory, publicOrigin, trustedProxies }: CompanyHostsOptions): CompanyHosts {
  const hostOf = forwardedHostResolver(trustedProxies)
  const installation = publicOrigin === undefined ? ['localhost', '127.0.0.1'] : [new URL(publicOrigin).hostname]
  const companyNamed = (request: IncomingMessage) =>
    isHealthPath(request.url ?? '') ? undefined : companyForHost(hostOf(request), directory())

  return {
    companyNamed,
    companyFor(request) {
      const named = companyNamed(request)
      if (named?.isDisabled === false) return named
      return isContactFormRequest(request) ? directory().companies.find(({ isDisabled }) => !isDisabled) : undefined
    },
    isPublicPageElsewhere: (request) =>
      isLandingPage(request.url ?? '') &&
      onlyCompany(directory()) === undefined &&
      !installation.includes(normalizeHostName(hostOf(request) ?? '') ?? ''),
    isAtNoCompany: (request) => companyNamed(request)?.isDisabled !== false,
    nameOf(companyId) {
      const name = directory().byId.get(companyId)?.name
      return name === undefined ? undefined : { name, isOnly: onlyCompany(directory()) !== undefined }
    },
  }
}
