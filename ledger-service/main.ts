import { join } from 'node:path'
import { openImageWorker } from '@ledger/bills/image-worker-client.ts'
import { EXIT_CODES } from '@ledger/contracts/processes/exit-codes.ts'
import { connectPool, kyselyOverPool } from '@ledger/database/connection/connection-pool.ts'
import { retryUntilAvailable } from '@ledger/database/connection/postgres-availability.ts'
import { exitWithSentence } from '@ledger/database/process/exit-with-sentence.ts'
import { fixHeapGrowth } from '@ledger/database/process/fix-heap-growth.ts'
import { onParentGone } from '@ledger/database/process/on-parent-gone.ts'
import { openLog } from '@ledger/database/process/open-log.ts'
import { releaseIdleMemory } from '@ledger/database/process/release-idle-memory.ts'
import { sendToParent } from '@ledger/database/process/send-to-parent.ts'
import { enforceShutdownDeadline } from '@ledger/database/process/shutdown-deadline.ts'
import { toError } from '@ledger/database/process/to-error.ts'
import { requireAppLogin } from '@ledger/migrations/app-login.ts'
import { isMigrated, requireSchema } from '@ledger/migrations/migrate.ts'
import { CannotMigrate } from '@ledger/migrations/migration-error.ts'
import { openSharedListener } from '@ledger/projections/log/notification-listener.ts'
import { loadInstallationSecrets } from './access/installation-secrets.ts'
import { openOpenidProvider } from './access/openid-provider.ts'
import { openPasswordHasher } from './access/password-hashing.ts'
import { ensureAdmin } from './bootstrap-admin.ts'
import { onlyCompany } from './companies/company-directory.ts'
import { startDirectoryPoller } from './companies/company-directory-poller.ts'
import { ensureFirstCompany } from './companies/manage-companies.ts'
import type { SharedServices } from './company-services.ts'
import { type ApiConfiguration, readApiConfiguration } from './configuration/api-configuration.ts'
import { createLedgerServer } from './create-server.ts'
import { ASYNC_COMMIT, openNotifyPublisher } from './event-store/append/notify-publisher.ts'
import { openWritePool } from './event-store/append/write-pool.ts'
import { openJobPools } from './jobs/job-pools.ts'
import { openMetrics } from './metrics/prometheus-metrics.ts'
import { recordSettingsChange } from './record-settings-change.ts'

/** The API process: reads the configuration, connects the parts, listens. */

const WEB_DIST = join(import.meta.dirname, '../web/dist')
/** The size of the pool for all requests; OFFICE_POOL_SIZE is for the reads of the office. */
const GENERAL_POOL_SIZE = 10
/**
 * Requests find their rows by a key or an index, however few rows a table has: the planner would scan a small table
 * completely, once for each concurrent request.
 */
const PREFER_INDEXES = '-c enable_seqscan=off'
/**
 * Parallel workers start only for a statement that takes hundreds of milliseconds, such as the total of a search: to
 * start two takes 6 ms and uses every core, which delays writes, and a sum of 60,000 rows is faster without them.
 */
const RARE_PARALLEL_WORKERS = '-c parallel_setup_cost=10000'
const OFFICE_POOL_SIZE = 5

const configuration = readApiConfiguration(process.env)
if ('wrong' in configuration) exitWithSentence(configuration.wrong)
else
  await startApi(configuration).catch((error) =>
    exitWithSentence(startFailureMessage(error, configuration), startFailureExitCode(error)),
  )

