import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { type EventMeta, SYSTEM_ACTOR } from '@ledger/contracts/events/event-schemas.ts'
import { emailSignInName, insertCredentialStatements } from '../access/credential-store.ts'
import type { PasswordHasher } from '../access/password-hashing.ts'
import type { AppendLog } from '../event-store/append/group-commit.ts'

/** The dependencies for opening an account without a signed-in user. */
export interface OpenAdminContext {
  companyId: string
  log: Pick<AppendLog, 'submit'>
  passwords: PasswordHasher
  clock: () => string
}

/**
 * Opens an admin's account in the name of the system.
 * @param password left out, a random one is made
 * @returns the password; undefined where a user of the company signs in with this e-mail address already
 */
export async function openAdminAccount(
  { companyId, log, passwords, clock }: OpenAdminContext,
  {
    email,
    password = randomBytes(12).toString('base64url'),
    meta = {},
  }: { email: string; password?: string | undefined; meta?: EventMeta },
): Promise<string | undefined> {
  const accountId = randomUUIDv7()
  const signInName = emailSignInName(email)
  const passwordHash = await passwords.hash(password)
  const { status } = await log.submit({
    command: {
      type: 'OpenAccount',
      account: accountId,
      role: 'admin',
      profile: { firstName: 'Admin', lastName: '', site: null, mobile: null },
      signInName,
      by: { system: SYSTEM_ACTOR },
      now: clock(),
    },
    meta,
    sideStatements: insertCredentialStatements({
      companyId,
      accountId,
      signInName,
      mobile: undefined,
      email,
      passwordHash,
      visible: undefined,
    }),
    answer: () => ({ status: 201, body: '' }),
  })
  return status === 201 ? password : undefined
}
