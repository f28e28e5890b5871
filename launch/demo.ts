// npm run demo: the same as npm start, with two years of a contractor's books in it.
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfiguration as readServiceConfiguration } from '@ledger/ledger-service/configuration.ts'
import { CannotStart, exitCodeCannotStart } from './cannot-start.ts'
import { checkout, readConfiguration } from './configuration.ts'
import { makeDemo, NotADemo } from './demo/make.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { say } from './terminal.ts'

const SEED = 20_241_202
const PASSWORD = 'Demo2026'
const COMPANY = 'Malwa Constructions (demo)'
const ADMIN = 'admin@localhost'

process.env.DATA_DIR ||= join(checkout, 'data', 'demo')
process.env.COMPANY_NAME ||= COMPANY
process.env.ADMIN_EMAIL ||= ADMIN
process.env.ADMIN_PASSWORD ||= PASSWORD

try {
  await makeOnce()
} catch (error) {
  if (!(error instanceof CannotStart) && !(error instanceof NotADemo)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(exitCodeCannotStart)
}
say('')
say('  Sign in to the demo:')
say(`  Admin            /admin-login   ${process.env.ADMIN_EMAIL}   password: ${process.env.ADMIN_PASSWORD}`)
say(`  Site incharge    /login         9000000001        password: ${PASSWORD}   (Rajesh Patidar, Vijay Nagar Plaza)`)
say(`  Supervisor       /login         9000000021        password: ${PASSWORD}   (Ramesh Kushwaha, the same site)`)
say(`  The others: incharges 9000000001 to …12, supervisors 9000000021 to …50, all with ${PASSWORD}.`)
// From here on it is npm start, which ends the process.
await import('./start.ts')

/** The books are made into an empty database; a file beside it says that they are complete. */
async function makeOnce(): Promise<void> {
  const { dataDirectory, databaseUrl } = readConfiguration(process.env)
  const made = join(dataDirectory, 'demo-made')
  if (existsSync(made)) return
  // Root's PostgreSQL runs as another user, who must pass through (start.ts does the same).
  mkdirSync(dataDirectory, { recursive: true, mode: 0o711 })
  if (process.getuid?.() !== 0) chmodSync(dataDirectory, 0o700)
  const begun = performance.now()
  say('Writing two years of books, once …')
  const postgres = databaseUrl ? undefined : await startEmbeddedPostgres({ directory: join(dataDirectory, 'postgres') })
  try {
    const environment = { ...process.env, DATABASE_URL: databaseUrl ?? postgres?.url, DATA_DIR: dataDirectory }
    const configuration = readServiceConfiguration(postgres ? { ...environment, EMBEDDED_POSTGRES: '1' } : environment)
    if ('wrong' in configuration) throw new CannotStart(configuration.wrong)
    const { entries } = await makeDemo({ configuration, seed: SEED, password: PASSWORD })
    writeFileSync(made, `${entries} entries, made on ${new Date().toISOString()}\n`)
    say(`${entries.toLocaleString('en-IN')} entries in ${((performance.now() - begun) / 1000).toFixed(1)} s.`)
  } finally {
    await postgres?.stop()
  }
}
