// npm run ledger: the commands for a person at a terminal, on DATABASE_URL or on the ledger of this checkout, whose
// database is used where it runs and else started for as long as the command takes.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { runLedger } from '@ledger/ledger-service/terminal/ledger.ts'
import { migrate } from '@ledger/migrations/migrate.ts'
import { CannotStart, exitCodeCannotStart } from './cannot-start.ts'
import { readConfiguration } from './configuration.ts'
import { startEmbeddedPostgres, urlOfRunning } from './embedded-postgres.ts'
import { checkOutsidePostgres } from './outside-postgres.ts'

try {
  process.exit(await main(process.argv.slice(2)))
} catch (error) {
  if (!(error instanceof CannotStart)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(exitCodeCannotStart)
}

async function main(args: string[]): Promise<number> {
  const { dataDirectory, databaseUrl } = readConfiguration(process.env)
  if (databaseUrl) {
    await checkOutsidePostgres(databaseUrl)
    return await runOn(databaseUrl, args, { DATA_DIR: dataDirectory })
  }
  const settings = { DATA_DIR: dataDirectory, EMBEDDED_POSTGRES: '1' }
  const directory = join(dataDirectory, 'postgres')
  if (!existsSync(directory) && args[0] !== 'import') {
    throw new CannotStart(`There is no ledger in ${dataDirectory} yet: npm start makes one.`)
  }
  const running = urlOfRunning(directory)
  if (running) return await runOn(running, args, settings)
  const postgres = await startEmbeddedPostgres({ directory })
  try {
    return await runOn(postgres.url, args, settings)
  } finally {
    await postgres.stop()
  }
}

async function runOn(url: string, args: string[], settings: Record<string, string>): Promise<number> {
  // An import goes into an empty database; no other command may change a schema.
  if (args[0] === 'import') await migrate(url)
  return await runLedger(args, { ...process.env, ...settings, DATABASE_URL: url })
}
