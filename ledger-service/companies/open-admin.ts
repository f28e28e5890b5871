import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { type Meta, SYSTEM } from '@ledger/contracts/events.ts'
import { credentialStatements, emailName } from '../access/credentials.ts'
import type { Passwords } from '../access/passwords.ts'
import type { AppendLog } from '../event-store/append.ts'

/** The dependencies for opening an account without a signed-in user. */
export interface Opening {
  companyId: string
  log: Pick<AppendLog, 'submit'>
  passwords: Passwords
  clock: () => string
}

/**
 * Opens an admin's account in the name of the system.
 * @param password left out, a random one is made
 * @returns the password; undefined where a user of the company signs in with this e-mail address already
 */
export async function openAdmin(
  { companyId, log, passwords, clock }: Opening,
  {
    email,
    password = randomBytes(12).toString('base64url'),
    meta = {},
  }: { email: string; password?: string | undefined; meta?: Meta },
): Promise<string | undefined> {
  const accountId = randomUUIDv7()
  const signInName = emailName(email)
  const passwordHash = await passwords.hash(password)
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
    meta,
    alongside: credentialStatements({
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
