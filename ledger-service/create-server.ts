import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { CompanyDirectory } from './companies/directory.ts'
import { openCompanyServices, type SharedServices } from './company-services.ts'
import { buildApp } from './http/app.ts'
import type { CompanyContext } from './http/company-context.ts'
import { openDoor } from './http/door.ts'

export interface ServerSettings {
  shared: SharedServices
  logger: FastifyBaseLogger
  /** Returns the current companies: the same object as long as nothing changes. */
  directory: () => CompanyDirectory
  /** Called when the services of a company are open, before they answer the first request. */
  onCompanyOpened?: (service: CompanyContext) => Promise<void>
  trustedProxies: readonly string[]
  /** The folder of the built web app. */
  web: string | undefined
  metricsToken: string | undefined
  /** Returns whether the database has the schema of this version. */
  isReady: () => Promise<boolean>
}

/**
 * Returns the server of all companies, which does not listen yet. The app of a company is made at its first request, or
 * when it is opened explicitly.
 */
export async function createLedgerServer(settings: ServerSettings) {
  const { shared, logger, directory, onCompanyOpened, trustedProxies, web, metricsToken, isReady } = settings
  const { db, metrics, publicOrigin, onError } = shared
  const options = { logger, metrics, publicOrigin, trustedProxies, web }
  const door = await openDoor({
    ...options,
    directory,
    onError,
    observed: { db, metrics, metricsToken, isReady },
    async open(companyId, facing) {
      const books = await openCompanyServices(shared, companyId)
      let app: FastifyInstance
      try {
        await onCompanyOpened?.(books.context)
        app = await buildApp(books.context, facing, options)
      } catch (error) {
        await books.close()
        throw error
      }
      return {
        app,
        service: books.context,
        handle: app.routing,
        async close() {
          await app.close()
          await books.close()
        },
      }
    },
  })
  // Runs when the server answers no more requests.
  door.app.addHook('onClose', async () => {
    await Promise.all([shared.appendConnections.close(), shared.jobPools.close(), shared.imageWorker.close()])
  })
  return door
}
