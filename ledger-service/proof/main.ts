import { setTimeout as sleep } from 'node:timers/promises'
import { openBlobStores } from '@ledger/bills/open-blob-stores.ts'
import { HOUR_MS } from '@ledger/contracts/dates.ts'
import { EXIT_CODES } from '@ledger/contracts/processes/exit-codes.ts'
import { connectPool, kyselyOverPool } from '@ledger/database/connection/connection-pool.ts'
import { retryUntilAvailable } from '@ledger/database/connection/postgres-availability.ts'
import { SIGN_CHANNEL, SIGNER_LISTENER_APPLICATION_NAME } from '@ledger/database/notification-channels.ts'
import { exitWithSentence } from '@ledger/database/process/exit-with-sentence.ts'
import { onParentGone } from '@ledger/database/process/on-parent-gone.ts'
import { openLog } from '@ledger/database/process/open-log.ts'
import { releaseIdleMemory } from '@ledger/database/process/release-idle-memory.ts'
import { sendToParent } from '@ledger/database/process/send-to-parent.ts'
import { enforceShutdownDeadline } from '@ledger/database/process/shutdown-deadline.ts'
import { toError } from '@ledger/database/process/to-error.ts'
import { waitUntilSetUp } from '@ledger/migrations/wait-until-set-up.ts'
import { listenForAppends } from '@ledger/projections/log/notification-listener.ts'
import { readRecentVerifications } from '@ledger/projections/verification/verification-store.ts'
import { readOrCreateSecret } from '../access/installation-secrets.ts'
import { type CheckpointFiles, checkpointFilesOf } from './checkpoints/checkpoint-file.ts'
import type { SigningKey } from './checkpoints/checkpoint-note.ts'
import { HistoryChanged } from './signer/checkpoint-signer.ts'
import { companySigningKey } from './signer/company-signing-key.ts'
import { openLogHeadsCache } from './signer/log-heads-cache.ts'
import { readSignerConfiguration } from './signer/signer-configuration.ts'
import { runSigningLoop } from './signer/signing-loop.ts'
import {
  enqueueDueVerifications,
  startScheduledVerification,
  verifyAndSave,
} from './verification/scheduled-verification.ts'

/**
 * The signer process: signs checkpoints of every company's log, verifies all companies each night, and raises an alarm
 * when a history was changed.
 */

const HEADS_POLL_MS = 1000
/** The interval of the alarm while the history is not the one that was signed. */
const REPEAT_ALARM_MS = HOUR_MS
/** The wait after a failure that a person must repair. */
const RETRY_AFTER_FAILURE_MS = 30_000
/** The wait before the log is read from its first event again. */
const RECHECK_HISTORY_MS = 5000

const configuration = readSignerConfiguration(process.env)
if ('wrong' in configuration) exitWithSentence(configuration.wrong)

const { databaseUrl, dataDirectory, secret, isProduction, logLevel, billsS3 } = configuration
const log = openLog('signer', logLevel)
process.on('uncaughtException', (err) => {
  log.fatal({ err }, 'a fault of the signer')
  process.exit(EXIT_CODES.fault)
})
const reportCompanyError = (error: Error, companyId: string | undefined) =>
  log.error({ companyId, reason: error.message }, 'database')
const onError = (error: Error) => reportCompanyError(error, undefined)
const pool = connectPool(databaseUrl, { name: 'site-ledger signer', max: 2, onError })
const db = kyselyOverPool(pool)
/** For the queries that are repeated all the time: one connection, so that an idle signer holds no second one. */
const polling = kyselyOverPool(connectPool(databaseUrl, { name: 'site-ledger signer', max: 1, onError }))
const requested = new Set<string>()
const heads = openLogHeadsCache(polling, HEADS_POLL_MS / 2)

let stopping = false
function stop(): void {
  stopping = true
  enforceShutdownDeadline(() => log.warn('stopped without waiting any longer for the database'))
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop)
onParentGone(stop)

const signerSecret = secret ?? readOrCreateSecret(dataDirectory, 'checkpoint-key')
const setupLog = { onError, warn: (sentence: string) => log.warn(sentence) }
if (await waitUntilSetUp(pool, isProduction, setupLog, () => stopping)) await runSigner()
await Promise.all([db.destroy(), polling.destroy()])
process.exit()

/**
 * Runs the signer until it must stop. It does not end for any other reason, because a restart would only find the same
 * state again.
 */
