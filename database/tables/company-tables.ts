import type { TimestampColumn } from './column-types.ts'

/** Companies, their hosts, their providers and their secrets. */
export interface CompanyTables {
  companies: CompaniesTableColumns
  company_hosts: CompanyHostsTableColumns
  company_settings: CompanySettingsTableColumns
  company_secrets: CompanySecretsTableColumns
}

interface CompaniesTableColumns {
  company_id: string
  name: string
  created_at: TimestampColumn
  /** Null while its users may sign in. */
  disabled_at: TimestampColumn | null
}

interface CompanyHostsTableColumns {
  /** As `normalizeHostName` returns it (ledger-service/companies/host-name.ts). */
  host: string
  company_id: string
}

/**
 * The OpenID provider of a company's head office. Without a row, the first company uses the installation's provider.
 */
interface CompanySettingsTableColumns {
  company_id: string
  openid: 'own' | 'installation' | 'none'
  /** Both are set if `openid` is `own`. */
  openid_issuer: string | null
  openid_client_id: string | null
}

interface CompanySecretsTableColumns {
  company_id: string
  name: 'password-pepper' | 'openid-client-secret'
  /** Encrypted by ledger-service/access/secret-encryption.ts. */
  sealed: Buffer
}
