import type { Role } from '@ledger/contracts/roles.ts'
import type { ColumnType } from 'kysely'
import type { DefaultedTimestampColumn, JsonTextColumn, TimestampColumn } from './column-types.ts'

/** Companies, the log of each, the state that decisions read, and the proofs. */
export interface LogTables {
  companies: CompaniesTableColumns
  company_hosts: CompanyHostsTableColumns
  company_settings: CompanySettingsTableColumns
  company_secrets: CompanySecretsTableColumns
  log_heads: LogHeadsTableColumns
  events: EventsTableColumns
  balance_snapshots: BalanceSnapshotsTableColumns
  sealed_balances: SealedBalancesTableColumns
  account_states: AccountStatesTableColumns
  transaction_states: TransactionStatesTableColumns
  beneficiary_names: BeneficiaryNamesTableColumns
  answers: AnswersTableColumns
  signed_checkpoints: SignedCheckpointsTableColumns
  verifier_keys: VerifierKeysTableColumns
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

/** The leaves of the seal of a closing (ledger-service/proof/seals/): the event of the seal holds their root. */
interface SealedBalancesTableColumns {
  company_id: string
  /** The position of the closing. */
  closing: number
  /** The place of the leaf, from 0. */
  leaf: number
  account: string
  /** The canonical JSON of the leaf. */
  content: string
}

interface LogHeadsTableColumns {
  company_id: string
  position: number
  hash: Buffer
  recorded_at: TimestampColumn
  /**
   * The sum of all entries that are not deleted, as text, because in a log from before there was a largest total it can
   * be any number.
   */
  total_paise: ColumnType<string, string | undefined, string>
}

interface EventsTableColumns {
  company_id: string
  position: number
  event_id: string
  type: string
  schema_version: number
  recorded_at: TimestampColumn
  date: TimestampColumn
  actor: JsonTextColumn
  data: JsonTextColumn
  meta: JsonTextColumn
  prev_hash: Buffer
  hash: Buffer
}

interface BalanceSnapshotsTableColumns {
  company_id: string
  position: number
  /** The format version of the JSON (ledger-service/proof/point-in-time/balance-snapshots.ts). */
  shape: number
  hash: Buffer
  accounts: JsonTextColumn
}

export interface AccountStatesTableColumns {
  company_id: string
  account_id: string
  role: Role
  status: 'active' | 'disabled' | 'closed'
  first_name: string
  last_name: string
  site_name: string | null
  mobile_masked: string | null
  epoch: number
  received_paise: number
  spent_paise: number
  /** The last assignment of a supervisor to a site; null before the first. */
  assignment: JsonTextColumn | null
}

interface TransactionStatesTableColumns {
  company_id: string
  transaction_id: string
  revision: number
  deleted: boolean
  /** The entry, with the time and the author of its recording. */
  state: JsonTextColumn
}

interface BeneficiaryNamesTableColumns {
  company_id: string
  beneficiary_id: string
  name: string
}

interface AnswersTableColumns {
  company_id: string
  key_digest: Buffer
  body_digest: Buffer
  status: number
  body: string
  answered_at: TimestampColumn
}

interface SignedCheckpointsTableColumns {
  company_id: string
  size: number
  note: string
  signed_at: DefaultedTimestampColumn
}

interface VerifierKeysTableColumns {
  company_id: string
  verifier_key: string
}
