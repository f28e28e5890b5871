import { randomBytes } from 'node:crypto'
import { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openImageWorker } from '@ledger/bills/image-worker-client.ts'
import type { S3Settings } from '@ledger/bills/s3-settings.ts'
import { LOG_OPTIONS } from '@ledger/contracts/text/log-redaction.ts'
import { connectPool, kyselyOverPool } from '@ledger/database/connection/connection-pool.ts'
import { aesKeyFromSecret } from '@ledger/ledger-service/access/installation-secrets.ts'
import type { OpenidProvider } from '@ledger/ledger-service/access/openid-provider.ts'
import { openPasswordHasher } from '@ledger/ledger-service/access/password-hashing.ts'
import { ensureAdmin } from '@ledger/ledger-service/bootstrap-admin.ts'
import { buildDirectory, onlyCompany } from '@ledger/ledger-service/companies/company-directory.ts'
import { startDirectoryPoller } from '@ledger/ledger-service/companies/company-directory-poller.ts'
import { ensureFirstCompany } from '@ledger/ledger-service/companies/manage-companies.ts'
import type { SharedServices } from '@ledger/ledger-service/company-services.ts'
import { createLedgerServer } from '@ledger/ledger-service/create-server.ts'
import { ASYNC_COMMIT, openNotifyPublisher } from '@ledger/ledger-service/event-store/append/notify-publisher.ts'
import { openWritePool } from '@ledger/ledger-service/event-store/append/write-pool.ts'
import type { CompanyContext } from '@ledger/ledger-service/http/company-context.ts'
import { openJobPools } from '@ledger/ledger-service/jobs/job-pools.ts'
import { openMetrics } from '@ledger/ledger-service/metrics/prometheus-metrics.ts'
import { isMigrated } from '@ledger/migrations/migrate.ts'
import { openSharedListener } from '@ledger/projections/log/notification-listener.ts'
import { subscribeToLogs } from '@ledger/projections/projector/log-subscription.ts'
import { PROJECTOR_APPLICATION_NAME } from '@ledger/projections/projector/worker-liveness.ts'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import pino from 'pino'
import { ownerPool } from '../database/owner-pool.ts'
import { createTestDatabase, type TestDatabase } from '../database/test-database.ts'
import { TestClient } from '../network/http-client.ts'
import { openCheapPasswordHasher } from './cheap-password-hasher.ts'

export const FIRST_ADMIN = { email: 'admin@localhost', password: 'Admin-Pass-1' }

export interface TestService {
  /** The services of the company. */
  company: CompanyContext
  /** The application of all companies. */
  app: FastifyInstance
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
  client(): TestClient
  /** Polls the companies of the database now, and not only at the next interval. */
  pollCompanies(): Promise<void>
  /** Returns the same service for another of its companies, at one of its hosts. It has the same first admin. */
  atCompany(companyId: string, host: string): Promise<TestService>
  /** Stops the service; throws if it logged an error or a projection stopped. */
  close(): Promise<void>
}

