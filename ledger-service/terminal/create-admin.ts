import { emailAddress } from '@ledger/contracts/text.ts'
import { connect, connectPool } from '@ledger/database/connect.ts'
import { openPasswords } from '../access/passwords.ts'
import { loadSecrets } from '../access/secrets.ts'
import { type Opening, openAdmin } from '../companies/open-admin.ts'
import { pepperOf, type Sealing } from '../companies/secrets.ts'
import { readConfiguration } from '../configuration.ts'
import { openLog } from '../event-store/append.ts'
import { CannotDo, type Outcome, type Terminal, theCompany } from './commands.ts'
import { tooLateToEnd } from './too-late.ts'

/**
 * `create-admin <e-mail>`: makes an admin for the operator of the server, when no user can sign in any more. The
 * password is printed once.
 */
export async function createAdmin(
  terminal: Terminal,
  email: string | undefined,
  environment: NodeJS.ProcessEnv,
): Promise<Outcome> {
  const address = readEmail(email)
  if (address === undefined) throw new CannotDo('Say for whom: create-admin <e-mail>')
  const onError = (error: Error) => process.stderr.write(`${error.message}\n`)
  const { databaseUrl } = terminal.settings
  const pool = connectPool(databaseUrl, { name: 'site-ledger terminal', max: 2, onError })
  try {
    const { companyId } = await theCompany(pool, terminal.company)
    const pepper = await pepperOf(connect(pool), sealingOf(environment), companyId)
    const log = openLog({ databaseUrl, companyId, clock, announce: () => undefined, onError })
    tooLateToEnd()
    const password = await newAdmin(log, { companyId, pepper, email: address }).finally(() => log.close())
    const lines = [`Admin ${address}, password ${password} (shown this once)`]
    return { ok: true, json: { email: address, password }, lines }
  } finally {
    await pool.end()
  }
}

/** Returns the address in the form of the sign-in names; undefined for an invalid one. */
export const readEmail = (given: string | undefined): string | undefined => emailAddress('').safeParse(given).data

/**
 * Returns the installation's secrets, as the API reads them.
 * @throws CannotDo where they are not given, and may not be made
 */
export function sealingOf(environment: NodeJS.ProcessEnv): Sealing {
  const configuration = readConfiguration(environment)
  if ('wrong' in configuration) throw new CannotDo(configuration.wrong)
  return loadSecrets(configuration)
}

const clock = () => new Date().toISOString()

/**
 * Opens another admin of a company, or its first.
 * @returns the password
 * @throws CannotDo where a user signs in with the address already
 */
export async function newAdmin(
  log: Opening['log'],
  { companyId, pepper, email }: { companyId: string; pepper: Buffer; email: string },
): Promise<string> {
  const asked = { email: email.toLowerCase(), meta: { requestId: 'terminal' } }
  const password = await openAdmin({ companyId, log, passwords: openPasswords(pepper), clock }, asked)
  if (password === undefined) throw new CannotDo(`${email} signs in already`)
  return password
}
