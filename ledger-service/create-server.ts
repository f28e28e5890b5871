import { cacheOpenCompanies } from './companies/cache-open-companies.ts'
import type { CompanyDirectory } from './companies/company-directory.ts'
import { onlyCompany } from './companies/company-directory.ts'
import { type CompanyServices, openCompanyServices, type SharedServices } from './company-services.ts'
import { type AppOptions, buildApp } from './http/app.ts'
import type { CompanyContext } from './http/company-context.ts'

export interface ServerSettings extends Pick<AppOptions, 'logger' | 'directory' | 'trustedProxies' | 'web'> {
  shared: SharedServices
  /** Called when the services of a company are open, before they answer the first request. */
  onCompanyOpened?: (company: CompanyContext) => Promise<void>
  metricsToken: string | undefined
  /** Returns whether the database has the schema of this version. */
  isReady: () => Promise<boolean>
}

/**
 * Returns the server of all companies, which does not listen yet. A company is opened by its first request, or
 * explicitly.
 */
export async function createLedgerServer({
  shared,
  onCompanyOpened,
  metricsToken,
  isReady,
  ...settings
}: ServerSettings) {
  const { db, metrics, publicOrigin, sessionSecret, onError } = shared
  const companies = cacheOpenCompanies<CompanyServices>(
    async (companyId, endOfStreams) => {
      // It may have been disabled while this request waited for it to close.
      if (settings.directory().byId.get(companyId)?.isDisabled !== false) throw new Error('The company is disabled')
      const services = await openCompanyServices(shared, companyId, endOfStreams)
      try {
        await onCompanyOpened?.(services.company)
        return services
      } catch (error) {
        await services.close()
        throw error
      }
    },
    () => onlyCompany(settings.directory()) === undefined,
    onError,
  )
  const observed = { db, metrics, metricsToken, isReady }
  const { app, listen } = await buildApp({ ...settings, publicOrigin, sessionSecret, onError, observed }, companies)
  app.addHook('preClose', async () => companies.endStreams())
  // Runs when the server answers no more requests.
  app.addHook('onClose', async () => {
    await companies.close()
    await Promise.all([shared.appendConnections.close(), shared.jobPools.close(), shared.imageWorker.close()])
  })

  return {
    app,
    listen,
    /** Opens a company before its first request, and returns its services. */
    async openCompany(companyId: string): Promise<CompanyContext> {
      const { services, release } = await companies.acquire(companyId)
      release()
      return services.company
    },
    /** Closes the companies that are disabled now. */
    closeDisabled({ byId }: CompanyDirectory): void {
      for (const companyId of companies.companyIds())
        if (byId.get(companyId)?.isDisabled !== false) void companies.evict(companyId)
    },
  }
}