async function runSigner(): Promise<void> {
  const companies = async () => [...(await heads()).keys()]
  const verify = (companyId: string, isAsked: boolean) => verifyCompany(companyId, { withoutReadModels: !isAsked })
  const nightly = await retryUntilAvailable(
    () => startScheduledVerification({ db: polling, companies, verify, onError: reportCompanyError }),
    onError,
  )
  const signing = new Map<string, Promise<void>>()
  const hint = (companyId: string | undefined) => void (companyId !== undefined && requested.add(companyId))
  const requests = listenForAppends(databaseUrl, hint, onError, {
    channel: SIGN_CHANNEL,
    name: SIGNER_LISTENER_APPLICATION_NAME,
  })
  let asked = 0
  const begin = async () => {
    for (const companyId of await companies())
      if (!signing.has(companyId)) signing.set(companyId, signUntilStopped(companyId))
    const known = signing.size
    if (known > asked)
      await enqueueDueVerifications(nightly).then(() => {
        asked = known
      }, onError)
  }
  await retryUntilAvailable(begin, onError)
  // Comes last, because a parent that receives it may stop this process at once; existing events are signed all the
  // same.
  sendToParent({ type: 'ready' })
  releaseIdleMemory()
  while (!stopping) {
    await sleep(HEADS_POLL_MS)
    // The signing loop of each company reports its own failures.
    await begin().catch(() => undefined)
  }
  await Promise.all([...signing.values(), requests.close()])
  await nightly.stop({ graceful: false })
}

/**
 * Signs one company's log until the signer stops, independently of other companies. A failure is logged and the work is
 * tried again.
 */
async function signUntilStopped(companyId: string): Promise<void> {
  const onFailure = (error: Error) => log.error({ companyId, reason: error.message }, 'nothing can be signed now')
  const onSigned = (size: number) => log.info({ companyId, size }, 'signed')
  const head = async () => (await heads()).get(companyId) ?? 0
  while (!stopping) {
    try {
      const { files, key } = await retryUntilAvailable(() => signingStateOf(companyId), onError)
      await runSigningLoop({
        db,
        companyId,
        key,
        files,
        head,
        onSigned,
        onError: onFailure,
        isStopping: () => stopping,
        requested,
      })
    } catch (error) {
      if (error instanceof HistoryChanged) await haltSigning(error, companyId)
      else {
        // The key or the file of this company on this machine is wrong.
        onFailure(toError(error))
        await waitForNextTry()
      }
    }
  }
}

async function waitForNextTry(): Promise<void> {
  for (const until = Date.now() + RETRY_AFTER_FAILURE_MS; !stopping && Date.now() < until; ) await sleep(HEADS_POLL_MS)
}

/** Returns the signer's files of a company, and its signing key. */
async function signingStateOf(companyId: string): Promise<{ files: CheckpointFiles; key: SigningKey }> {
  const isOnly = (await heads()).size === 1
  const key = companySigningKey({ dataDirectory, secret: signerSecret }, companyId, isOnly)
  return { files: checkpointFilesOf(dataDirectory, companyId, isOnly), key }
}

async function verifyCompany(companyId: string, { withoutReadModels = false } = {}): Promise<void> {
  const bills = await openBlobStores(companyId, billsS3)
  const onBad = (report: object) => log.fatal({ companyId, report }, 'the verification found something wrong')
  try {
    const { files, key } = await signingStateOf(companyId)
    const { publicKey } = key
    await verifyAndSave({ db, databaseUrl, companyId, publicKey, files, bills, withoutReadModels, onBad })
  } finally {
    bills.close()
  }
}

/**
 * Stops signing a company whose history was changed, because a signature would confirm the change, and logs an alarm.
 * The alarm, on the screens too, ends with a later verification that finds nothing wrong: that of the next night, or
 * one that a user requests.
 */
async function haltSigning({ message: reason }: HistoryChanged, companyId: string): Promise<void> {
  log.fatal({ companyId, reason }, 'the history was changed: nothing is signed any more')
  const onFailure = (error: Error) => reportCompanyError(error, companyId)
  // An error here would end the signer of all companies, so it is logged and the query is repeated.
  const newest = async () => {
    while (!stopping) {
      const recent = await retryUntilAvailable(() => readRecentVerifications(db, companyId, 1), onError).catch(
        onFailure,
      )
      if (recent) return recent.find(({ what }) => what === 'ledger')
      await waitForNextTry()
    }
    return undefined
  }
  const before = await newest()
  // The screens then show the alarm too, with the first wrong event.
  await retryUntilAvailable(() => verifyCompany(companyId), onError).catch(onFailure)
  const since = Date.now()
  for (let saidAt = since; !stopping; await sleep(HEADS_POLL_MS)) {
    if (Date.now() - saidAt > REPEAT_ALARM_MS) {
      saidAt = Date.now()
      log.fatal({ companyId, reason }, 'the history is still changed: nothing is signed')
    }
    const last = await newest()
    const isMended = last?.ok && last.verifiedAt !== before?.verifiedAt
    if (isMended && Date.now() - since > RECHECK_HISTORY_MS) return
  }
  process.exitCode = EXIT_CODES.historyChanged
}
