import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { openPasswords } from '@ledger/ledger-service/access/passwords.ts'
import { Sessions } from '@ledger/ledger-service/access/sessions.ts'
import { NO_THROTTLE, openThrottle } from '@ledger/ledger-service/access/throttle.ts'
import { openAnnouncer } from '@ledger/ledger-service/event-store/announce.ts'
import { openLog } from '@ledger/ledger-service/event-store/append.ts'
import { ensureAdmin, ensureCompany } from '@ledger/ledger-service/first-start.ts'
import { buildApp } from '@ledger/ledger-service/http/app.ts'
import type { Service } from '@ledger/ledger-service/http/service.ts'
import { clientSettings, connect, connectPool } from '@ledger/migrations/connect.ts'
import { isMigrated } from '@ledger/migrations/migrate.ts'
import { follow } from '@ledger/projections/follow.ts'
import { openFreshness } from '@ledger/projections/freshness.ts'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import pino from 'pino'
import { Client } from './client.ts'
import { createDatabase, type TestDatabase } from './database.ts'

export const ADMIN = { email: 'admin@localhost', password: 'Admin-Pass-1' }

export interface TestService {
  service: Service
  app: FastifyInstance
  /** Scheme, host and port. */
  origin: string
  database: TestDatabase
  /** The owner's connections, past every restriction of the app's role. */
  sql: pg.Pool
  /** Every line that the API logged so far. */
  logs: string[]
  /** A client without cookies. */
  client(): Client
  /** Stops it; throws where it logged an error or a projection stopped. */
  close(): Promise<void>
}

export interface ServiceOptions {
  /** The limits of sign-in and of shown passwords; off, unless they are what is tested. */
  throttle?: boolean
  passwordReveal?: boolean
  /** A second process's parts: on the database, and with the secrets, of the first. */
  beside?: TestService
  publicOrigin?: string
  clock?: () => string
}

/** The whole API and a projector in this process, on a real database, listening on a port of its own. */
export async function startService(options: ServiceOptions = {}): Promise<TestService> {
  const { beside, clock = () => new Date().toISOString() } = options
  const database = beside?.database ?? (await createDatabase())
  const logs: string[] = []
  const faults: string[] = []
  const onError = (error: Error) => faults.push(`${error.message} ${String(error.cause ?? '')}`)
  const logger = pino({ level: 'info' }, { write: (line: string) => logs.push(line) })
  const pool = connectPool(database.url, { name: 'test api', as: 'app', max: 10, onError })
  const db = connect(pool)
  const projecting = connect(connectPool(database.url, { name: 'test projector', as: 'app', max: 2, onError }))
  const companyId = await ensureCompany(pool, 'Test Builders')
  const announce = openAnnouncer(pool, onError)
  const log = openLog({ databaseUrl: database.url, companyId, clock, announce, onError })
  const sessionSecret = beside?.service.sessionSecret ?? randomBytes(32).toString('base64url')
  const passwords = beside?.service.passwords ?? openPasswords(randomBytes(32))
  await ensureAdmin({ pool, log, passwords, companyId, clock }, ADMIN)
  const revealKey = beside?.service.revealKey ?? randomBytes(32)
  const service: Service = {
    ...{ companyId, db, log, passwords, sessionSecret, clock },
    freshness: openFreshness(db, companyId),
    sessions: new Sessions(db),
    throttle: options.throttle ? openThrottle(db, sessionSecret) : NO_THROTTLE,
    revealKey: options.passwordReveal === false ? undefined : revealKey,
    publicOrigin: options.publicOrigin,
    isReady: () => isMigrated(pool),
  }
  const app = await buildApp(service, { logger })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const follower = follow({
    ...{ databaseUrl: database.url, db: projecting, companyId, onError },
    onStopped: (projection, position, error) => faults.push(`${projection} stopped at ${position}: ${error.message}`),
  })
  const sql = new pg.Pool({ ...clientSettings(database.url, { name: 'test owner', as: 'owner' }), max: 2 })
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  return {
    ...{ service, app, origin, database, sql, logs },
    client: () => new Client(origin),
    async close() {
      await app.close()
      await log.close()
      await follower.close()
      await Promise.all([db.destroy(), projecting.destroy(), sql.end()])
      if (!beside) await database.drop()
      const failed = logs.filter((line) => /"level":(50|60)/.test(line))
      if (faults.length + failed.length > 0)
        throw new Error(`The service had faults:\n${[...faults, ...failed].join('\n')}`)
    },
  }
}
