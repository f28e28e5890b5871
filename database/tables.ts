import type { Bill } from '@ledger/contracts/bills.ts'
import type { Role } from '@ledger/contracts/roles.ts'
import type { ColumnType, Selectable } from 'kysely'

/** Ids are UUIDs in lower case, hashes and digests are bytes, money is whole paise, instants are ISO 8601 in UTC. */
export interface Database {
  companies: Companies
  company_hosts: CompanyHosts
  log_heads: LogHeads
  events: Events
  balance_snapshots: BalanceSnapshots
  account_states: AccountStates
  transaction_states: TransactionStates
  beneficiary_names: BeneficiaryNames
  answers: Answers
  sign_in_names: SignInNames
  contacts: Contacts
  credentials: Credentials
  password_copies: PasswordCopies
  sessions: Sessions
  tries: Tries
  devices: Devices
  openid_identities: OpenidIdentities
  contact_messages: ContactMessages
  signed_checkpoints: SignedCheckpoints
  verifier_keys: VerifierKeys
  bills: Bills
  bill_contents: BillContents
  bill_uploads: BillUploads
  checkpoints: Checkpoints
  balances: Balances
  ledger_rows: LedgerRows
  beneficiaries: Beneficiaries
  beneficiary_use: BeneficiaryUse
  directory: Directory
  activity: Activity
  activity_accounts: ActivityAccounts
  sums: Sums
  event_counts: EventCounts
  bill_uses: BillUses
  bill_sums: BillSums
  verifications: Verifications
  kept_folds: KeptFolds
  rebuilds: Rebuilds
}

/** Stored as Postgres `json`, which keeps the bytes: read as text, written as text. */
type Json = string
type Instant = ColumnType<string, string | Date, string | Date>
type InstantByDefault = ColumnType<string, string | undefined, string>

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

interface LogHeads {
  company_id: string
  position: number
  hash: Buffer
  recorded_at: Instant
  /** What all entries that stand come to, as text: in a log from before there was a largest total it can be any. */
  total_paise: ColumnType<string, string | undefined, string>
}

/** A row of a table as it is read or written, but for its company, which is one for a whole statement. */
export type RowOf<Table extends keyof Database> = Omit<Selectable<Database[Table]>, 'company_id'>

