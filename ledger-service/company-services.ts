import type { ImageWorker } from '@ledger/bills/image-worker-client.ts'
import { openBlobStores } from '@ledger/bills/open-blob-stores.ts'
import type { S3Settings } from '@ledger/bills/s3-settings.ts'
import { hmacSha256 } from '@ledger/database/binary/sha256-and-hmac.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { ListenForCompany } from '@ledger/projections/log/notification-listener.ts'
import { openChangeFeed } from '@ledger/projections/notifications/change-feed.ts'
import { openReadBarrier } from '@ledger/projections/notifications/read-your-writes.ts'
import { openAccountIdentityLoader } from '@ledger/projections/queries/account-identity-loader.ts'
import { openBalanceLoader } from '@ledger/projections/queries/balance-loader.ts'
import { openNewestTransactionsLoader } from '@ledger/projections/queries/transactions/newest-transactions-loader.ts'
import type { Kysely } from 'kysely'
import type { OpenidProvider } from './access/openid-provider.ts'
import type { PasswordHasher } from './access/password-hashing.ts'
import { NO_RATE_LIMIT, openRateLimiter } from './access/rate-limiter.ts'
import { openSessionLookup } from './access/session-lookup.ts'
import { PostgresSessionStore } from './access/session-store.ts'
import { BILL_UPLOAD_RATE, openTokenBucket, UNLIMITED_BUCKET } from './access/token-bucket.ts'
import { openCompanyOpenidProvider } from './companies/company-openid-provider.ts'
import { type EncryptionSecrets, loadPepper } from './companies/company-pepper-and-openid-secret.ts'
import { openAppendLog } from './event-store/append/group-commit.ts'
import type { WritePool } from './event-store/append/write-pool.ts'
import type { CompanyContext } from './http/company-context.ts'
import type { ConcurrencySlots } from './http/concurrency-limits.ts'
import { openEventStreams } from './http/streams/event-stream.ts'
import { openClosingSealer } from './jobs/closing-sealer.ts'
import type { JobPools } from './jobs/job-pools.ts'
import { withCommandCounts, withRateLimitCounts } from './metrics/count-commands-and-rate-limits.ts'
import type { Metrics } from './metrics/prometheus-metrics.ts'

/** The services that all companies of one process share. They store nothing of a company. */
export interface SharedServices {
  appendConnections: WritePool
  db: Kysely<Database>
  officeDb: Kysely<Database>
  notifyAppended: (companyId: string) => void
  listenForAppends: ListenForCompany
  metrics: Metrics
  /** Uses the installation's pepper. */
  passwords: PasswordHasher
  encryptionSecrets: EncryptionSecrets
  sessionSecret: string
  /** undefined: passwords are not shown. */
  revealKey: Buffer | undefined
  publicOrigin: string | undefined
  /** The provider from the settings of the environment. */
  openid: OpenidProvider | undefined
  imageWorker: ImageWorker
  processSlots: ConcurrencySlots
  jobPools: JobPools
  billsS3: S3Settings | undefined
  signInLimit: boolean
  writeLimit: boolean
  clock: () => string
  onError: (error: Error, companyId: string) => void
}

export interface CompanyServices {
  company: CompanyContext
  /** Answers the submitted commands, then releases the resources. */
  close(): Promise<void>
}

/**
 * Opens the services of one company: its log, caches, streams and limits.
 * @param endOfStreams aborted when its streams must end
 */
export async function openCompanyServices(
  shared: SharedServices,
  companyId: string,
  endOfStreams: AbortSignal,
): Promise<CompanyServices> {
  const { appendConnections: connections, db, officeDb, notifyAppended, listenForAppends, metrics, clock } = shared
  const { sessionSecret, revealKey, publicOrigin, imageWorker, processSlots } = shared
  const onError = (error: Error) => shared.onError(error, companyId)
  const passwords = shared.passwords.withPepper(await loadPepper(db, shared.encryptionSecrets, companyId))
  const billStore = await openBlobStores(companyId, shared.billsS3)
  const log = withCommandCounts(
    openAppendLog({ connections, companyId, clock, notifyAppended, onError, onBatch: metrics.observeBatch }),
    metrics,
  )
  const freshness = openReadBarrier(db, companyId)
  const changes = openChangeFeed({ listen: listenForAppends, db, companyId, freshness, onError })
  const sessions = new PostgresSessionStore(db, companyId, openSessionLookup(db, companyId))
  const jobPools = shared.jobPools.forCompany(companyId)
  const sealing = openClosingSealer({ db, companyId, log, jobs: jobPools, clock, onError })
  const company: CompanyContext = {
    ...{ companyId, db, officeDb, log, freshness, changes, passwords, sessionSecret, revealKey, publicOrigin },
    ...{ imageWorker, billStore, clock, processSlots, companySlots: new Map() },
    hmac: hmacSha256(sessionSecret),
    openid: openCompanyOpenidProvider(
      { db, encryptionSecrets: shared.encryptionSecrets, installation: shared.openid },
      companyId,
    ),
    names: openAccountIdentityLoader(db, companyId),
    newest: openNewestTransactionsLoader(db, companyId),
    balances: openBalanceLoader(db, companyId),
    sessions,
    streams: openEventStreams(sessions, endOfStreams),
    rateLimiter: shared.signInLimit
      ? withRateLimitCounts(openRateLimiter(db, companyId, sessionSecret), metrics)
      : NO_RATE_LIMIT,
    writeLimit: shared.writeLimit ? openTokenBucket() : UNLIMITED_BUCKET,
    uploadLimit: shared.writeLimit ? openTokenBucket(undefined, BILL_UPLOAD_RATE) : UNLIMITED_BUCKET,
    ...{ jobPools, sealing },
  }
  // A closing whose seal a crash has interrupted.
  void sealing.sealAll()
  return {
    company,
    async close() {
      await sealing.close()
      await changes.close()
      await log.close()
      billStore.close()
    },
  }
}
