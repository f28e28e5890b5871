import type { Role } from '@ledger/contracts/roles.ts'
import type { ColumnType } from 'kysely'
import type { JsonTextColumn, TimestampColumn } from './column-types.ts'

/** The log of each company, the state that decisions read, and the answers of idempotency keys. */
export interface LogAndDecisionStateTables {
  log_heads: LogHeadsTableColumns
  events: EventsTableColumns
  account_states: AccountStatesTableColumns
  transaction_states: TransactionStatesTableColumns
  beneficiary_names: BeneficiaryNamesTableColumns
  answers: AnswersTableColumns
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