export interface TestServiceOptions {
  /** The limits of sign-in and of shown passwords; off by default. */
  limitsSignIns?: boolean
  /** The write limit of field users; off by default. */
  limitsWrites?: boolean
  passwordReveal?: boolean
  /** Hashes passwords as the product does. */
  hashesPasswords?: boolean
  /** Stores bills there instead of in PostgreSQL. */
  billsS3?: S3Settings
  /** Builds the parts of a second process, with the database and the secrets of this service. */
  sharesDatabaseWith?: TestService
  /** Selects another company than the first of that database. */
  companyId?: string
  /** Serves every company of the database, each at its hosts; by default only one, at every host. */
  servesEveryCompany?: boolean
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
export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const { sharesDatabaseWith, clock = () => new Date().toISOString() } = options
  const database = sharesDatabaseWith?.database ?? (await createTestDatabase())
  const logs: string[] = []
  const faults: string[] = []
  const onError = (error: Error) => faults.push(`${error.message} ${String(error.cause ?? '')}`)
  const logger = pino({ level: 'info', ...LOG_OPTIONS }, { write: (line: string) => logs.push(line) })
  const pool = connectPool(database.url, { name: 'test api', max: 10, onError })
  const db = kyselyOverPool(pool, 'reads')
  const office = connectPool(database.url, { name: 'test office', max: 5, onError })
  const officeDb = kyselyOverPool(office, 'reads')
  const projecting = kyselyOverPool(connectPool(database.url, { name: PROJECTOR_APPLICATION_NAME, max: 2, onError }))
  const companyId = options.companyId ?? (await ensureFirstCompany(pool, 'Test Builders'))
  const announcing = connectPool(database.url, { name: 'test announce', max: 1, onError, options: ASYNC_COMMIT })
  const secrets = sharesDatabaseWith?.secrets ?? newSecrets()
  const encryptionSecrets = {
    pepper: Buffer.from(secrets.PASSWORD_PEPPER),
    revealKey: aesKeyFromSecret(secrets.PASSWORD_REVEAL_KEY),
  }
  const openHasher = options.hashesPasswords ? openPasswordHasher : openCheapPasswordHasher
  const passwords = sharesDatabaseWith?.company.passwords ?? openHasher(encryptionSecrets.pepper)
  const watched = options.servesEveryCompany
    ? await startDirectoryPoller(pool, onError, (directory) => server.closeDisabled(directory))
    : undefined
  const alone = buildDirectory([{ companyId, name: 'Test Builders', hosts: [], isDisabled: false }])
  const directory = () => watched?.current() ?? alone
  const appendConnections = openWritePool({ databaseUrl: database.url, most: 4, onError })
  const pools = { all: pool, office, append: appendConnections }
  const shared: SharedServices = {
    ...{ appendConnections, db, officeDb, passwords, clock, onError },
    sessionSecret: secrets.SESSION_SECRET,
    notifyAppended: openNotifyPublisher(announcing, onError),
    listenForAppends: openSharedListener(database.url, onError),
    metrics: openMetrics({ pools, db, onlyCompanyId: () => onlyCompany(directory())?.companyId }),
    encryptionSecrets,
    revealKey: options.passwordReveal === false ? undefined : encryptionSecrets.revealKey,
    publicOrigin: options.publicOrigin,
    openid: options.openid,
    imageWorker: openImageWorker(),
    processSlots: new Map(),
    jobPools: openJobPools(database.url, onError),
    billsS3: options.billsS3,
    signInLimit: options.limitsSignIns === true,
    writeLimit: options.limitsWrites === true,
  }
  const server = await createLedgerServer({
    ...{ shared, logger, directory, metricsToken: options.metricsToken, web: options.web },
    trustedProxies: options.trustedProxies ?? [],
    async onCompanyOpened({ log, passwords, companyId }) {
      await ensureAdmin({ pool, log, passwords, companyId, clock }, FIRST_ADMIN)
    },
    isReady: () => isMigrated(pool),
  })
  const { app } = server
  const company = await server.openCompany(companyId)
  await server.listen({ host: options.host ?? '127.0.0.1', port: 0 })
  const onStopped = (projection: string, position: number, error: Error) => {
    if (!options.mayStop) faults.push(`${projection} stopped at ${position}: ${error.message}`)
  }
  const follower = options.withoutWorker
    ? undefined
    : subscribeToLogs({ databaseUrl: database.url, db: projecting, onError, onStopped })
  const sql = ownerPool(database.ownerUrl)
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const own: TestService = {
    company,
    app,
    origin,
    database,
    secrets,
    sql,
    logs,
    client: () => new TestClient(origin),
    async pollCompanies() {
      // A poll that is under way may have read the companies before the caller changed them.
      await watched?.pollNow()
      await watched?.pollNow()
    },
    async atCompany(companyId, host) {
      await watched?.pollNow()
      const company = await server.openCompany(companyId)
      const there = origin.replace('127.0.0.1', host)
      return { ...own, company, origin: there, client: () => new TestClient(there) }
    },
    async close() {
      watched?.close()
      // The product waits for a moment in which no connection has a request; the clients of a test send none any more.
      Server.prototype.closeIdleConnections.call(app.server)
      await app.close()
      await follower?.close()
      await Promise.all([db.destroy(), officeDb.destroy(), projecting.destroy(), announcing.end(), sql.end()])
      // Kysely ends the pool only if it has sent a query through it.
      if (!pool.ended) await pool.end()
      const failed = [...faults, ...logs.filter((line) => /"level":"(error|fatal)"/.test(line))]
      // Dropping ends connections that are still closing, which is no fault of the service.
      if (!sharesDatabaseWith) await database.drop()
      if (failed.length > 0) throw new Error(`The service had faults:\n${failed.join('\n')}`)
    },
  }
  return own
}
