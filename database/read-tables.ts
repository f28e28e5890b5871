import type { Role } from '@ledger/contracts/roles.ts'
import type { Instant, InstantByDefault, Json } from './column-types.ts'

/** The read models, which are built from the log and can be built again. */
export interface ReadTables {
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
  kept_sums: KeptSums
  kept_balances: Balances
  kept_beneficiaries: Beneficiaries
  kept_beneficiary_use: BeneficiaryUse
  kept_directory: Directory
  rebuilds: Rebuilds
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
  key: 'with'
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
  old_from: string
}

interface KeptSums {
  company_id: string
  projection: string
  /** Which of the read model's tables, or parts of one. */
  part: number
  bucket: string
  sum: string
  rows: number
}

interface Rebuilds {
  company_id: string
  projection: string
  state: 'waiting' | 'running' | 'done' | 'failed'
  events: number
  of_events: number
  changed_at: Instant
}
