import type { Role } from '@ledger/contracts/roles.ts'
import type { ColumnType } from 'kysely'
import type { Instant, InstantByDefault, Json } from './column-types.ts'

/** Companies, the log of each, what decisions look at, and the proofs. */
export interface LogTables {
  companies: Companies
  company_hosts: CompanyHosts
  company_settings: CompanySettings
  company_secrets: CompanySecrets
  log_heads: LogHeads
  events: Events
  balance_snapshots: BalanceSnapshots
  account_states: AccountStates
  transaction_states: TransactionStates
  beneficiary_names: BeneficiaryNames
  answers: Answers
  signed_checkpoints: SignedCheckpoints
  verifier_keys: VerifierKeys
}

interface Companies {
  company_id: string
  name: string
  created_at: Instant
  /** Null while its people may come in. */
  disabled_at: Instant | null
}

interface CompanyHosts {
  /** As `hostName` writes it (ledger-service/companies/host-name.ts). */
  host: string
  company_id: string
}

/** Where its office may sign in instead; without a row at the installation's provider, if it is the first company. */
interface CompanySettings {
  company_id: string
  openid: 'own' | 'installation' | 'none'
  /** Both where it is its own. */
  openid_issuer: string | null
  openid_client_id: string | null
}

interface CompanySecrets {
  company_id: string
  name: 'password-pepper' | 'openid-client-secret'
  /** As ledger-service/access/sealed.ts seals it. */
  sealed: Buffer
}

interface LogHeads {
  company_id: string
  position: number
  hash: Buffer
  recorded_at: Instant
  /** What all entries that stand come to, as text: in a log from before there was a largest total it can be any. */
  total_paise: ColumnType<string, string | undefined, string>
}

interface Events {
  company_id: string
  position: number
  event_id: string
  type: string
  schema_version: number
  recorded_at: Instant
  date: Instant
  actor: Json
  data: Json
  meta: Json
  prev_hash: Buffer
  hash: Buffer
}

interface BalanceSnapshots {
  company_id: string
  position: number
  /** Of the JSON; see BalanceFold. */
  shape: number
  hash: Buffer
  accounts: Json
}

export interface AccountStates {
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
}

interface TransactionStates {
  company_id: string
  transaction_id: string
  revision: number
  deleted: boolean
  /** The entry, and when and by whom it was recorded. */
  state: Json
}

interface BeneficiaryNames {
  company_id: string
  beneficiary_id: string
  name: string
}

interface Answers {
  company_id: string
  key_digest: Buffer
  body_digest: Buffer
  status: number
  body: string
  answered_at: Instant
}

interface SignedCheckpoints {
  company_id: string
  size: number
  note: string
  signed_at: InstantByDefault
}

interface VerifierKeys {
  company_id: string
  verifier_key: string
}
