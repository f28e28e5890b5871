import type { EntryColumns } from '@ledger/contracts/entry-text-field-schemas.ts'
import type { Role } from '@ledger/contracts/roles.ts'
import type { TimestampColumn } from './column-types.ts'

/** The read models, which are built from the log and can be built again. */
export interface ReadModelTables {
  checkpoints: CheckpointsTableColumns
  balances: BalancesTableColumns
  ledger_rows: LedgerRowsTableColumns
  beneficiaries: BeneficiariesTableColumns
  beneficiary_use: BeneficiaryUseTableColumns
  directory: DirectoryTableColumns
  supervisor_sites: SupervisorSitesTableColumns
  beneficiary_groups: BeneficiaryGroupsTableColumns
  activity: ActivityTableColumns
  activity_accounts: ActivityAccountsTableColumns
  sums: SumsTableColumns
  event_counts: EventCountsTableColumns
  bill_uses: BillUsesTableColumns
  bill_sums: BillSumsTableColumns
  alike_entries: AlikeEntriesTableColumns
  shared_bills: SharedBillsTableColumns
  amount_counts: AmountCountsTableColumns
  office_limits: OfficeLimitsTableColumns
  searched_words: SearchedWordsTableColumns
  questions: QuestionsTableColumns
  question_answers: QuestionAnswersTableColumns
  vouchers: VouchersTableColumns
  cash_counts: CashCountsTableColumns
  purposes: PurposesTableColumns
  budgets: BudgetsTableColumns
}

/** The tables of read models: a backup leaves them out, because a restore builds them from the log. */
export const TABLES_BUILT_FROM_LOG = [
  ...(['checkpoints', 'balances', 'ledger_rows', 'beneficiaries', 'beneficiary_use', 'directory'] as const),
  ...(['activity', 'activity_accounts', 'sums', 'event_counts', 'bill_uses', 'bill_sums'] as const),
  ...(['alike_entries', 'shared_bills', 'amount_counts', 'office_limits'] as const),
  ...(['searched_words', 'supervisor_sites', 'beneficiary_groups'] as const),
  ...(['questions', 'question_answers'] as const),
  ...(['vouchers', 'cash_counts', 'purposes', 'budgets'] as const),
]

interface CheckpointsTableColumns {
  company_id: string
  projection: string
  position: number
  stopped_because: string | null
}

interface BalancesTableColumns {
  company_id: string
  account_id: string
  received_paise: number
  spent_paise: number
  credits: number
  debits: number
}

interface LedgerRowsTableColumns extends EntryColumns {
  company_id: string
  row_id: string
  account_id: string
  position: number
  type: 'credit' | 'debit'
  paise: number
  date: TimestampColumn
  recorded_at: TimestampColumn
  recipient: string
  beneficiary_id: string | null
  transfer_from: string | null
  transfer_to: string | null
  revision: number
  recorded_by: string
  recorded_by_name: string
  recorded_by_role: string
  deleted: boolean
  /** Null if the row is not deleted. */
  deleted_at: TimestampColumn | null
  deleted_by: string | null
  deleted_by_name: string | null
  deleted_by_role: string | null
  /** JSON of the bills that the entry names; null if there are none. */
  bills: string | null
  /** Whether the office has seen the entry with this amount, day and party; only in the giver's row of a transfer. */
  seen: boolean
  /** Whether the office has said that the entry needs no bill. */
  bill_not_needed: boolean
  /** When the receiver of a transfer acknowledged it, in both rows; null where it is not acknowledged. */
  acknowledged_at: TimestampColumn | null
}

interface BeneficiariesTableColumns {
  company_id: string
  beneficiary_id: string
  name: string
  first_position: number
}

/** A spelling of a beneficiary that was renamed or merged. */
interface BeneficiaryGroupsTableColumns {
  company_id: string
  beneficiary_id: string
  /** The name of this spelling, as the log has it. */
  spelling: string
  /** The spelling that stands for the group. */
  group_id: string
  /** The name of the group. */
  name: string
}

interface BeneficiaryUseTableColumns {
  company_id: string
  account_id: string
  beneficiary_id: string
  debits: number
  last_position: number
}

interface DirectoryTableColumns {
  company_id: string
  account_id: string
  role: Role
  status: 'active' | 'disabled' | 'closed'
  first_name: string
  last_name: string
  site_name: string | null
  opened_position: number
  /** The balance below which the account is short of cash; null where that of all accounts counts. */
  alert_paise: number | null
}

interface SupervisorSitesTableColumns {
  company_id: string
  account_id: string
  /** The event that assigned the supervisor. */
  position: number
  /** The account of the site's incharge; null for no site. */
  site_id: string | null
  /** A day in Asia/Kolkata. */
  from_day: string
}

