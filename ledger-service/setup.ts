// npm run setup: what has to be done once, and after each update, before the API, the worker and the signer are started as
// separate processes or containers. With DATABASE_OWNER_URL it brings the schema up to date and makes the login of
// DATABASE_URL, as which they work; then the company and the first admin. `npm start` does the same by itself.
import { EXIT } from '@ledger/contracts/exit-codes.ts'
import { loginOf, provideAppLogin } from '@ledger/migrations/app-login.ts'
import { migrate } from '@ledger/migrations/migrate.ts'
import { makeFirstAdmin } from './first-start.ts'
import { readSetup } from './setup-configuration.ts'

const settings = readSetup(process.env)
if ('wrong' in settings) fail(settings.wrong)
try {
  await migrate(settings.ownerUrl)
  await provideAppLogin(settings.ownerUrl, loginOf(settings.databaseUrl))
  const admin = await makeFirstAdmin(settings)
  if (admin) process.stdout.write(`First admin: ${admin.email}  password: ${admin.password}  (shown this once)\n`)
  process.stdout.write('The database is set up.\n')
} catch (error) {
  fail(error instanceof Error ? error.message : String(error))
}

function fail(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(EXIT.wrongConfiguration)
}
