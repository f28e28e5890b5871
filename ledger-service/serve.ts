import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { openBooks, type Shared } from './books.ts'
import type { Directory } from './companies/directory.ts'
import { buildApp } from './http/app.ts'
import { openDoor } from './http/door.ts'
import type { Service } from './http/service.ts'

export interface ServeSettings {
  shared: Shared
  logger: FastifyBaseLogger
  /** The companies as they are now: the same object for as long as nothing changes. */
  directory: () => Directory
  /** Called when a company's books were opened, before anybody is answered from them. */
  onOpened?: (service: Service) => Promise<void>
  trustedProxies: readonly string[]
  /** The folder of the built web app. */
  web: string | undefined
  metricsToken: string | undefined
  /** Whether the schema is there, as this version knows it. */
  isReady: () => Promise<boolean>
}

/** The server of all companies, not listening yet. What serves one of them is made when somebody asks for it, or when it is woken. */
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
  // When nobody is answered any more.
  door.app.addHook('onClose', async () => {
    await Promise.all([shared.appendConnections.close(), shared.reports.close(), shared.pictures.close()])
  })
  return door
}
