import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { openPictures } from '@ledger/bills/pictures.ts'
import type { S3Settings } from '@ledger/bills/settings.ts'
import { LOG_LINES } from '@ledger/contracts/log-lines.ts'
import { connect, connectPool } from '@ledger/database/connect.ts'
import type { OpenidProvider } from '@ledger/ledger-service/access/openid-provider.ts'
import { openPasswords } from '@ledger/ledger-service/access/passwords.ts'
import { keyFromSecret } from '@ledger/ledger-service/access/secrets.ts'
import type { Shared } from '@ledger/ledger-service/books.ts'
import { directoryOf, onlyOne } from '@ledger/ledger-service/companies/directory.ts'
import { watchDirectory } from '@ledger/ledger-service/companies/watch.ts'
import { ensureCompany } from '@ledger/ledger-service/companies/write.ts'
import { LIGHTLY, openAnnouncer } from '@ledger/ledger-service/event-store/announce.ts'
import { openConnections } from '@ledger/ledger-service/event-store/append-connections.ts'
import { ensureAdmin } from '@ledger/ledger-service/first-start.ts'
import type { Service } from '@ledger/ledger-service/http/service.ts'
import { openLookUps } from '@ledger/ledger-service/look-ups.ts'
import { openMetrics } from '@ledger/ledger-service/metrics/metrics.ts'
import { openReports } from '@ledger/ledger-service/reports/reports.ts'
import { serve } from '@ledger/ledger-service/serve.ts'
import { isMigrated } from '@ledger/migrations/migrate.ts'
import { follow } from '@ledger/projections/follow.ts'
import { openHints } from '@ledger/projections/listen.ts'
import { FOLLOWING } from '@ledger/projections/sign-of-life.ts'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import pino from 'pino'
import { Client } from './client.ts'
import { createDatabase, type TestDatabase } from './database.ts'
import { ownerPool } from './owner-pool.ts'

export const ADMIN = { email: 'admin@localhost', password: 'Admin-Pass-1' }

export interface TestService {
  /** The company: the context of its routes, and the application that serves them. */
  service: Service
  app: FastifyInstance
  /** The application that listens. */
  door: FastifyInstance
  /** Scheme, host and port. */
  origin: string
  database: TestDatabase
  /** The secrets of the installation, as another process gets them. */
  secrets: ReturnType<typeof newSecrets>
  /** The owner's connections, which no restriction of the app's role applies to. */
  sql: pg.Pool
  /** Every line that the API has logged. */
  logs: string[]
  /** Returns a client without cookies. */
  client(): Client
  /** Returns the same service for another of its companies, at one of its hosts. It has the same first admin. */
  at(companyId: string, host: string): Promise<TestService>
  /** Stops the service; throws if it logged an error or a projection stopped. */
  close(): Promise<void>
}

export interface ServiceOptions {
  /** The limits of sign-in and of shown passwords; off by default. */
  throttle?: boolean
  /** The write limit of field users; off by default. */
  writeLimit?: boolean
  passwordReveal?: boolean
  /** Stores bills there instead of in PostgreSQL. */
  billsS3?: S3Settings
  /** Builds the parts of a second process, with the database and the secrets of this service. */
  beside?: TestService
  /** Selects another company than the first of that database. */
  companyId?: string
  /** Serves every company of the database, each at its hosts; by default only one, at every host. */
  several?: boolean
  publicOrigin?: string
  trustedProxies?: readonly string[]
  /** The address to listen on; 127.0.0.1 by default. */
  host?: string
  /** The provider where admins and auditors may sign in instead. */
  openid?: OpenidProvider
  clock?: () => string
  metricsToken?: string
  /** The folder of the built web app, for tests in a browser. */
  web?: string
  /** A read model may stop at an event without failing the test. */
  mayStop?: boolean
  /** No worker follows the log, unless the test starts one. */
  withoutWorker?: boolean
}

function newSecrets() {
  const one = () => randomBytes(32).toString('base64url')
  return { SESSION_SECRET: one(), PASSWORD_PEPPER: one(), PASSWORD_REVEAL_KEY: one() }
}

