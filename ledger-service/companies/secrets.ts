import { randomBytes } from 'node:crypto'
import type { Database } from '@ledger/database/tables.ts'
import type { Kysely } from 'kysely'
import { seal, sealingKey, unseal } from '../access/sealed.ts'
import type { Secrets } from '../access/secrets.ts'

/** The installation's secrets that encrypt a company's own secrets. The database does not contain them. */
export type Sealing = Pick<Secrets, 'pepper' | 'revealKey'>

/**
 * The secret of the installation that encrypts each kind. The pepper of a company is worth as much as the
 * installation's, which cannot change without locking users out; the key of the visible passwords may change, and then
 * the secret at a provider is given again.
 */
const SEALED_WITH = { 'password-pepper': 'pepper', 'openid-client-secret': 'revealKey' } as const
export type CompanySecret = keyof typeof SEALED_WITH

export interface SealedSecret {
  name: CompanySecret
  sealed: Buffer
}

export function sealSecret(sealing: Sealing, companyId: string, name: CompanySecret, secret: string): SealedSecret {
  return { name, sealed: seal(sealingKey(sealing[SEALED_WITH[name]]), boundTo(companyId, name), secret) }
}

/** @returns undefined where it was encrypted with other secrets than these */
export function unsealSecret(sealing: Sealing, companyId: string, { name, sealed }: SealedSecret): string | undefined {
  return unseal(sealingKey(sealing[SEALED_WITH[name]]), boundTo(companyId, name), sealed)
}

const boundTo = (companyId: string, name: string) => `company-secret/v1|${companyId}|${name}`

/** Makes a pepper for a new company: its backup then contains no other company's pepper. */
export const newPepper = (sealing: Sealing, companyId: string) =>
  sealSecret(sealing, companyId, 'password-pepper', randomBytes(48).toString('base64url'))

/**
 * Returns the pepper that a company's passwords are hashed with beside the salt: its own, or, where it has none, the
 * installation's.
 * @throws Error where its own was encrypted with another PASSWORD_PEPPER: none of its users could sign in
 */
export async function pepperOf(db: Kysely<Database>, sealing: Sealing, companyId: string): Promise<Buffer> {
  const row = await db
    .selectFrom('company_secrets')
    .select('sealed')
    .where('company_id', '=', companyId)
    .where('name', '=', 'password-pepper')
    .executeTakeFirst()
  return openPepper(sealing, companyId, row?.sealed)
}

/**
 * Returns the same as pepperOf.
 * @param sealed undefined: the company has no pepper of its own
 */
export function openPepper(sealing: Sealing, companyId: string, sealed: Buffer | undefined): Buffer {
  if (sealed === undefined) return sealing.pepper
  const own = unsealSecret(sealing, companyId, { name: 'password-pepper', sealed })
  if (own === undefined) throw new Error(`The pepper of company ${companyId} was sealed with another PASSWORD_PEPPER`)
  return Buffer.from(own)
}
