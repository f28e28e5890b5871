import type { BillBlobStores } from '@ledger/bills/blob-store.ts'
import type { ImageWorker } from '@ledger/bills/image-worker-client.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { ChangeFeed } from '@ledger/projections/notifications/change-feed.ts'
import type { ReadBarrier } from '@ledger/projections/notifications/read-your-writes.ts'
import type { LoadAccountNames } from '@ledger/projections/queries/account-identity-loader.ts'
import type { LoadBalance } from '@ledger/projections/queries/balance-loader.ts'
import type { LoadNewestTransactions } from '@ledger/projections/queries/transactions/newest-transactions-loader.ts'
import type { Kysely } from 'kysely'
import type { OpenidProvider } from '../access/openid-provider.ts'
import type { PasswordHasher } from '../access/password-hashing.ts'
import type { RateLimiter } from '../access/rate-limiter.ts'
import type { PostgresSessionStore } from '../access/session-store.ts'
import type { TokenBucket } from '../access/token-bucket.ts'
import type { AppendLog } from '../event-store/append/group-commit.ts'
import type { ClosingSealer } from '../jobs/closing-sealer.ts'
import type { CompanyJobPools } from '../jobs/job-pools.ts'
import type { ConcurrencySlots } from './concurrency-limits.ts'
import type { EventStreams } from './streams/event-stream.ts'

/** The services of one company while it is open (company-services.ts); a request has those of its own company alone. */
export interface CompanyContext {
  companyId: string
  db: Kysely<Database>
  /**
   * Connections for the reads of the office, which may take long: `db` then has some left for sessions, commands and
   * the field.
   */
  officeDb: Kysely<Database>
  log: AppendLog
  freshness: ReadBarrier
  changes: ChangeFeed
  names: LoadAccountNames
  newest: LoadNewestTransactions
  balances: LoadBalance
  passwords: PasswordHasher
  sessions: PostgresSessionStore
  streams: EventStreams
  rateLimiter: RateLimiter
  writeLimit: TokenBucket
  /** The limit of bills that an account may upload. */
  uploadLimit: TokenBucket
  /** The slots of answers that take long: its own, and those that it shares with all companies of the process. */
  companySlots: ConcurrencySlots
  processSlots: ConcurrencySlots
  /** The process that reads photos, and the store of the bytes of bills. */
  imageWorker: ImageWorker
  billStore: BillBlobStores
  sessionSecret: string
  /** Returns a digest of an `Idempotency-Key` or a request: 32 bytes, keyed by that secret. */
  hmac: (text: string) => Buffer
  /** The key for the passwords that an admin may look at; undefined where none are stored. */
  revealKey: Buffer | undefined
  publicOrigin: string | undefined
  /** Returns the provider of the current settings for admins and auditors; undefined where there is none. */
  openid: () => Promise<OpenidProvider | undefined>
  /** The processes for work that takes long. */
  jobPools: CompanyJobPools
  /** Seals the closings of the books. */
  sealing: ClosingSealer
  clock: () => string
}
