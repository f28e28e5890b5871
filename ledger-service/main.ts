import { join } from 'node:path'
import { openPictures } from '@ledger/bills/pictures.ts'
import { EXIT } from '@ledger/contracts/exit-codes.ts'
import { LOG_LINES } from '@ledger/contracts/log-lines.ts'
import { whenThere } from '@ledger/database/away.ts'
import { connect, connectPool } from '@ledger/database/connect.ts'
import { stopInTime } from '@ledger/database/stop-in-time.ts'
import { requireAppLogin } from '@ledger/migrations/app-login.ts'
import { CannotMigrate } from '@ledger/migrations/cannot-migrate.ts'
import { isMigrated, requireSchema } from '@ledger/migrations/migrate.ts'
import { openHints } from '@ledger/projections/listen.ts'
import pino from 'pino'
import { openProvider } from './access/openid-provider.ts'
import { openPasswords } from './access/passwords.ts'
import { loadSecrets } from './access/secrets.ts'
import type { Shared } from './books.ts'
import { onlyOne } from './companies/directory.ts'
import { watchDirectory } from './companies/watch.ts'
import { ensureCompany } from './companies/write.ts'
import { type Configuration, readConfiguration } from './configuration.ts'
import { LIGHTLY, openAnnouncer } from './event-store/announce.ts'
import { openConnections } from './event-store/append-connections.ts'
import { ensureAdmin } from './first-start.ts'
import { openLookUps } from './look-ups.ts'
import { openMetrics } from './metrics/metrics.ts'
import { noteSettings } from './note-settings.ts'
import { openReports } from './reports/reports.ts'
import { serve } from './serve.ts'

/** The API process: reads the configuration, connects the parts, listens. */

const WEB = join(import.meta.dirname, '../web/dist')
/** The size of the pool for all requests; OFFICE_POOL_SIZE is for the reads of the office. */
const POOL_SIZE = 10
/**
 * Requests find their rows by a key or an index, however few rows a table has: the planner would scan a small table
 * completely, once for each concurrent request.
 */
const BY_INDEX = '-c enable_seqscan=off'
/**
 * Parallel workers start only for a statement that takes hundreds of milliseconds, such as the total of a search: to
 * start two takes 6 ms and uses every core, which delays writes, and a sum of 60,000 rows is faster without them.
 */
const HELPED_IF_LONG = '-c parallel_setup_cost=10000'
const OFFICE_POOL_SIZE = 5

const configuration = readConfiguration(process.env)
if ('wrong' in configuration) refuse(configuration.wrong, EXIT.wrongConfiguration)
else await start(configuration).catch((error) => refuse(sentenceFor(error, configuration), exitCodeFor(error)))