/** Starts the whole API and a projector in this process, on a real database and a port of its own. */
export async function startService(options: ServiceOptions = {}): Promise<TestService> {
  const { beside, clock = () => new Date().toISOString() } = options
  const database = beside?.database ?? (await createDatabase())
  const logs: string[] = []
  const faults: string[] = []
  const onError = (error: Error) => faults.push(`${error.message} ${String(error.cause ?? '')}`)
  const logger = pino({ level: 'info', ...LOG_LINES }, { write: (line: string) => logs.push(line) })
  const pool = connectPool(database.url, { name: 'test api', max: 10, onError })
  const db = connect(pool, 'reads')
  const office = connectPool(database.url, { name: 'test office', max: 5, onError })
  const officeDb = connect(office, 'reads')
  const projecting = connect(connectPool(database.url, { name: FOLLOWING, max: 2, onError }))
  const companyId = options.companyId ?? (await ensureCompany(pool, 'Test Builders'))
  const announcing = connectPool(database.url, { name: 'test announce', max: 1, onError, options: LIGHTLY })
  const secrets = beside?.secrets ?? newSecrets()
  const sealing = {
    pepper: Buffer.from(secrets.PASSWORD_PEPPER),
    revealKey: keyFromSecret(secrets.PASSWORD_REVEAL_KEY),
  }
  const passwords = beside?.service.passwords ?? openPasswords(sealing.pepper)
  const watched = options.several ? await watchDirectory(pool, onError, (directory) => door.look(directory)) : undefined
  const alone = directoryOf([{ companyId, name: 'Test Builders', hosts: [], isDisabled: false }])
  const directory = () => watched?.now() ?? alone
  const appendConnections = openConnections({ databaseUrl: database.url, most: 4, onError })
  const pools = { all: pool, office, append: appendConnections }
  const shared: Shared = {
    ...{ appendConnections, db, officeDb, passwords, clock, onError },
    lookUps: await openLookUps(db),
    sessionSecret: secrets.SESSION_SECRET,
    announce: openAnnouncer(announcing, onError),
    hear: openHints(database.url, onError),
    metrics: openMetrics({ pools, db, only: () => onlyOne(directory())?.companyId }),
    sealing,
    revealKey: options.passwordReveal === false ? undefined : sealing.revealKey,
    publicOrigin: options.publicOrigin,
    openid: options.openid,
    pictures: openPictures(),
    reports: openReports(database.url, onError),
    billsS3: options.billsS3,
    signInLimit: options.throttle === true,
    writeLimit: options.writeLimit === true,
  }
  const door = await serve({
    ...{ shared, logger, directory, metricsToken: options.metricsToken, web: options.web },
    trustedProxies: options.trustedProxies ?? [],
    async onOpened({ log, passwords, companyId }) {
      await ensureAdmin({ pool, log, passwords, companyId, clock }, ADMIN)
    },
    isReady: () => isMigrated(pool),
  })
  const { service, app } = await door.wake(companyId)
  await door.listen({ host: options.host ?? '127.0.0.1', port: 0 })
  const onStopped = (projection: string, position: number, error: Error) => {
    if (!options.mayStop) faults.push(`${projection} stopped at ${position}: ${error.message}`)
  }
  const follower = options.withoutWorker
    ? undefined
    : follow({ databaseUrl: database.url, db: projecting, onError, onStopped })
  const sql = ownerPool(database.ownerUrl)
  const origin = `http://127.0.0.1:${(door.app.server.address() as AddressInfo).port}`
  const own: TestService = {
    service,
    app,
    door: door.app,
    origin,
    database,
    secrets,
    sql,
    logs,
    client: () => new Client(origin),
    async at(companyId, host) {
      await watched?.look()
      const { app, service } = await door.wake(companyId)
      const there = origin.replace('127.0.0.1', host)
      return { ...own, app, service, origin: there, client: () => new Client(there) }
    },
    async close() {
      watched?.close()
      await door.app.close()
      await follower?.close()
      await Promise.all([db.destroy(), officeDb.destroy(), projecting.destroy(), announcing.end(), sql.end()])
      // Kysely ends the pool only if it has sent a query through it.
      if (!pool.ended) await pool.end()
      const failed = [...faults, ...logs.filter((line) => /"level":"(error|fatal)"/.test(line))]
      // Dropping ends connections that are still closing, which is no fault of the service.
      if (!beside) await database.drop()
      if (failed.length > 0) throw new Error(`The service had faults:\n${failed.join('\n')}`)
    },
  }
  return own
}
