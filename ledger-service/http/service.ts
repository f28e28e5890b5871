import type { Database } from '@ledger/migrations/tables.ts'
import type { Freshness } from '@ledger/projections/freshness.ts'
import type { Kysely } from 'kysely'
import type { OpenidProvider } from '../access/openid-provider.ts'
import type { Passwords } from '../access/passwords.ts'
import type { Sessions } from '../access/sessions.ts'
import type { Throttle } from '../access/throttle.ts'
import type { AppendLog } from '../event-store/append.ts'

/** What the routes work with; put together in main.ts, and by tests. */
export interface Service {
  companyId: string
  db: Kysely<Database>
  log: AppendLog
  freshness: Freshness
  passwords: Passwords
  sessions: Sessions
  throttle: Throttle
  sessionSecret: string
  /** The key for the passwords that an admin may look at; undefined where none are kept. */
  revealKey: Buffer | undefined
  publicOrigin: string | undefined
  /** Where admins and auditors may sign in instead; undefined where none is configured. */
  openid: OpenidProvider | undefined
  clock: () => string
  /** Whether the schema is there, as this version knows it. */
  isReady: () => Promise<boolean>
}
