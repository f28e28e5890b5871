import { setTimeout as sleep } from 'node:timers/promises'
import { openContents } from '@ledger/bills/contents.ts'
import { EXIT } from '@ledger/contracts/exit-codes.ts'
import { LOG_LINES } from '@ledger/contracts/log-lines.ts'
import { whenThere } from '@ledger/database/away.ts'
import { connect, connectPool, SIGN_CHANNEL, SIGNER_LISTENS } from '@ledger/database/connect.ts'
import { stopInTime } from '@ledger/database/stop-in-time.ts'
import { requireAppLogin } from '@ledger/migrations/app-login.ts'
import { CannotMigrate } from '@ledger/migrations/cannot-migrate.ts'
import { findCompany } from '@ledger/migrations/migrate.ts'
import { listen } from '@ledger/projections/listen.ts'
import { keptVerifications } from '@ledger/projections/verifications.ts'
import pino from 'pino'
import { keepSecret } from '../access/secrets.ts'
import type { SigningKey } from './checkpoint.ts'
import { keyOfCompany } from './company-key.ts'
import { openHeads } from './heads.ts'
import { startNightly, verifyAndKeep, verifySoon } from './nightly.ts'
import { HistoryChanged } from './signer.ts'
import { readSignerConfiguration } from './signer-configuration.ts'
import { type SignersFiles, signersFiles } from './signers-files.ts'
import { vouch } from './vouch.ts'

/** The signer process: vouches for the log of every company, verifies them each night, and says so when the history of one was changed. */

const LOOK_MS = 1000
/** While the history is not the one that was signed. */
const SAY_AGAIN_MS = 3_600_000
/** After a failure that somebody has to mend. */
const TRY_AGAIN_MS = 30_000
/** Before the log is read from its first event once more. */
const LOOK_AGAIN_MS = 5000

const configuration = readSignerConfiguration(process.env)
if ('wrong' in configuration) cannotStart(configuration.wrong)

const { databaseUrl, dataDirectory, secret, isProduction, logLevel, billsS3 } = configuration
const log = pino({ name: 'signer', level: logLevel, ...LOG_LINES })
process.on('uncaughtException', (err) => {
  log.fatal({ err }, 'a fault of the signer')
  process.exit(EXIT.fault)
})
const onErrorOf = (error: Error, companyId: string | undefined) =>
  log.error({ companyId, reason: error.message }, 'database')
const onError = (error: Error) => onErrorOf(error, undefined)
const pool = connectPool(databaseUrl, { name: 'site-ledger signer', max: 2, onError })
const db = connect(pool)
const requested = new Set<string>()
const heads = openHeads(db, LOOK_MS / 2)

let stopping = false
for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) {
  process.on(signal, () => {
    stopping = true
    stopInTime(() => log.warn('stopped without waiting any longer for the database'))
  })
}

const signersSecret = secret ?? keepSecret(dataDirectory, 'checkpoint-key')
if (await waitForCompany()) await run()
await db.destroy()
process.exit()

/** Until it is told to stop. It ends for nothing else: started again it would only read and find the same once more. */
async function run(): Promise<void> {
  const companies = async () => [...(await heads()).keys()]
  const nightly = await whenThere(() => startNightly({ db, companies, verify: verifyNow, onError: onErrorOf }), onError)
  const signing = new Map<string, Promise<void>>()
  const hint = (companyId: string | undefined) => void (companyId !== undefined && requested.add(companyId))
  const requests = listen(databaseUrl, hint, onError, { channel: SIGN_CHANNEL, name: SIGNER_LISTENS })
  let asked = 0
  const begin = async () => {
    for (const companyId of await companies())
      if (!signing.has(companyId)) signing.set(companyId, signUntilStopped(companyId))
    const known = signing.size
    if (known > asked)
      await verifySoon(nightly).then(() => {
        asked = known
      }, onError)
  }
  await whenThere(begin, onError)
  // Whoever hears it may stop this at once: what there is, is signed all the same.
  process.send?.({ type: 'ready' })
  while (!stopping) {
    await sleep(LOOK_MS)
    // Who signs says what failed.
    await begin().catch(() => undefined)
  }
  await Promise.all([...signing.values(), requests.close()])
  await nightly.stop({ graceful: false })
}

