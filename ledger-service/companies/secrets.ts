import { randomBytes } from 'node:crypto'
import type { Database } from '@ledger/database/tables.ts'
import type { Kysely } from 'kysely'
import { seal, sealingKey, unseal } from '../access/sealed.ts'
import type { Secrets } from '../access/secrets.ts'

/** What a company's own secrets are sealed with: the installation's, of which the database has none. */
export type Sealing = Pick<Secrets, 'pepper' | 'revealKey'>

/**
 * With which of them. The pepper of a company is worth as much as the installation's, which nobody can change without locking people out; the
 * key of the visible passwords may be changed, and then the secret at a provider is given again.
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

/** @returns undefined where it was sealed with other secrets than these */
export function unsealSecret(sealing: Sealing, companyId: string, { name, sealed }: SealedSecret): string | undefined {
  return unseal(sealingKey(sealing[SEALED_WITH[name]]), boundTo(companyId, name), sealed)
}

const boundTo = (companyId: string, name: string) => `company-secret/v1|${companyId}|${name}`

/** A pepper for a company that is new here: when it leaves, it takes nobody else's with it. */
export const newPepper = (sealing: Sealing, companyId: string) =>
  sealSecret(sealing, companyId, 'password-pepper', randomBytes(48).toString('base64url'))

/**
 * What a company's passwords are hashed with beside the salt: its own, or, for one that has none, the installation's.
 * @throws Error where its own was sealed with another PASSWORD_PEPPER: nobody of it could sign in
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

/** As pepperOf. @param sealed undefined: it has none of its own */
export function openPepper(sealing: Sealing, companyId: string, sealed: Buffer | undefined): Buffer {
  if (sealed === undefined) return sealing.pepper
  const own = unsealSecret(sealing, companyId, { name: 'password-pepper', sealed })
  if (own === undefined) throw new Error(`The pepper of company ${companyId} was sealed with another PASSWORD_PEPPER`)
  return Buffer.from(own)
}
