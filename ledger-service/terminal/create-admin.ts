import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { SYSTEM } from '@ledger/contracts/events.ts'
import { emailAddress } from '@ledger/contracts/text.ts'
import { connectPool } from '@ledger/database/connect.ts'
import { findCompany } from '@ledger/migrations/migrate.ts'
import { credentialStatements, emailName } from '../access/credentials.ts'
import { openPasswords } from '../access/passwords.ts'
import { loadSecrets } from '../access/secrets.ts'
import { readConfiguration } from '../configuration.ts'
import { openLog } from '../event-store/append.ts'
import { CannotDo, type Outcome, type Terminal } from './commands.ts'

/** `create-admin <e-mail>`: for whoever runs the server, when nobody can sign in any more. The password is shown once. */
export async function createAdmin(
  { settings }: Terminal,
  email: string | undefined,
  environment: NodeJS.ProcessEnv,
): Promise<Outcome> {
  if (!email || !emailAddress('').safeParse(email).success) throw new CannotDo('Say for whom: create-admin <e-mail>')
  const configuration = readConfiguration(environment)
  if ('wrong' in configuration) throw new CannotDo(configuration.wrong)
  const onError = (error: Error) => process.stderr.write(`${error.message}\n`)
  const pool = connectPool(settings.databaseUrl, { name: 'site-ledger terminal', max: 2, onError })
  const companyId = await findCompany(pool)
  await pool.end()
  if (!companyId) throw new CannotDo('There is no ledger in this database yet: start Site Ledger once.')
  const clock = () => new Date().toISOString()
  const log = openLog({ databaseUrl: settings.databaseUrl, companyId, clock, announce: () => undefined, onError })
  const password = randomBytes(12).toString('base64url')
  const accountId = randomUUIDv7()
  const signInName = emailName(email)
  const passwordHash = await openPasswords(loadSecrets(configuration).pepper).hash(password)
  const { status } = await log.submit({
    command: {
      type: 'OpenAccount',
      account: accountId,
      role: 'admin',
      profile: { firstName: 'Admin', lastName: '', site: null, mobile: null },
      signInName,
      by: { system: SYSTEM },
      now: clock(),
    },
    meta: { requestId: 'terminal' },
    alongside: credentialStatements({
      companyId,
      accountId,
      signInName,
      mobile: undefined,
      email: email.toLowerCase(),
      passwordHash,
      visible: undefined,
    }),
    answer: () => ({ status: 201, body: '' }),
  })
  await log.close()
  if (status !== 201) throw new CannotDo(`${email} signs in already`)
  return { ok: true, json: { email, password }, lines: [`Admin ${email}, password ${password} (shown this once)`] }
}