/** Vouches for one company, whatever becomes of the others: what fails for it is said, and tried again. */
async function signUntilStopped(companyId: string): Promise<void> {
  const onFailure = (error: Error) => log.error({ companyId, reason: error.message }, 'nothing can be signed now')
  const onSigned = (size: number) => log.info({ companyId, size }, 'signed')
  const head = async () => (await heads()).get(companyId) ?? 0
  while (!stopping) {
    try {
      const { files, key } = await whenThere(() => memoryOf(companyId), onError)
      await vouch({
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
      if (error instanceof HistoryChanged) await refuse(error, companyId)
      else {
        // Its key or its file on this machine is not what it should be.
        onFailure(error instanceof Error ? error : new Error(String(error)))
        await untilNextTry()
      }
    }
  }
}

async function untilNextTry(): Promise<void> {
  for (const until = Date.now() + TRY_AGAIN_MS; !stopping && Date.now() < until; ) await sleep(LOOK_MS)
}

/** Where the signer remembers a company, and the key by which it vouches for it. */
async function memoryOf(companyId: string): Promise<{ files: SignersFiles; key: SigningKey }> {
  const isOnly = (await heads()).size === 1
  const key = keyOfCompany({ dataDirectory, secret: signersSecret }, companyId, isOnly)
  return { files: signersFiles(dataDirectory, companyId, isOnly), key }
}

async function verifyNow(companyId: string): Promise<void> {
  const bills = await openContents(companyId, billsS3)
  const onBad = (report: object) => log.fatal({ companyId, report }, 'the verification found something wrong')
  try {
    const { files, key } = await memoryOf(companyId)
    await verifyAndKeep({ db, databaseUrl, companyId, publicKey: key.publicKey, files, bills, onBad })
  } finally {
    bills.close()
  }
}

/**
 * Signing a changed history would vouch for the change: the signer stays silent about this company, and loud. What ends that, and the alarm on
 * the screens, is a later verification that finds nothing wrong: this night's, or one that somebody asks for.
 */
async function refuse({ message: reason }: HistoryChanged, companyId: string): Promise<void> {
  log.fatal({ companyId, reason }, 'the history was changed: nothing is signed any more')
  const onFailure = (error: Error) => onErrorOf(error, companyId)
  // What fails here would end the signer of all companies: it is said, and looked at again.
  const newest = async () => {
    while (!stopping) {
      const kept = await whenThere(() => keptVerifications(db, companyId, 1), onError).catch(onFailure)
      if (kept) return kept.find(({ what }) => what === 'ledger')
      await untilNextTry()
    }
    return undefined
  }
  const before = await newest()
  // The screens are to say it, too, and from which event on.
  await whenThere(() => verifyNow(companyId), onError).catch(onFailure)
  const since = Date.now()
  for (let saidAt = since; !stopping; await sleep(LOOK_MS)) {
    if (Date.now() - saidAt > SAY_AGAIN_MS) {
      saidAt = Date.now()
      log.fatal({ companyId, reason }, 'the history is still changed: nothing is signed')
    }
    const last = await newest()
    const isMended = last?.ok && last.verifiedAt !== before?.verifiedAt
    if (isMended && Date.now() - since > LOOK_AGAIN_MS) return
  }
  process.exitCode = EXIT.historyChanged
}

/** @returns false where it was told to stop before there was one */
async function waitForCompany(): Promise<boolean> {
  while (!stopping) {
    const isThere = await isSetUp().catch((error) => {
      if (error instanceof CannotMigrate) cannotStart(error.message)
      onError(error)
    })
    if (isThere) return true
    await sleep(250)
  }
  return false
}

async function isSetUp(): Promise<boolean> {
  const found = await findCompany(pool)
  if (found) await requireAppLogin(pool, isProduction, (sentence) => log.warn(sentence))
  return found !== undefined
}

function cannotStart(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(EXIT.wrongConfiguration)
}