interface ActivityTableColumns {
  company_id: string
  position: number
  type: string
  recorded_at: TimestampColumn
  actor_id: string
  transaction_id: string | null
}

interface ActivityAccountsTableColumns {
  company_id: string
  account_id: string
  position: number
}

interface SumsTableColumns {
  company_id: string
  /** An account, or the nil UUID for all accounts. */
  whose: string
  what: 'kind' | 'purpose' | 'beneficiary' | 'mode'
  span: 'day' | 'month' | 'year'
  /** `2026-04-05`, `2026-04` or `2026`, in Asia/Kolkata. */
  period: string
  key: string
  paise: number
  count: number
}

interface EventCountsTableColumns {
  company_id: string
  what: 'all' | 'account' | 'actor'
  /** An account, or the nil UUID for all events. */
  whose: string
  span: 'day' | 'month'
  /** The time of recording: `2026-04-05` or `2026-04`, in Asia/Kolkata. */
  period: string
  type: string
  count: number
}

interface BillUsesTableColumns {
  company_id: string
  bill_id: string
  transaction_id: string
  /** The account whose list has the entry. */
  account_id: string
  /** The number of entries and answers that name the bill now; 0 if the entry named it before. */
  uses: number
}

interface BillSumsTableColumns {
  company_id: string
  /** An account, or the nil UUID for all accounts. */
  whose: string
  what: 'credits' | 'debits'
  span: 'day' | 'month'
  /** `2026-04-05` or `2026-04`, in Asia/Kolkata. */
  period: string
  key: 'with'
  paise: number
  count: number
}

interface AlikeEntriesTableColumns {
  company_id: string
  /** The giver's account of a transfer. */
  account_id: string
  /** `2026-04-05`, in Asia/Kolkata. */
  day: string
  paise: number
  /** The result of `partyKeyOf`. */
  party: string
  /** How many entries, without deleted ones, are alike. */
  entries: number
  /** The position of the last event that made an entry like the others; 0 if there was none. */
  joined_position: number
  /** The position of the last event by which the office said that they are no duplicates; 0 if there was none. */
  dismissed_position: number
}

interface SharedBillsTableColumns {
  company_id: string
  bill_id: string
  entries: number
  joined_position: number
  dismissed_position: number
}

interface AmountCountsTableColumns {
  company_id: string
  what: 'entries' | 'without_bill'
  /** The result of `amountBucketOf`. */
  bucket: number
  count: number
}

interface OfficeLimitsTableColumns {
  company_id: string
  position: number
  low_cash_paise: number | null
  bill_above_paise: number | null
  large_paise: number | null
  late_days: number | null
}

interface SearchedWordsTableColumns {
  company_id: string
  /** The phonetic key of one reading of the word (contracts/text/sound/word-sound.ts). */
  consonants: string
  /** Folded and in small letters. */
  word: string
}

interface QuestionsTableColumns {
  company_id: string
  /** The event that asked it has the same id. */
  question_id: string
  /** The row of ledger_rows that it is about. */
  row_id: string
  /** The account that has this row, and that answers. */
  account_id: string
  state: 'open' | 'answered' | 'closed'
  text: string
  asked_position: number
  asked_at: TimestampColumn
  asked_by: string
  asked_by_name: string
  asked_by_role: string
}

interface QuestionAnswersTableColumns {
  company_id: string
  question_id: string
  position: number
  text: string
  /** JSON of the bills of the answer; null if there are none. */
  bills: string | null
  answered_at: TimestampColumn
  answered_by: string
  answered_by_name: string
  answered_by_role: string
}

interface VouchersTableColumns {
  company_id: string
  /** `P/26-27`, by the kind and the date of the entry as it was recorded. */
  series: string
  number: number
  /** The position of the event that recorded the entry. */
  position: number
  transaction_id: string
}

interface CashCountsTableColumns {
  company_id: string
  account_id: string
  /** The position of the event that recorded the count. */
  position: number
  counted_at: TimestampColumn
  counted_paise: number
  /** The cash that the ledger had; it may be below zero. */
  expected_paise: number
}

interface PurposesTableColumns {
  company_id: string
  /** The event that set the list. */
  position: number
  revision: number
  /** JSON of the purposes. */
  list: string
}

interface BudgetsTableColumns {
  company_id: string
  /** The event that set the budget, or took it away. */
  position: number
  /** The account of the site's incharge. */
  site_id: string
  purpose: string
  /** `2026-11`; null for the whole time of the site. */
  month: string | null
  /** Null where the budget was taken away. */
  paise: number | null
}
