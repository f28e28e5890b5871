import { openContents } from '@ledger/bills/contents.ts'
import type { Pictures } from '@ledger/bills/pictures.ts'
import type { S3Settings } from '@ledger/bills/settings.ts'
import { keyedDigest } from '@ledger/database/digests.ts'
import type { Database } from '@ledger/database/tables.ts'
import { openChanges } from '@ledger/projections/changes.ts'
import type { Hear } from '@ledger/projections/listen.ts'
import type { Kysely } from 'kysely'
import type { OpenidProvider } from './access/openid-provider.ts'
import type { Passwords } from './access/passwords.ts'
import { Sessions } from './access/sessions.ts'
import { NO_THROTTLE, openThrottle } from './access/throttle.ts'
import { BILLS, NO_WRITE_LIMIT, openWriteLimit } from './access/write-limit.ts'
import { openProviderOf } from './companies/provider.ts'
import { pepperOf, type Sealing } from './companies/secrets.ts'
import { openLog } from './event-store/append.ts'
import type { AppendConnections } from './event-store/append-connections.ts'
import type { Service } from './http/service.ts'
import type { LookUps } from './look-ups.ts'
import { countCommands, countThrottled } from './metrics/counted.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { SharedReports } from './reports/reports.ts'

/**
 * The services that all companies of one process share. They store nothing of a company except the answers to current
 * requests.
 */
export interface Shared {
  appendConnections: AppendConnections
  db: Kysely<Database>
  officeDb: Kysely<Database>
  lookUps: LookUps
  announce: (companyId: string) => void
  hear: Hear
  metrics: Metrics
  /** Uses the installation's pepper. */
  passwords: Passwords
  sealing: Sealing
  sessionSecret: string
  /** undefined: passwords are not shown. */
  revealKey: Buffer | undefined
  publicOrigin: string | undefined
  /** The provider from the settings of the environment. */
  openid: OpenidProvider | undefined
  pictures: Pictures
  reports: SharedReports
  billsS3: S3Settings | undefined
  signInLimit: boolean
  writeLimit: boolean
  clock: () => string
  onError: (error: Error, companyId: string) => void
}

export interface Books {
  service: Service
  /** Answers the submitted commands, then releases the resources. */
  close(): Promise<void>
}

/**
 * Opens the services of one company below HTTP: its log, caches, streams and limits. They stay in memory while requests
 * use them.
 */
export async function openBooks(shared: Shared, companyId: string): Promise<Books> {
  const { appendConnections: connections, db, officeDb, lookUps, announce, hear, metrics, clock } = shared
  const { sessionSecret, revealKey, publicOrigin, pictures } = shared
  const onError = (error: Error) => shared.onError(error, companyId)
  const passwords = shared.passwords.under(await pepperOf(db, shared.sealing, companyId))
  const billContents = await openContents(companyId, shared.billsS3)
  const log = countCommands(
    openLog({ connections, companyId, clock, announce, onError, onBatch: metrics.batch }),
    metrics,
  )
  const freshness = lookUps.freshness(companyId)
  const changes = openChanges({ hear, db, companyId, freshness, onError })
  const service: Service = {
    ...{ companyId, db, officeDb, log, freshness, changes, passwords, sessionSecret, revealKey, publicOrigin },
    ...{ pictures, billContents, clock },
    digest: keyedDigest(sessionSecret),
    openid: openProviderOf({ db, sealing: shared.sealing, installation: shared.openid }, companyId),
    names: lookUps.names(companyId),
    newest: lookUps.newest(companyId),
    balances: lookUps.balances(companyId),
    sessions: new Sessions(db, companyId, lookUps.sessions(companyId)),
    throttle: shared.signInLimit ? countThrottled(openThrottle(db, companyId, sessionSecret), metrics) : NO_THROTTLE,
    writeLimit: shared.writeLimit ? openWriteLimit() : NO_WRITE_LIMIT,
    billLimit: shared.writeLimit ? openWriteLimit(undefined, BILLS) : NO_WRITE_LIMIT,
    reports: shared.reports.of(companyId),
  }
  return {
    service,
    async close() {
      await changes.close()
      await log.close()
      billContents.close()
    },
  }
}
