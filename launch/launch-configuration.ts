import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CannotStart } from './start-errors.ts'

/** The checkout that contains this file. */
export const checkoutFolder = dirname(dirname(fileURLToPath(import.meta.url)))

/** The settings of the launcher itself; the processes that it starts read the rest of the environment. */
export type LaunchConfiguration = {
  host: string
  /** With 0 the operating system chooses one. */
  port: number
  /** An absolute path. */
  dataDirectory: string
  /** The address of an external PostgreSQL; undefined: the embedded one. */
  databaseUrl: string | undefined
  /**
   * The address of the owner of the tables, if `databaseUrl` is the app's own; undefined: `databaseUrl` is for both.
   */
  databaseOwnerUrl: string | undefined
}

/**
 * Reads the environment. An empty value counts as none.
 * @throws CannotStart with a sentence that names the variable
 */
export function readLaunchConfiguration(env: NodeJS.ProcessEnv): LaunchConfiguration {
  return {
    host: env.HOST || '127.0.0.1',
    port: readPort(env.PORT || '3000'),
    dataDirectory: resolve(env.DATA_DIR || join(checkoutFolder, 'data')),
    ...readDatabaseUrls(env),
  }
}

function readPort(text: string): number {
  const port = Number(text)
  if (/^\d{1,5}$/.test(text) && port <= 65535) return port
  throw new CannotStart(`PORT must be a number from 0 to 65535; it is "${text}".`)
}

function readDatabaseUrls(env: NodeJS.ProcessEnv): Pick<LaunchConfiguration, 'databaseUrl' | 'databaseOwnerUrl'> {
  const databaseUrl = readDatabaseUrl('DATABASE_URL', env.DATABASE_URL)
  const databaseOwnerUrl = readDatabaseUrl('DATABASE_OWNER_URL', env.DATABASE_OWNER_URL)
  if (databaseUrl || !databaseOwnerUrl) return { databaseUrl, databaseOwnerUrl }
  throw new CannotStart('With DATABASE_OWNER_URL, DATABASE_URL must be given: the address as which the app works.')
}

function readDatabaseUrl(name: string, text: string | undefined): string | undefined {
  if (!text) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && /^postgres(ql)?:$/.test(url.protocol)) return text
  // The value is not shown, because it may contain a password.
  throw new CannotStart(`${name} must look like postgres://user:password@host:5432/database.`)
}