async function start(settings: Configuration): Promise<void> {
  const logger = pino({ name: 'api', level: settings.logLevel, ...LOG_LINES })
  const onErrorOf = (error: Error, companyId: string | undefined) =>
    logger.error({ companyId, reason: error.message, cause: String(error.cause ?? '') }, 'database')
  const onError = (error: Error) => onErrorOf(error, undefined)
  process.on('uncaughtException', (err) => {
    logger.fatal({ err }, 'a fault of the API')
    process.exit(EXIT.fault)
  })
  const clock = () => new Date().toISOString()

  const onAway = (error: Error) => logger.warn({ reason: error.message }, 'the database is away: waiting for it')
  const pool = connectPool(settings.databaseUrl, {
    name: 'site-ledger api',
    max: POOL_SIZE,
    options: `${BY_INDEX} ${HELPED_IF_LONG}`,
    onError,
  })
  await whenThere(async () => {
    await requireSchema(pool)
    await requireAppLogin(pool, settings.isProduction, (sentence) => logger.warn(sentence))
  }, onAway)
  const db = connect(pool, 'reads')
  const office = connectPool(settings.databaseUrl, {
    name: 'site-ledger office',
    max: OFFICE_POOL_SIZE,
    options: HELPED_IF_LONG,
    onError,
  })
  const officeDb = connect(office, 'reads')
  const announcing = connectPool(settings.databaseUrl, {
    name: 'site-ledger announce',
    max: 1,
    onError,
    options: LIGHTLY,
  })
  const secrets = loadSecrets(settings)
  const passwords = openPasswords(secrets.pepper)
  const first = await ensureCompany(pool, settings.companyName)
  const watched = await watchDirectory(pool, onError, (directory) => door.look(directory))
  const { databaseUrl, appendConnections: most } = settings
  const appendConnections = openConnections({ databaseUrl, most, onError })
  const pools = { all: pool, office, append: appendConnections }
  const shared: Shared = {
    ...{ appendConnections, db, officeDb, passwords, clock, onError: onErrorOf },
    lookUps: await openLookUps(db),
    announce: openAnnouncer(announcing, onError),
    hear: openHints(settings.databaseUrl, onError),
    metrics: openMetrics({ pools, db, only: () => onlyOne(watched.now())?.companyId }),
    sealing: secrets,
    sessionSecret: secrets.session,
    revealKey: settings.passwordReveal ? secrets.revealKey : undefined,
    publicOrigin: settings.publicOrigin,
    openid: settings.openid && openProvider(settings.openid),
    pictures: openPictures(),
    reports: openReports(settings.databaseUrl, onError),
    billsS3: settings.billsS3,
    signInLimit: settings.signInLimit,
    writeLimit: settings.writeLimit,
  }
  let firstAdmin: { email: string; password: string } | undefined
  const { trustedProxies, metricsToken } = settings
  if (settings.publicOrigin?.startsWith('https:') && trustedProxies.length === 0)
    logger.warn('PUBLIC_ORIGIN is https, but TRUSTED_PROXIES names no proxy: whoever comes through one has its address')
  const door = await serve({
    ...{ shared, logger, trustedProxies, metricsToken, web: WEB },
    directory: watched.now,
    async onOpened({ companyId, log, passwords }) {
      if (companyId === first)
        firstAdmin ??= await ensureAdmin({ pool, log, passwords, companyId, clock }, settings.admin)
      await noteSettings({ pool, log, companyId, clock }, settings)
    },
    isReady: () => isMigrated(pool),
  })
  if (watched.now().byId.get(first)?.isDisabled === false) {
    const woken = door.wake(first)
    // Where there are several companies, an error of the first one does not prevent the others from opening.
    await (onlyOne(watched.now()) ? woken : woken.catch((error) => onErrorOf(error, first)))
  }
  const address = await door.listen({ host: settings.host, port: settings.port })
  logger.info({ address }, 'listening')
  let stopping = false
  /**
   * Answers the accepted requests, then releases the resources: the server first, then each company with its log, then
   * the connections.
   */
  async function stop(): Promise<void> {
    if (stopping) return
    stopping = true
    stopInTime(() => logger.warn('stopped without waiting any longer for the database'))
    watched.close()
    await door.app.close()
    await Promise.all([db.destroy(), officeDb.destroy(), announcing.end()])
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop)
  // Without its parent process, no other process would stop it.
  process.on('disconnect', stop)

  // Comes last, because a parent that receives it may stop this process at once.
  process.send?.({ type: 'ready', address })
  if (firstAdmin) process.stdout.write(`First admin: ${firstAdmin.email}  password: ${firstAdmin.password}\n`)
}

/** Returns why the process could not start, as one sentence for the person who starts it. */
function sentenceFor(error: unknown, { port, host, databaseUrl }: Configuration): string {
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
      return `Site Ledger could not start: ${error instanceof Error ? error.message : String(error)}`
  }
}

/** Returns the exit code that says whether another start may succeed without a change of the settings. */
function exitCodeFor(error: unknown): number {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const isWrong = error instanceof CannotMigrate || ['EACCES', '28P01', '28000', '3D000'].includes(code)
  return isWrong ? EXIT.wrongConfiguration : EXIT.tryLater
}

function refuse(sentence: string, exitCode: number): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(exitCode)
}
