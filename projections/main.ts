import { setTimeout as sleep } from 'node:timers/promises'
import { EXIT } from '@ledger/contracts/exit-codes.ts'
import { LOG_LINES } from '@ledger/contracts/log-lines.ts'
import { connect, connectPool } from '@ledger/database/connect.ts'
import { stopInTime } from '@ledger/database/stop-in-time.ts'
import { requireAppLogin } from '@ledger/migrations/app-login.ts'
import { CannotMigrate } from '@ledger/migrations/cannot-migrate.ts'
import { findCompany } from '@ledger/migrations/migrate.ts'
import pino from 'pino'
import { readConfiguration } from './configuration.ts'
import { follow } from './follow.ts'
import { startJobs } from './jobs.ts'
import { resume } from './projector.ts'
import { FOLLOWING } from './sign-of-life.ts'

/** The projection worker: keeps the read models of every company at the head of its log, and runs what is periodic. */

const configuration = readConfiguration(process.env)
if ('wrong' in configuration) refuse(configuration.wrong)

const { databaseUrl, isProduction, logLevel, billsS3 } = configuration
const log = pino({ name: 'projections', level: logLevel, ...LOG_LINES })
process.on('uncaughtException', (err) => {
  log.fatal({ err }, 'a fault of the worker')
  process.exit(EXIT.fault)
})
const onErrorOf = (error: Error, companyId: string | undefined) =>
  log.error({ companyId, reason: error.message, code: 'code' in error ? error.code : undefined }, 'database')
const onError = (error: Error) => onErrorOf(error, undefined)

/**
 * Rows are found by key, however unanalysed their table. A commit that a crash of the server takes back takes its checkpoint
 * back too, and is made again: so it need not wait for the disk.
 */
const options = '-c enable_seqscan=off -c synchronous_commit=off'
const projecting = connect(connectPool(databaseUrl, { name: FOLLOWING, max: 3, onError, options }), 'everything')
const pool = connectPool(databaseUrl, { name: 'site-ledger jobs', max: 3, onError })
const db = connect(pool)
/** What has been started, ended in the reverse order. */
const started: (() => Promise<void>)[] = [() => db.destroy(), () => projecting.destroy()]
let stopping = false
async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  stopInTime(() => log.warn('stopped without waiting any longer for the database'))
  for (const end of started.toReversed()) await end()
  process.exit(0)
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop)
// Without the process that started it, nobody would ever stop it.
process.on('disconnect', stop)

await untilSetUp()
await resume({ db })
const follower = follow({
  databaseUrl,
  db: projecting,
  onError: onErrorOf,
  onStopped: (projection, position, error, companyId) =>
    log.fatal(
      { companyId, projection, position, reason: error.message },
      'a projection stopped before an event that it cannot take',
    ),
})
started.push(() => follower.close())
const boss = await startJobs({
  pool,
  databaseUrl,
  db,
  billsS3,
  onError: onErrorOf,
  onDifferent: (report, companyId) => log.fatal({ companyId, report }, 'a read model differs from the fold of the log'),
})
started.push(() => boss.stop({ graceful: true, timeout: 5000 }))
log.info('following the log')
process.send?.({ type: 'ready' })

/** The first start makes the schema and the company; until then there is nothing to follow. */
async function untilSetUp(): Promise<void> {
  for (;;) {
    const isThere = await isSetUp().catch((error) => {
      if (error instanceof CannotMigrate) refuse(error.message)
      onError(error)
    })
    if (isThere) return
    await sleep(250)
  }
}

async function isSetUp(): Promise<boolean> {
  const found = await findCompany(pool)
  if (found) await requireAppLogin(pool, isProduction, (sentence) => log.warn(sentence))
  return found !== undefined
}

function refuse(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(EXIT.wrongConfiguration)
}
