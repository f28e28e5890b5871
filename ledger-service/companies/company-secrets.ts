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
  sealed: Buffer
}

export function encryptCompanySecret(
  sealing: EncryptionSecrets,
  companyId: string,
  name: CompanySecretName,
  secret: string,
): EncryptedSecret {
  return {
    name,
    sealed: encryptSecret(
      deriveEncryptionKey(sealing[ENCRYPTED_WITH[name]]),
      secretAdditionalData(companyId, name),
      secret,
    ),
  }
}

/** @returns undefined where it was encrypted with other secrets than these */
export function decryptCompanySecret(
  sealing: EncryptionSecrets,
  companyId: string,
  { name, sealed }: EncryptedSecret,
): string | undefined {
  return decryptSecret(
    deriveEncryptionKey(sealing[ENCRYPTED_WITH[name]]),
    secretAdditionalData(companyId, name),
    sealed,
  )?.toString()
}

const secretAdditionalData = (companyId: string, name: string) => `company-secret/v1|${companyId}|${name}`

/** Makes a pepper for a new company: its backup then contains no other company's pepper. */
export const newPepper = (sealing: EncryptionSecrets, companyId: string) =>
  encryptCompanySecret(sealing, companyId, 'password-pepper', randomBytes(48).toString('base64url'))

/**
 * Returns the pepper that a company's passwords are hashed with beside the salt: its own, or, where it has none, the
 * installation's.
 * @throws Error where its own was encrypted with another PASSWORD_PEPPER: none of its users could sign in
 */
export async function loadPepper(db: Kysely<Database>, sealing: EncryptionSecrets, companyId: string): Promise<Buffer> {
  const row = await db
    .selectFrom('company_secrets')
    .select('sealed')
    .where('company_id', '=', companyId)
    .where('name', '=', 'password-pepper')
    .executeTakeFirst()
  return decryptPepper(sealing, companyId, row?.sealed)
}

/**
 * Returns a company's pepper from its encrypted form, as `loadPepper` does.
 * @param sealed undefined: the company has no pepper of its own
 */
export function decryptPepper(sealing: EncryptionSecrets, companyId: string, sealed: Buffer | undefined): Buffer {
  if (sealed === undefined) return sealing.pepper
  const own = decryptCompanySecret(sealing, companyId, { name: 'password-pepper', sealed })
  if (own === undefined) throw new Error(`The pepper of company ${companyId} was sealed with another PASSWORD_PEPPER`)
  return Buffer.from(own)
}
