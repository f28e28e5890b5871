import { randomBytes } from 'node:crypto'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely } from 'kysely'
import type { InstallationSecrets } from '../access/installation-secrets.ts'
import { decryptSecret, deriveEncryptionKey, encryptSecret } from '../access/secret-encryption.ts'

/** The installation's secrets that encrypt a company's own secrets. The database does not contain them. */
export type EncryptionSecrets = Pick<InstallationSecrets, 'pepper' | 'revealKey'>

/**
 * The secret of the installation that encrypts each kind. The pepper of a company is worth as much as the
 * installation's, which cannot change without locking users out; the key of the visible passwords may change, and then
 * the secret at a provider is given again.
 */
const ENCRYPTED_WITH = { 'password-pepper': 'pepper', 'openid-client-secret': 'revealKey' } as const
export type CompanySecretName = keyof typeof ENCRYPTED_WITH

export interface EncryptedSecret {
  name: CompanySecretName
  encrypted: Buffer
}

export function encryptCompanySecret(
  encryption: EncryptionSecrets,
  companyId: string,
  name: CompanySecretName,
  secret: string,
): EncryptedSecret {
  return {
    name,
    encrypted: encryptSecret(
      deriveEncryptionKey(encryption[ENCRYPTED_WITH[name]]),
      secretAdditionalData(companyId, name),
      secret,
    ),
  }
}

/** @returns undefined where it was encrypted with other secrets than these */
export function decryptCompanySecret(
  encryption: EncryptionSecrets,
  companyId: string,
  { name, encrypted }: EncryptedSecret,
): string | undefined {
  return decryptSecret(
    deriveEncryptionKey(encryption[ENCRYPTED_WITH[name]]),
    secretAdditionalData(companyId, name),
    encrypted,
  )?.toString()
}

const secretAdditionalData = (companyId: string, name: string) => `company-secret/v1|${companyId}|${name}`

/** Makes a pepper for a new company: its backup then contains no other company's pepper. */
export const newPepper = (encryption: EncryptionSecrets, companyId: string) =>
  encryptCompanySecret(encryption, companyId, 'password-pepper', randomBytes(48).toString('base64url'))

/**
 * Returns the pepper that a company's passwords are hashed with beside the salt: its own, or, where it has none, the
 * installation's.
 * @throws Error where its own was encrypted with another PASSWORD_PEPPER: none of its users could sign in
 */
export async function loadPepper(
  db: Kysely<Database>,
  encryption: EncryptionSecrets,
  companyId: string,
): Promise<Buffer> {
  const row = await db
    .selectFrom('company_secrets')
    .select('sealed as encrypted')
    .where('company_id', '=', companyId)
    .where('name', '=', 'password-pepper')
    .executeTakeFirst()
  return decryptPepper(encryption, companyId, row?.encrypted)
}

/**
 * Returns a company's pepper from its encrypted form, as `loadPepper` does.
 * @param encrypted undefined: the company has no pepper of its own
 */
export function decryptPepper(encryption: EncryptionSecrets, companyId: string, encrypted: Buffer | undefined): Buffer {
  if (encrypted === undefined) return encryption.pepper
  const own = decryptCompanySecret(encryption, companyId, { name: 'password-pepper', encrypted })
  if (own === undefined)
    throw new Error(`The pepper of company ${companyId} was encrypted with another PASSWORD_PEPPER`)
  return Buffer.from(own)
}
