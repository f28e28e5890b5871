import { EXIT_CODES } from '@ledger/contracts/processes/exit-codes.ts'
import { connectPool, kyselyOverPool } from '@ledger/database/connection/connection-pool.ts'
import { exitWithSentence } from '@ledger/database/process/exit-with-sentence.ts'
import { fixHeapGrowth } from '@ledger/database/process/fix-heap-growth.ts'
import { onParentGone } from '@ledger/database/process/on-parent-gone.ts'
import { openLog } from '@ledger/database/process/open-log.ts'
import { releaseIdleMemory } from '@ledger/database/process/release-idle-memory.ts'
import { sendToParent } from '@ledger/database/process/send-to-parent.ts'
import { enforceShutdownDeadline } from '@ledger/database/process/shutdown-deadline.ts'
import { waitUntilSetUp } from '@ledger/migrations/wait-until-set-up.ts'
import { startScheduledJobs } from './jobs/scheduled-jobs.ts'
import { subscribeToLogs } from './projector/log-subscription.ts'
import { resumeProjections } from './projector/projector.ts'
import { PROJECTOR_APPLICATION_NAME } from './projector/worker-liveness.ts'
import { readWorkerConfiguration } from './worker-configuration.ts'

/** The projection worker: keeps the read models of every company at the head of its log, and runs the periodic jobs. */

const configuration = readWorkerConfiguration(process.env)
if ('wrong' in configuration) exitWithSentence(configuration.wrong)

const { databaseUrl, isProduction, logLevel, billsS3 } = configuration
const log = openLog('projections', logLevel)
process.on('uncaughtException', (err) => {
  log.fatal({ err }, 'a fault of the worker')
  process.exit(EXIT_CODES.fault)
})
const reportCompanyError = (error: Error, companyId: string | undefined) =>
  log.error({ companyId, reason: error.message, code: 'code' in error ? error.code : undefined }, 'database')
const onError = (error: Error) => reportCompanyError(error, undefined)

/**
 * `enable_seqscan=off`: rows are found by key even where their table has no statistics. `synchronous_commit=off`: a
 * crash of the server that loses a commit loses its checkpoint too, and the events are applied again.
 */
const projectorSessionOptions = '-c enable_seqscan=off -c synchronous_commit=off'
const projectorDb = kyselyOverPool(
  connectPool(databaseUrl, { name: PROJECTOR_APPLICATION_NAME, max: 3, onError, options: projectorSessionOptions }),
  'everything',
)
const pool = connectPool(databaseUrl, { name: 'site-ledger jobs', max: 3, onError })
const db = kyselyOverPool(pool)
/** The queue of jobs asks for work all the time, by one connection, so that an idle worker holds no others. */
const queuePool = connectPool(databaseUrl, { name: 'site-ledger jobs', max: 1, onError })
/** The functions that stop what was started; they run in the reverse order. */
const started: (() => Promise<void>)[] = [() => db.destroy(), () => projectorDb.destroy(), () => queuePool.end()]
let stopping = false
async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  enforceShutdownDeadline(() => log.warn('stopped without waiting any longer for the database'))
  for (const end of started.toReversed()) await end()
  process.exit(0)
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop)
// Stops with its parent process, because no other process would stop it.
onParentGone(stop)

await waitUntilSetUp(pool, isProduction, { onError, warn: (sentence) => log.warn(sentence) })
await resumeProjections({ db })
const logSubscription = subscribeToLogs({
  databaseUrl,
  db: projectorDb,
  onError: reportCompanyError,
  onStopped: (projection, position, error, companyId) =>
    log.fatal(
      { companyId, projection, position, reason: error.message },
      'a projection stopped before an event that it cannot take',
    ),
})
started.push(() => logSubscription.close())
const boss = await startScheduledJobs({
  pool: queuePool,
  databaseUrl,
  db,
  billsS3,
  onError: reportCompanyError,
  onDifferent: (report, companyId) => log.fatal({ companyId, report }, 'a read model differs from the fold of the log'),
})
started.push(() => boss.stop({ graceful: true, timeout: 5000 }))
log.info('following the log')
fixHeapGrowth()
releaseIdleMemory()
sendToParent({ type: 'ready' })
