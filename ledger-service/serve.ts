import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { openBooks, type Shared } from './books.ts'
import type { Directory } from './companies/directory.ts'
import { buildApp } from './http/app.ts'
import { openDoor } from './http/door.ts'
import type { Service } from './http/service.ts'

export interface ServeSettings {
  shared: Shared
  logger: FastifyBaseLogger
  /** Returns the current companies: the same object as long as nothing changes. */
  directory: () => Directory
  /** Called when the services of a company are open, before they answer the first request. */
  onOpened?: (service: Service) => Promise<void>
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
export async function serve(settings: ServeSettings) {
  const { shared, logger, directory, onOpened, trustedProxies, web, metricsToken, isReady } = settings
  const { db, metrics, publicOrigin, onError } = shared
  const options = { logger, metrics, publicOrigin, trustedProxies, web }
  const door = await openDoor({
    ...options,
    directory,
    onError,
    observed: { db, metrics, metricsToken, isReady },
    async open(companyId, facing) {
      const books = await openBooks(shared, companyId)
      let app: FastifyInstance
      try {
        await onOpened?.(books.service)
        app = await buildApp(books.service, facing, options)
      } catch (error) {
        await books.close()
        throw error
      }
      return {
        app,
        service: books.service,
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
    await Promise.all([shared.appendConnections.close(), shared.reports.close(), shared.pictures.close()])
  })
  return door
}
