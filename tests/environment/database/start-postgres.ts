import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@ledger/launch/postgres/embedded-postgres.ts'
import { type AppLogin, provideAppLogin } from '@ledger/migrations/app-login.ts'
import { distributeOverNodes } from '@ledger/migrations/cluster/distribute-tables.ts'
import { migrate } from '@ledger/migrations/migrate.ts'
import type { TestProject } from 'vitest/node'
import { makeRunFolder, removeFoldersOfKilledRuns } from '../files/temporary-folder.ts'
import {
  citusWorkerUrls,
  closeCitusConnections,
  createDatabaseOnEveryNode,
  joinIntoCluster,
} from './citus-databases.ts'
import { dropDatabases, withServerConnection } from './server-connection.ts'
import { TEST_SERVER_SETTINGS } from './test-server-settings.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The address with a role that may create databases and roles; its database is empty. */
    postgresUrl: string
    /**
     * The same server, followed by the workers if it coordinates a Citus cluster: databases are created on each, and
     * joined.
     */
    servers: readonly string[]
    /** The app's login in the clones. */
    appLogin: AppLogin
    /** A migrated database to clone, and the prefix of the names of all databases of this run. */
    templateDatabase: string
    databasePrefix: string
    /** Removed after the run. */
    runFolder: string
  }
}

/**
 * Before all tests, starts a PostgreSQL server and migrates a database in it that createTestDatabase() clones: by
 * default the embedded server in a temporary folder; with TEST_DATABASE_URL any server or the coordinator of a Citus
 * cluster, where the databases of other runs stay untouched. TEST_POSTGRES=container gives the address of a container
 * (tests/run.ts).
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  removeFoldersOfKilledRuns()
  const runFolder = makeRunFolder()
  // A run starts hundreds of processes that would each compile the same files; the cache halves their CPU time.
  process.env.NODE_COMPILE_CACHE = join(runFolder, 'compiled')
  const server = await startPostgresForRun(join(runFolder, 'postgres'))
  const prefix = `ledger_test_${process.pid}_${randomBytes(3).toString('hex')}`
  const template = `${prefix}_template`
  const workers = server.isShared ? await citusWorkerUrls(server.url) : []
  const servers = [server.url, ...workers]
  await createDatabaseOnEveryNode(servers, template, 'template1')
  if (workers.length > 0) await joinIntoCluster(servers, template)
  const url = new URL(server.url)
  url.pathname = `/${template}`
  await migrate(url.href)
  const appLogin = { user: `${prefix}_app`, password: randomBytes(24).toString('base64url') }
  await provideAppLogin(url.href, appLogin)
  if (workers.length > 0) {
    await distributeOverNodes(url.href, () => undefined)
    await closeCitusConnections(servers, template)
  }
  project.provide('postgresUrl', server.url)
  project.provide('servers', servers)
  project.provide('appLogin', appLogin)
  project.provide('templateDatabase', template)
  project.provide('databasePrefix', prefix)
  project.provide('runFolder', runFolder)
  return async () => {
    if (server.isShared) {
      for (const url of servers) await dropDatabases(url, prefix)
      await withServerConnection(server.url, (client) => client.query(`DROP ROLE ${appLogin.user}`))
    }
    await server.stop()
    rmSync(runFolder, { recursive: true, force: true })
  }
}

type TestServer = { url: string; isShared: boolean; stop(): Promise<void> }

async function startPostgresForRun(directory: string): Promise<TestServer> {
  const given = process.env.TEST_DATABASE_URL
  return given ? { url: given, isShared: true, stop: async () => undefined } : await startEmbedded(directory)
}

async function startEmbedded(directory: string): Promise<TestServer> {
  const postgres = await startEmbeddedPostgres({ directory, settings: TEST_SERVER_SETTINGS })
  return {
    url: postgres.url,
    isShared: false,
    async stop() {
      await postgres.stop('immediate')
    },
  }
}
