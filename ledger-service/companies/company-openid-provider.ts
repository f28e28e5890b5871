import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely } from 'kysely'
import { type OpenidProvider, openOpenidProvider } from '../access/openid-provider.ts'
import { type OpenidSettings, openidSettingsSchema } from '../configuration/openid-settings.ts'
import { decryptCompanySecret, type EncryptionSecrets } from './company-pepper-and-openid-secret.ts'

export interface ProviderSources {
  db: Kysely<Database>
  encryptionSecrets: EncryptionSecrets
  /**
   * The provider from the settings of the environment: the first company's, and that of other companies whose settings
   * select it.
   */
  installation: OpenidProvider | undefined
}

/**
 * Returns a function that gives the OpenID provider of a company's office. It reads the setting at each sign-in, so a
 * change needs no restart.
 * @returns undefined where there is none, and where the secret was encrypted with another PASSWORD_REVEAL_KEY
 */
export function openCompanyOpenidProvider(
  { db, encryptionSecrets, installation }: ProviderSources,
  companyId: string,
): () => Promise<OpenidProvider | undefined> {
  /** Cached for the current settings, because it caches the provider's addresses and keys. */
  let known: { of: string; provider: OpenidProvider } | undefined

  return async () => {
    const chosen = await readProviderChoice(db, companyId)
    if (chosen !== 'own') return chosen === 'installation' ? installation : undefined
    const settings = await readOwnOpenidSettings(db, encryptionSecrets, companyId)
    if (!settings) return undefined
    const of = JSON.stringify(settings)
    if (known?.of !== of) known = { of, provider: openOpenidProvider(settings) }
    return known.provider
  }
}

/**
 * Returns the provider in force for a company, without the secret; null: none.
 * @param installation the provider of the environment
 */
export async function effectiveOpenidSettings(
  db: Kysely<Database>,
  companyId: string,
  installation: OpenidSettings | undefined,
): Promise<{ issuer: string; clientId: string } | null> {
  const chosen = await readProviderChoice(db, companyId)
  if (chosen === 'none') return null
  const given = chosen === 'own' ? await readIssuerAndClientId(db, companyId) : installation
  return given ? { issuer: given.issuer, clientId: given.clientId } : null
}

/**
 * Returns the company's setting; without one, the first company has the installation's provider, any other has none.
 */
async function readProviderChoice(db: Kysely<Database>, companyId: string): Promise<'own' | 'installation' | 'none'> {
  const row = await db
    .selectFrom('company_settings')
    .select('openid')
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  if (row) return row.openid
  const first = await db
    .selectFrom('companies')
    .select('company_id')
    .orderBy('created_at')
    .orderBy('company_id')
    .executeTakeFirst()
  return first?.company_id === companyId ? 'installation' : 'none'
}

const issuerAndClientIdSchema = openidSettingsSchema.omit({ clientSecret: true })

/** Returns the provider's names, checked like those of the environment, because a restored company brings its own. */
async function readIssuerAndClientId(db: Kysely<Database>, companyId: string) {
  const row = await db
    .selectFrom('company_settings')
    .select(['openid_issuer as issuer', 'openid_client_id as clientId'])
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return issuerAndClientIdSchema.safeParse(row).data
}

async function readOwnOpenidSettings(
  db: Kysely<Database>,
  encryption: EncryptionSecrets,
  companyId: string,
): Promise<OpenidSettings | undefined> {
  const names = await readIssuerAndClientId(db, companyId)
  const secret = await db
    .selectFrom('company_secrets')
    .select('sealed as encrypted')
    .where('company_id', '=', companyId)
    .where('name', '=', 'openid-client-secret')
    .executeTakeFirst()
  const clientSecret =
    secret && decryptCompanySecret(encryption, companyId, { name: 'openid-client-secret', encrypted: secret.encrypted })
  return names && clientSecret ? { ...names, clientSecret } : undefined
}
