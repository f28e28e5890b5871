import { createHash } from 'node:crypto'
import { readOrCreateSecret } from '@ledger/ledger-service/access/installation-secrets.ts'
import { mayChangeHistory, parseLogin, provideAppLogin, urlWithLogin } from '@ledger/migrations/app-login.ts'
import { isMigrated, migrate } from '@ledger/migrations/migrate.ts'
import { CannotMigrate } from '@ledger/migrations/migration-error.ts'
import { Client, DatabaseError } from 'pg'
import { CannotStart } from './start-errors.ts'

/** The addresses of a database: that of its owner, who migrates, and that of the app's login, if it is configured. */
export interface DatabaseUrls {
  /** DATABASE_OWNER_URL, else DATABASE_URL, else the address of the embedded PostgreSQL. */
  ownerUrl: string
  /** DATABASE_URL, if DATABASE_OWNER_URL is also set. */
  appUrl: string | undefined
}

/**
 * Migrates the schema as the owner.
 * @returns the address for everything else, with a login that cannot become the owner
 * @throws CannotStart
 */
export async function prepareDatabase(addresses: DatabaseUrls, dataDirectory: string): Promise<string> {
  return explainDatabaseErrors(async () => {
    // This database is migrated separately, by npm run setup.
    if (!addresses.appUrl && (await isAppDatabaseUrl(addresses.ownerUrl))) return addresses.ownerUrl
    await migrate(addresses.ownerUrl)
    return await ensureAppLogin(addresses, dataDirectory)
  })
}

/**
 * Returns the address for all work that does not need the owner, for a database that is set up.
 * @throws CannotStart
 */
export function appDatabaseUrl(addresses: DatabaseUrls, dataDirectory: string): Promise<string> {
  return explainDatabaseErrors(async () => {
    if (!addresses.appUrl && (await isAppDatabaseUrl(addresses.ownerUrl))) return addresses.ownerUrl
    return await ensureAppLogin(addresses, dataDirectory)
  })
}

/**
 * Provides the app's login. Without a configured address, its name and password are generated once for each data
 * directory.
 */
async function ensureAppLogin({ ownerUrl, appUrl }: DatabaseUrls, dataDirectory: string): Promise<string> {
  if (appUrl) {
    await provideAppLogin(ownerUrl, parseLogin(appUrl))
    return appUrl
  }
  const password = readOrCreateSecret(dataDirectory, 'database-login')
  const user = `ledger_app_${createHash('sha256').update(password).digest('hex').slice(0, 12)}`
  await provideAppLogin(ownerUrl, { user, password })
  return urlWithLogin(ownerUrl, { user, password })
}

/**
 * Returns whether the schema is this version's and the address cannot change the log; the address is then the app's
 * own.
 */
async function isAppDatabaseUrl(databaseUrl: string): Promise<boolean> {
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await isMigrated(client)) && !(await mayChangeHistory(client))
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function explainDatabaseErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof CannotMigrate) throw new CannotStart(error.message)
    if (!(error instanceof DatabaseError)) throw error
    if (error.code === '42501') {
      throw new CannotStart(
        `The database user may not change the schema (${error.message}). Give the address of its owner as DATABASE_OWNER_URL.`,
      )
    }
    throw new CannotStart(`The database could not be set up: ${error.message}.`)
  }
}
