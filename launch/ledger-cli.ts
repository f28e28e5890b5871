// npm run ledger: the commands for a person at a terminal, on DATABASE_URL or on the ledger of this checkout. Its
// database is used if it is running, and otherwise started for the duration of the command.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { EXIT_CODES } from '@ledger/contracts/processes/exit-codes.ts'
import { commandNameIn, runCommandLine } from '@ledger/ledger-service/cli/run-command-line.ts'
import { readLaunchConfiguration } from './launch-configuration.ts'
import { checkExternalPostgres } from './postgres/check-external-postgres.ts'
import { runningClusterUrl, startEmbeddedPostgres } from './postgres/embedded-postgres.ts'
import { appDatabaseUrl, type DatabaseUrls, prepareDatabase } from './prepare-database.ts'
import { CannotStart } from './start-errors.ts'

/**
 * Commands that run as the owner of the tables: a restore makes the schema, and only the owner may distribute or move
 * tables.
 */
const OWNERS = ['restore', 'distribute', 'move']

try {
  process.exit(await main(process.argv.slice(2)))
} catch (error) {
  if (!(error instanceof CannotStart)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(EXIT_CODES.wrongConfiguration)
}

async function main(args: string[]): Promise<number> {
  const { dataDirectory, databaseUrl, databaseOwnerUrl } = readLaunchConfiguration(process.env)
  const command = commandNameIn(args)
  if (databaseUrl) {
    const ownerUrl = databaseOwnerUrl ?? databaseUrl
    await checkExternalPostgres(ownerUrl, databaseOwnerUrl ? 'DATABASE_OWNER_URL' : 'DATABASE_URL')
    return await runOn({ ownerUrl, appUrl: databaseOwnerUrl && databaseUrl }, args, { DATA_DIR: dataDirectory })
  }
  const settings = { DATA_DIR: dataDirectory, EMBEDDED_POSTGRES: '1' }
  const directory = join(dataDirectory, 'postgres')
  if (!existsSync(directory) && command !== 'import' && command !== 'restore') {
    throw new CannotStart(`There is no ledger in ${dataDirectory} yet: npm start makes one.`)
  }
  const running = runningClusterUrl(directory)
  if (running) return await runOn({ ownerUrl: running, appUrl: undefined }, args, settings)
  const postgres = await startEmbeddedPostgres({ directory })
  try {
    return await runOn({ ownerUrl: postgres.url, appUrl: undefined }, args, settings)
  } finally {
    await postgres.stop()
  }
}

async function runOn(
  addresses: DatabaseUrls,
  args: string[],
  settings: { DATA_DIR: string; EMBEDDED_POSTGRES?: string },
): Promise<number> {
  const url = await databaseUrlFor(commandNameIn(args), addresses, settings.DATA_DIR)
  return await runCommandLine(args, { ...process.env, ...settings, DATABASE_URL: url })
}

/**
 * Returns the address for a command. An import may run on an empty database, which it sets up first; except for the
 * owner's commands, no other command changes the schema.
 */
async function databaseUrlFor(
  command: string | undefined,
  addresses: DatabaseUrls,
  dataDirectory: string,
): Promise<string> {
  if (command !== undefined && OWNERS.includes(command)) return addresses.ownerUrl
  return command === 'import' ? prepareDatabase(addresses, dataDirectory) : appDatabaseUrl(addresses, dataDirectory)
}
