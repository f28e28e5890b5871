import type { BillContents } from '@ledger/bills/contents.ts'
import type { Pictures } from '@ledger/bills/pictures.ts'
import type { Database } from '@ledger/database/tables.ts'
import type { BalanceOf } from '@ledger/projections/balances.ts'
import type { Changes } from '@ledger/projections/changes.ts'
import type { Freshness } from '@ledger/projections/freshness.ts'
import type { NamesOf } from '@ledger/projections/names.ts'
import type { NewestOf } from '@ledger/projections/newest-pages.ts'
import type { Kysely } from 'kysely'
import type { OpenidProvider } from '../access/openid-provider.ts'
import type { Passwords } from '../access/passwords.ts'
import type { Sessions } from '../access/sessions.ts'
import type { Throttle } from '../access/throttle.ts'
import type { WriteLimit } from '../access/write-limit.ts'
import type { AppendLog } from '../event-store/append.ts'
import type { Reports } from '../reports/reports.ts'

/** The dependencies of one company's routes (books.ts). */
export interface Service {
  companyId: string
  db: Kysely<Database>
  /**
   * Connections for the reads of the office, which may take long: `db` then has some left for sessions, commands and
   * the field.
   */
  officeDb: Kysely<Database>
  log: AppendLog
  freshness: Freshness
  changes: Changes
  names: NamesOf
  newest: NewestOf
  balances: BalanceOf
  passwords: Passwords
  sessions: Sessions
  throttle: Throttle
  writeLimit: WriteLimit
  /** The limit of bills that an account may upload. */
  billLimit: WriteLimit
  /** The process that reads photos, and the store of the bytes of bills. */
  pictures: Pictures
  billContents: BillContents
  sessionSecret: string
  /** Returns a digest of an `Idempotency-Key` or a request: 32 bytes, keyed by that secret. */
  digest: (text: string) => Buffer
  /** The key for the passwords that an admin may look at; undefined where none are stored. */
  revealKey: Buffer | undefined
  publicOrigin: string | undefined
  /** Returns the provider of the current settings for admins and auditors; undefined where there is none. */
  openid: () => Promise<OpenidProvider | undefined>
  /** The processes for work that takes long. */
  reports: Reports
  clock: () => string
}
