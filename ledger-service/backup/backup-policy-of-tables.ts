import type { Database } from '@ledger/database/tables/database-schema.ts'
import { TABLES_BUILT_FROM_LOG } from '@ledger/database/tables/read-model-tables.ts'

/** The backup policy of a table: it is in every backup, or it is left out for a reason. */
type BackupPolicy = 'included' | { leftOut: string }

const REBUILT_FROM_LOG: BackupPolicy = { leftOut: 'A restore builds it from the log' }
const REBUILT_BY_VERIFICATION: BackupPolicy = { leftOut: 'The next verification makes them again' }

type OtherTable = Exclude<
  keyof Database | 'kysely_migration' | 'kysely_migration_lock',
  (typeof TABLES_BUILT_FROM_LOG)[number]
>
const POLICIES_OF_OTHERS: Record<OtherTable, BackupPolicy> = {
  companies: 'included',
  company_hosts: 'included',
  company_settings: 'included',
  company_secrets: 'included',
  log_heads: 'included',
  events: 'included',
  account_states: 'included',
  transaction_states: 'included',
  beneficiary_names: 'included',
  // A phone may come back after months with a key that was answered.
  answers: 'included',
  sign_in_names: 'included',
  contacts: 'included',
  credentials: 'included',
  password_copies: 'included',
  devices: 'included',
  openid_identities: 'included',
  contact_messages: 'included',
  beneficiary_details: 'included',
  bills: 'included',
  bill_contents: 'included',
  bill_uploads: 'included',
  signed_checkpoints: 'included',
  verifier_keys: 'included',
  sessions: { leftOut: 'Everybody signs in again' },
  tries: { leftOut: 'Limits count from the start' },
  balance_snapshots: REBUILT_BY_VERIFICATION,
  sealed_balances: { leftOut: 'The first call that needs them makes them again from the log' },
  verifications: { leftOut: 'They are about the other database; a restore verifies this one' },
  rebuilds: { leftOut: 'They are about the other database' },
  kysely_migration: { leftOut: 'The header names the step of the schema' },
  kysely_migration_lock: { leftOut: 'It is the migrations’ own' },
}

/**
 * The policy of every table of the schema. The compiler requires the tables that the code knows, a test requires those
 * that the schema makes, so that a new one is not forgotten.
 */
export const BACKUP_POLICIES: Readonly<Record<string, BackupPolicy>> = {
  ...POLICIES_OF_OTHERS,
  ...Object.fromEntries(TABLES_BUILT_FROM_LOG.map((table) => [table, REBUILT_FROM_LOG])),
}

export const BACKED_UP_TABLES = Object.entries(BACKUP_POLICIES).flatMap(([table, policy]) =>
  policy === 'included' ? [table] : [],
)

/** In the backup of one company the header contains the company itself, and the keys contain its secrets. */
const NOT_IN_A_COMPANYS = ['companies', 'company_hosts', 'company_secrets']
export const COMPANY_TABLES = BACKED_UP_TABLES.filter((table) => !NOT_IN_A_COMPANYS.includes(table))

const WITHOUT_COMPANY = ['tries', 'kysely_migration', 'kysely_migration_lock']
/** Every table whose rows belong to a company. */
export const TABLES_OF_COMPANIES = Object.keys(BACKUP_POLICIES).filter((table) => !WITHOUT_COMPANY.includes(table))
