// npm run demo: the same as npm start, with two years of a contractor's books in it.
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { EXIT_CODES } from '@ledger/contracts/processes/exit-codes.ts'
import { readApiConfiguration as readServiceConfiguration } from '@ledger/ledger-service/configuration/api-configuration.ts'
import { makeDemo, NotADemo } from './demo/make-demo.ts'
import { DEMO_AUDITOR } from './demo/sites-and-people.ts'
import { checkoutFolder, readLaunchConfiguration } from './launch-configuration.ts'
import { startEmbeddedPostgres } from './postgres/embedded-postgres.ts'
import { prepareDatabase } from './prepare-database.ts'
import { printLine } from './print-lines-and-warnings.ts'
import { CannotStart } from './start-errors.ts'

const DEMO_SEED = 20_241_202
const DEMO_PASSWORD = 'Demo2026'
const DEMO_COMPANY = 'Malwa Constructions (demo)'
const DEMO_ADMIN_EMAIL = 'admin@localhost'

process.env.DATA_DIR ||= join(checkoutFolder, 'data', 'demo')
process.env.COMPANY_NAME ||= DEMO_COMPANY
process.env.ADMIN_EMAIL ||= DEMO_ADMIN_EMAIL
process.env.ADMIN_PASSWORD ||= DEMO_PASSWORD

try {
  await makeDemoOnce()
} catch (error) {
  if (!(error instanceof CannotStart) && !(error instanceof NotADemo)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(EXIT_CODES.wrongConfiguration)
}
const signIns = [
  ['Admin', '/admin-login', process.env.ADMIN_EMAIL, process.env.ADMIN_PASSWORD, 'head office, every site'],
  ['Site incharge', '/site-login', '9000000001', DEMO_PASSWORD, 'Rajesh Patidar, Vijay Nagar Plaza'],
  ['Supervisor', '/site-login', '9000000021', DEMO_PASSWORD, 'Ramesh Kushwaha, the same site'],
  ['Auditor', '/admin-login', DEMO_AUDITOR.email, DEMO_PASSWORD, 'reads everything, changes nothing'],
]
printLine('')
printLine('  Sign in to the demo (who, where, as, with the password):')
for (const [who = '', where = '', as = '', password = '', what] of signIns)
  printLine(`  ${who.padEnd(14)} ${where.padEnd(13)} ${as.padEnd(18)} ${password.padEnd(9)}  ${what}`)
printLine(`  The others: incharges 9000000001 to …12, supervisors 9000000021 to …50, all with ${DEMO_PASSWORD}.`)
printLine('')
printLine('  In five minutes:')
printLine(
  '  1. As the site incharge, on a narrow window: add an expense with a photo of its bill, then change its amount.',
)
printLine('     Switch the network off in the browser’s own tools, reload, add another, and switch it on again.')
printLine('  2. Transfer ₹2,000 to Ramesh Kushwaha; sign in as the supervisor beside it, and see it come.')
printLine(
  '  3. As the admin: find the sites in deficit, send one of them money, open its ledger, take it away as a spreadsheet.',
)
printLine('  4. As the auditor: look at what you changed in the edit log, and verify everything.')
printLine('  5. Change the language to Hindi, at the top of any screen.')
// From here on this runs npm start, which ends the process.
await import('./start.ts')

/** Makes the demo's books in an empty database, once. A file beside it records that they are complete. */
async function makeDemoOnce(): Promise<void> {
  const { dataDirectory, databaseUrl, databaseOwnerUrl } = readLaunchConfiguration(process.env)
  const made = join(dataDirectory, 'demo-made')
  if (existsSync(made)) return
  // PostgreSQL that root starts runs as another user, who must be able to pass through the folder (as in start.ts).
  mkdirSync(dataDirectory, { recursive: true, mode: 0o711 })
  if (process.getuid?.() !== 0) chmodSync(dataDirectory, 0o700)
  const begun = performance.now()
  printLine('Writing two years of books, once …')
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
    const { entries } = await makeDemo({ configuration, seed: DEMO_SEED, password: DEMO_PASSWORD })
    writeFileSync(made, `${entries} entries, made on ${new Date().toISOString()}\n`)
    printLine(`${entries.toLocaleString('en-IN')} entries in ${((performance.now() - begun) / 1000).toFixed(1)} s.`)
  } finally {
    await postgres?.stop()
  }
}
