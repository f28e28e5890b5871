import type { Database } from '@ledger/database/tables.ts'

/** The backup policy of a table: it is in every backup, or it is left out for a reason. */
type Fate = 'kept' | { leftOut: string }

const fromTheLog: Fate = { leftOut: 'A restore builds it from the log' }
const madeAgain: Fate = { leftOut: 'The next verification makes them again' }

/**
 * The policy of every table of the schema. The compiler requires the tables that the code knows, a test requires those
 * that the schema makes, so that a new one is not forgotten.
 */
export const FATES: Record<keyof Database | 'kysely_migration' | 'kysely_migration_lock', Fate> = {
  companies: 'kept',
  company_hosts: 'kept',
  company_settings: 'kept',
  company_secrets: 'kept',
  log_heads: 'kept',
  events: 'kept',
  account_states: 'kept',
  transaction_states: 'kept',
  beneficiary_names: 'kept',
  // A phone may come back after months with a key that was answered.
  answers: 'kept',
  sign_in_names: 'kept',
  contacts: 'kept',
  credentials: 'kept',
  password_copies: 'kept',
  devices: 'kept',
  openid_identities: 'kept',
  contact_messages: 'kept',
  bills: 'kept',
  bill_contents: 'kept',
  bill_uploads: 'kept',
  signed_checkpoints: 'kept',
  verifier_keys: 'kept',
  sessions: { leftOut: 'Everybody signs in again' },
  tries: { leftOut: 'Limits count from the start' },
  balance_snapshots: madeAgain,
  checkpoints: fromTheLog,
  balances: fromTheLog,
  ledger_rows: fromTheLog,
  beneficiaries: fromTheLog,
  beneficiary_use: fromTheLog,
  directory: fromTheLog,
  activity: fromTheLog,
  activity_accounts: fromTheLog,
  sums: fromTheLog,
  event_counts: fromTheLog,
  bill_uses: fromTheLog,
  bill_sums: fromTheLog,
  verifications: { leftOut: 'They are about the other database; a restore verifies this one' },
  kept_folds: madeAgain,
  kept_sums: madeAgain,
  kept_balances: madeAgain,
  kept_beneficiaries: madeAgain,
  kept_beneficiary_use: madeAgain,
  kept_directory: madeAgain,
  rebuilds: { leftOut: 'They are about the other database' },
  kysely_migration: { leftOut: 'The header names the step of the schema' },
  kysely_migration_lock: { leftOut: 'It is the migrations’ own' },
}

export const KEPT_TABLES = Object.entries(FATES).flatMap(([table, fate]) => (fate === 'kept' ? [table] : []))

/** In the backup of one company the header contains the company itself, and the keys contain its secrets. */
const NOT_IN_A_COMPANYS = ['companies', 'company_hosts', 'company_secrets']
export const COMPANY_TABLES = KEPT_TABLES.filter((table) => !NOT_IN_A_COMPANYS.includes(table))

const WITHOUT_COMPANY = ['tries', 'kysely_migration', 'kysely_migration_lock']
/** Every table whose rows belong to a company. */
export const TABLES_OF_COMPANIES = Object.keys(FATES).filter((table) => !WITHOUT_COMPANY.includes(table))
