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

/** What the routes of one company work with (books.ts). */
export interface Service {
  companyId: string
  db: Kysely<Database>
  /** Connections for what the office reads, however long that takes: `db` has some left for sessions, commands and the field. */
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
  /** How many bills an account may upload. */
  billLimit: WriteLimit
  /** The process that reads photos, and where the bytes of bills are. */
  pictures: Pictures
  billContents: BillContents
  sessionSecret: string
  /** What is kept of an `Idempotency-Key` and of what it asked for: 32 bytes, by that secret. */
  digest: (text: string) => Buffer
  /** The key for the passwords that an admin may look at; undefined where none are kept. */
  revealKey: Buffer | undefined
  publicOrigin: string | undefined
  /** Where admins and auditors may sign in instead, as it is set now; undefined for nowhere. */
  openid: () => Promise<OpenidProvider | undefined>
  /** The processes for what takes long. */
  reports: Reports
  clock: () => string
}
