// npm run setup: the work that is necessary once, and after each update, before the API, the worker and the signer
// start as separate processes or containers. With DATABASE_OWNER_URL it migrates the schema and creates the login of
// DATABASE_URL, which they use; then it creates the company and the first admin. `npm start` does the same by itself.
import { exitWithSentence } from '@ledger/database/process/exit-with-sentence.ts'
import { toError } from '@ledger/database/process/to-error.ts'
import { parseLogin, provideAppLogin } from '@ledger/migrations/app-login.ts'
import { migrate } from '@ledger/migrations/migrate.ts'
import { bootstrapAdmin } from './bootstrap-admin.ts'
import { readSetupConfiguration } from './configuration/setup-command-configuration.ts'

const setupConfiguration = readSetupConfiguration(process.env)
if ('wrong' in setupConfiguration) exitWithSentence(setupConfiguration.wrong)
try {
  await migrate(setupConfiguration.ownerUrl)
  await provideAppLogin(setupConfiguration.ownerUrl, parseLogin(setupConfiguration.databaseUrl))
  const admin = await bootstrapAdmin(setupConfiguration)
  if (admin) process.stdout.write(`First admin: ${admin.email}  password: ${admin.password}  (shown this once)\n`)
  process.stdout.write('The database is set up.\n')
} catch (error) {
  exitWithSentence(toError(error).message)
}
