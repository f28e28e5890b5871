import type { Instant, InstantByDefault, Json } from './column-types.ts'

/** Who may come in, and what is no history: names to sign in with, passwords, sessions. */
export interface AccessTables {
  sign_in_names: SignInNames
  contacts: Contacts
  credentials: Credentials
  password_copies: PasswordCopies
  sessions: Sessions
  tries: Tries
  devices: Devices
  openid_identities: OpenidIdentities
  contact_messages: ContactMessages
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