export interface Events {
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

export interface TransactionStates {
  company_id: string
  transaction_id: string
  revision: number
  deleted: boolean
  /** The entry, and when and by whom it was recorded. */
  state: Json
}

interface BalanceSnapshots {
  company_id: string
  position: number
  /** Of the JSON; see BalanceFold. */
  shape: number
  hash: Buffer
  accounts: Json
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

interface SignInNames {
  name: string
  company_id: string
  account_id: string
}

interface Contacts {
  company_id: string
  account_id: string
  mobile: string | null
  email: string | null
}

interface Credentials {
  company_id: string
  account_id: string
  password_hash: string
}

interface PasswordCopies {
  company_id: string
  account_id: string
  nonce: Buffer
  ciphertext: Buffer
}

interface Sessions {
  sid_hash: Buffer
  company_id: string
  account_id: string
  epoch: number
  created_at: Instant
  last_used_at: Instant
  expires_at: Instant
  revoked_at: Instant | null
  data: Json
}

interface Tries {
  key: Buffer
  tries: number
  last_at: Instant
  blocked_until: Instant
}

interface Devices {
  device_hash: Buffer
  company_id: string
  account_id: string
  /** Of its last sign-in. */
  used_at: InstantByDefault
}

interface OpenidIdentities {
  issuer: string
  subject: string
  company_id: string
  account_id: string
}

interface ContactMessages {
  company_id: string
  message_id: string
  name: string
  email: string
  phone: string | null
  message: string
  sent_at: InstantByDefault
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

interface Bills {
  company_id: string
  /** SHA-256 of the bytes, in lower-case hex. */
  bill_id: string
  type: Bill['type']
  bytes: number
  width: number | null
  height: number | null
  /** A small JPEG; null for a PDF, and for a bill that was erased. */
  thumbnail: Buffer | null
  /** Where the bytes are; null when they are gone. */
  kept_in: 'postgres' | 's3' | null
  /** When it was last uploaded, or about to be named by an entry. */
  wanted_at: Instant
  erased_at: Instant | null
}

interface BillContents {
  company_id: string
  bill_id: string
  content: Buffer
}

interface BillUploads {
  company_id: string
  bill_id: string
  account_id: string
  uploaded_at: Instant
}

interface Checkpoints {
  company_id: string
  projection: string
  position: number
  stopped_because: string | null
}

interface Balances {
  company_id: string
  account_id: string
  received_paise: number
  spent_paise: number
  credits: number
  debits: number
}

interface LedgerRows {
  company_id: string
  row_id: string
  account_id: string
  position: number
  type: 'credit' | 'debit'
  paise: number
  date: Instant
  recorded_at: Instant
  recipient: string
  beneficiary_id: string | null
  purpose: string
  payment_mode: string
  narration: string
  transfer_from: string | null
  transfer_to: string | null
  revision: number
  recorded_by: string
  recorded_by_name: string
  recorded_by_role: string
  deleted: boolean
  /** Null while it is not deleted. */
  deleted_at: Instant | null
  deleted_by: string | null
  deleted_by_name: string | null
  deleted_by_role: string | null
  /** JSON of what an entry names; null where that is none. */
  bills: string | null
}

interface Beneficiaries {
  company_id: string
  beneficiary_id: string
  name: string
  first_position: number
}

interface BeneficiaryUse {
  company_id: string
  account_id: string
  beneficiary_id: string
  debits: number
  last_position: number
}

interface Directory {
  company_id: string
  account_id: string
  role: Role
  status: 'active' | 'disabled' | 'closed'
  first_name: string
  last_name: string
  site_name: string | null
  opened_position: number
}

interface Activity {
  company_id: string
  position: number
  type: string
  recorded_at: Instant
  actor_id: string
  transaction_id: string | null
}

interface ActivityAccounts {
  company_id: string
  account_id: string
  position: number
}

interface EventCounts {
  company_id: string
  what: 'all' | 'account' | 'actor'
  /** An account, or the nil UUID for all events. */
  whose: string
  span: 'day' | 'month'
  /** When they were recorded: `2026-04-05` or `2026-04`, in Asia/Kolkata. */
  period: string
  type: string
  count: number
}

interface BillUses {
  company_id: string
  bill_id: string
  transaction_id: string
  /** Whose list has the entry. */
  account_id: string
  /** 1 while the entry names it and stands; 0 when it did so once. */
  uses: number
}

interface BillSums {
  company_id: string
  /** An account, or the nil UUID for all of them. */
  whose: string
  what: 'credits' | 'debits'
  span: 'day' | 'month'
  /** `2026-04-05` or `2026-04`, in Asia/Kolkata. */
  period: string
  key: 'with' | 'without'
  paise: number
  count: number
}

interface Sums {
  company_id: string
  /** An account, or the nil UUID for all of them. */
  whose: string
  what: 'kind' | 'purpose' | 'beneficiary' | 'mode'
  span: 'day' | 'month' | 'year'
  /** `2026-04-05`, `2026-04` or `2026`, in Asia/Kolkata. */
  period: string
  key: string
  paise: number
  count: number
}

interface Verifications {
  company_id: string
  verified_at: InstantByDefault
  ok: boolean
  report: Json
}

interface KeptFolds {
  company_id: string
  projection: string
  position: number
  /** Of the event at the position. */
  hash: Buffer
  salt: Buffer
  state: Json
  old_from: string
}

interface Rebuilds {
  company_id: string
  projection: string
  state: 'waiting' | 'running' | 'done' | 'failed'
  events: number
  of_events: number
  changed_at: Instant
}