async function startApi(settings: ApiConfiguration): Promise<void> {
  const logger = openLog('api', settings.logLevel)
  const onErrorOf = (error: Error, companyId: string | undefined) =>
    logger.error({ companyId, reason: error.message, cause: String(error.cause ?? '') }, 'database')
  const onError = (error: Error) => onErrorOf(error, undefined)
  process.on('uncaughtException', (err) => {
    logger.fatal({ err }, 'a fault of the API')
    process.exit(EXIT_CODES.fault)
  })
  const clock = () => new Date().toISOString()

  const onUnavailable = (error: Error) => logger.warn({ reason: error.message }, 'the database is away: waiting for it')
  const pool = connectPool(settings.databaseUrl, {
    name: 'site-ledger api',
    max: GENERAL_POOL_SIZE,
    options: `${PREFER_INDEXES} ${RARE_PARALLEL_WORKERS}`,
    onError,
  })
  await retryUntilAvailable(async () => {
    await requireSchema(pool)
    await requireAppLogin(pool, settings.isProduction, (sentence) => logger.warn(sentence))
  }, onUnavailable)
  const db = kyselyOverPool(pool, 'reads')
  const office = connectPool(settings.databaseUrl, {
    name: 'site-ledger office',
    max: OFFICE_POOL_SIZE,
    options: RARE_PARALLEL_WORKERS,
    onError,
  })
  const officeDb = kyselyOverPool(office, 'reads')
  const announcing = connectPool(settings.databaseUrl, {
    name: 'site-ledger announce',
    max: 1,
    onError,
    options: ASYNC_COMMIT,
  })
  const secrets = loadInstallationSecrets(settings)
  const passwords = openPasswordHasher(secrets.pepper)
  const first = await ensureFirstCompany(pool, settings.companyName)
  const watched = await startDirectoryPoller(pool, onError, (directory) => server.closeDisabled(directory))
  const { databaseUrl, appendConnections: most } = settings
  const appendConnections = openWritePool({ databaseUrl, most, onError })
  const pools = { all: pool, office, append: appendConnections }
  const shared: SharedServices = {
    ...{ appendConnections, db, officeDb, passwords, clock, onError: onErrorOf },
    notifyAppended: openNotifyPublisher(announcing, onError),
    listenForAppends: openSharedListener(settings.databaseUrl, onError),
    metrics: openMetrics({ pools, db, onlyCompanyId: () => onlyCompany(watched.current())?.companyId }),
    encryptionSecrets: secrets,
    sessionSecret: secrets.session,
    revealKey: settings.passwordReveal ? secrets.revealKey : undefined,
    publicOrigin: settings.publicOrigin,
    openid: settings.openid && openOpenidProvider(settings.openid),
    imageWorker: openImageWorker(),
    processSlots: new Map(),
    jobPools: openJobPools(settings.databaseUrl, onError),
    billsS3: settings.billsS3,
    signInLimit: settings.signInLimit,
    writeLimit: settings.writeLimit,
  }
  let firstAdmin: { email: string; password: string } | undefined
  const { trustedProxies, metricsToken } = settings
  if (settings.publicOrigin?.startsWith('https:') && trustedProxies.length === 0)
    logger.warn('PUBLIC_ORIGIN is https, but TRUSTED_PROXIES names no proxy: whoever comes through one has its address')
  const server = await createLedgerServer({
    ...{ shared, logger, trustedProxies, metricsToken, web: WEB_DIST },
    directory: watched.current,
    async onCompanyOpened({ companyId, log, passwords }) {
      if (companyId === first)
        firstAdmin ??= await ensureAdmin({ pool, log, passwords, companyId, clock }, settings.admin)
      await recordSettingsChange({ pool, log, companyId, clock }, settings)
    },
    isReady: () => isMigrated(pool),
  })
  if (watched.current().byId.get(first)?.isDisabled === false) {
    const opened = server.openCompany(first)
    // Where there are several companies, an error of the first one does not prevent the others from opening.
    await (onlyCompany(watched.current()) ? opened : opened.catch((error) => onErrorOf(error, first)))
  }
  const address = await server.listen({ host: settings.host, port: settings.port })
  logger.info({ address }, 'listening')
  fixHeapGrowth()
  releaseIdleMemory()
  let stopping = false
  /**
   * Answers the accepted requests, then releases the resources: the server first, then each company with its log, then
   * the connections.
   */
  async function stop(): Promise<void> {
    if (stopping) return
    stopping = true
    enforceShutdownDeadline(() => logger.warn('stopped without waiting any longer for the database'))
    watched.close()
    await server.app.close()
    await Promise.all([db.destroy(), officeDb.destroy(), announcing.end()])
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop)
  // Without its parent process, no other process would stop it.
  onParentGone(stop)

  // Comes last, because a parent that receives it may stop this process at once.
  sendToParent({ type: 'ready', address })
  if (firstAdmin) process.stdout.write(`First admin: ${firstAdmin.email}  password: ${firstAdmin.password}\n`)
}

/** Returns why the process could not start, as one sentence for the person who starts it. */
function startFailureMessage(error: unknown, { port, host, databaseUrl }: ApiConfiguration): string {
  if (error instanceof CannotMigrate) return error.message
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const server = new URL(databaseUrl)
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is in use. Stop the other program, or choose another port with PORT=….`
    case 'EACCES':
      return `This user may not listen on port ${port}. Choose a port above 1023 with PORT=….`
    case 'ENOSPC':
    case '53100':
      return 'The disk is full: Site Ledger cannot start without room to write.'
    case '28P01':
    case '28000':
      return `The database at ${server.host} does not accept the user and password of DATABASE_URL.`
    case '3D000':
      return `The database ${server.pathname.slice(1)} of DATABASE_URL does not exist at ${server.host}.`
    case 'ECONNREFUSED':
    case 'ENOTFOUND':
    case 'ETIMEDOUT':
      return `No PostgreSQL answers at ${server.host}, where DATABASE_URL says that it is.`
    default:
      return `Site Ledger could not start: ${toError(error).message}`
  }
}

/** Returns the exit code that says whether another start may succeed without a change of the settings. */
function startFailureExitCode(error: unknown): number {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const isWrong = error instanceof CannotMigrate || ['EACCES', '28P01', '28000', '3D000'].includes(code)
  return isWrong ? EXIT_CODES.wrongConfiguration : EXIT_CODES.tryLater
}
