// npm run demo: the same as npm start, with two years of a contractor's books in it.
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { EXIT } from '@ledger/contracts/exit-codes.ts'
import { readConfiguration as readServiceConfiguration } from '@ledger/ledger-service/configuration.ts'
import { prepareDatabase } from './app-address.ts'
import { CannotStart } from './cannot-start.ts'
import { checkout, readConfiguration } from './configuration.ts'
import { makeDemo, NotADemo } from './demo/make.ts'
import { AUDITOR } from './demo/people.ts'
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
  process.exit(EXIT.wrongConfiguration)
}
const signIns = [
  ['Admin', '/admin-login', process.env.ADMIN_EMAIL, process.env.ADMIN_PASSWORD, 'head office, every site'],
  ['Site incharge', '/site-login', '9000000001', PASSWORD, 'Rajesh Patidar, Vijay Nagar Plaza'],
  ['Supervisor', '/site-login', '9000000021', PASSWORD, 'Ramesh Kushwaha, the same site'],
  ['Auditor', '/admin-login', AUDITOR.email, PASSWORD, 'reads everything, changes nothing'],
]
say('')
say('  Sign in to the demo (who, where, as, with the password):')
for (const [who = '', where = '', as = '', password = '', what] of signIns)
  say(`  ${who.padEnd(14)} ${where.padEnd(13)} ${as.padEnd(18)} ${password.padEnd(9)}  ${what}`)
say(`  The others: incharges 9000000001 to …12, supervisors 9000000021 to …50, all with ${PASSWORD}.`)
say('')
say('  In five minutes:')
say('  1. As the site incharge, on a narrow window: add an expense with a photo of its bill, then change its amount.')
say('     Switch the network off in the browser’s own tools, reload, add another, and switch it on again.')
say('  2. Transfer ₹2,000 to Ramesh Kushwaha; sign in as the supervisor beside it, and see it come.')
say(
  '  3. As the admin: find the sites in deficit, send one of them money, open its ledger, take it away as a spreadsheet.',
)
say('  4. As the auditor: look at what you changed in the edit log, and verify everything.')
say('  5. Change the language to Hindi, at the top of any screen.')
// From here on it is npm start, which ends the process.
await import('./start.ts')

/** The books are made into an empty database; a file beside it says that they are complete. */
async function makeOnce(): Promise<void> {
  const { dataDirectory, databaseUrl, databaseOwnerUrl } = readConfiguration(process.env)
  const made = join(dataDirectory, 'demo-made')
  if (existsSync(made)) return
  // Root's PostgreSQL runs as another user, who must pass through (start.ts does the same).
  mkdirSync(dataDirectory, { recursive: true, mode: 0o711 })
  if (process.getuid?.() !== 0) chmodSync(dataDirectory, 0o700)
  const begun = performance.now()
  say('Writing two years of books, once …')
  const postgres = databaseUrl ? undefined : await startEmbeddedPostgres({ directory: join(dataDirectory, 'postgres') })
  try {
    const addresses = {
      ownerUrl: databaseOwnerUrl ?? databaseUrl ?? postgres?.url ?? '',
      appUrl: databaseOwnerUrl && databaseUrl,
    }
    const appUrl = await prepareDatabase(addresses, dataDirectory)
    const environment = { ...process.env, DATABASE_URL: appUrl, DATA_DIR: dataDirectory }
    const configuration = readServiceConfiguration(postgres ? { ...environment, EMBEDDED_POSTGRES: '1' } : environment)
    if ('wrong' in configuration) throw new CannotStart(configuration.wrong)
    const { entries } = await makeDemo({ configuration, seed: SEED, password: PASSWORD })
    writeFileSync(made, `${entries} entries, made on ${new Date().toISOString()}\n`)
    say(`${entries.toLocaleString('en-IN')} entries in ${((performance.now() - begun) / 1000).toFixed(1)} s.`)
  } finally {
    await postgres?.stop()
  }
}
