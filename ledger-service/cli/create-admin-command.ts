import { emailAddress } from '@ledger/contracts/text/text-schemas.ts'
import { connectPool, kyselyOverPool } from '@ledger/database/connection/connection-pool.ts'
import { openPasswordHasher } from '../access/password-hashing.ts'
import { loadPepper } from '../companies/company-pepper-and-openid-secret.ts'
import { type OpenAdminContext, openAdminAccount } from '../companies/open-admin-account.ts'
import { openAppendLog } from '../event-store/append/group-commit.ts'
import { type CommandContext, CommandError, type CommandResult, resolveCompany } from './command-context.ts'
import { readEncryptionSecrets } from './encryption-secrets.ts'
import { ignoreEndSignals } from './ignore-signals.ts'

/**
 * `create-admin <e-mail>`: makes an admin for the operator of the server, when no user can sign in any more. The
 * password is printed once.
 */
export async function createAdminCommand(
  terminal: CommandContext,
  email: string | undefined,
  environment: NodeJS.ProcessEnv,
): Promise<CommandResult> {
  const address = parseEmail(email)
  if (address === undefined) throw new CommandError('Say for whom: create-admin <e-mail>')
  const onError = (error: Error) => process.stderr.write(`${error.message}\n`)
  const { databaseUrl } = terminal.settings
  const pool = connectPool(databaseUrl, { name: 'site-ledger terminal', max: 2, onError })
  try {
    const { companyId } = await resolveCompany(pool, terminal.company)
    const pepper = await loadPepper(kyselyOverPool(pool), readEncryptionSecrets(environment), companyId)
    const log = openAppendLog({ databaseUrl, companyId, clock, notifyAppended: () => undefined, onError })
    ignoreEndSignals()
    const password = await addAdmin(log, { companyId, pepper, email: address }).finally(() => log.close())
    const lines = [`Admin ${address}, password ${password} (shown this once)`]
    return { ok: true, json: { email: address, password }, lines }
  } finally {
    await pool.end()
  }
}

/** Returns the address in the form of the sign-in names; undefined for an invalid one. */
export const parseEmail = (given: string | undefined): string | undefined => emailAddress('').safeParse(given).data

const clock = () => new Date().toISOString()

/**
 * Opens another admin of a company, or its first.
 * @returns the password
 * @throws CommandError where a user signs in with the address already
 */
export async function addAdmin(
  log: OpenAdminContext['log'],
  { companyId, pepper, email }: { companyId: string; pepper: Buffer; email: string },
): Promise<string> {
  const asked = { email: email.toLowerCase(), meta: { requestId: 'terminal' } }
  const password = await openAdminAccount({ companyId, log, passwords: openPasswordHasher(pepper), clock }, asked)
  if (password === undefined) throw new CommandError(`${email} signs in already`)
  return password
}
