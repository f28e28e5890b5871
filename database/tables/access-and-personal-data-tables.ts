import type { DefaultedTimestampColumn, JsonTextColumn, TimestampColumn } from './column-types.ts'

/** Personal data that is not part of the history: sign-in names, passwords, sessions, details of beneficiaries. */
export interface AccessAndPersonalDataTables {
  sign_in_names: SignInNamesTableColumns
  contacts: ContactsTableColumns
  credentials: CredentialsTableColumns
  password_copies: PasswordCopiesTableColumns
  sessions: SessionsTableColumns
  tries: TriesTableColumns
  devices: DevicesTableColumns
  openid_identities: OpenidIdentitiesTableColumns
  contact_messages: ContactMessagesTableColumns
  beneficiary_details: BeneficiaryDetailsTableColumns
}

interface SignInNamesTableColumns {
  name: string
  company_id: string
  account_id: string
}

interface ContactsTableColumns {
  company_id: string
  account_id: string
  mobile: string | null
  email: string | null
}

interface CredentialsTableColumns {
  company_id: string
  account_id: string
  password_hash: string
}

interface PasswordCopiesTableColumns {
  company_id: string
  account_id: string
  nonce: Buffer
  ciphertext: Buffer
}

interface SessionsTableColumns {
  sid_hash: Buffer
  company_id: string
  account_id: string
  epoch: number
  created_at: TimestampColumn
  last_used_at: TimestampColumn
  expires_at: TimestampColumn
  revoked_at: TimestampColumn | null
  data: JsonTextColumn
}

interface TriesTableColumns {
  key: Buffer
  tries: number
  last_at: TimestampColumn
  blocked_until: TimestampColumn
}

interface DevicesTableColumns {
  device_hash: Buffer
  company_id: string
  account_id: string
  /** The time of the device's last sign-in. */
  used_at: DefaultedTimestampColumn
}

interface OpenidIdentitiesTableColumns {
  issuer: string
  subject: string
  company_id: string
  account_id: string
}

/** A beneficiary without details has no row. */
interface BeneficiaryDetailsTableColumns {
  company_id: string
  beneficiary_id: string
  pan: string | null
  gstin: string | null
  phone: string | null
}

interface ContactMessagesTableColumns {
  company_id: string
  message_id: string
  name: string
  email: string
  phone: string | null
  message: string
  sent_at: DefaultedTimestampColumn
}
