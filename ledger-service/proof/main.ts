import { setTimeout as sleep } from 'node:timers/promises'
import { connect, connectPool } from '@ledger/migrations/connect.ts'
import { findCompany } from '@ledger/migrations/migrate.ts'
import { headPosition } from '@ledger/projections/log.ts'
import pino from 'pino'
import { keepSecret } from '../access/secrets.ts'
import { sealedEvents } from '../event-store/rows.ts'
import { originOf, signingKeyFrom, verifierKey } from './checkpoint.ts'
import { type Nightly, startNightly, verifyAndKeep } from './nightly.ts'
import { HistoryChanged, openSigner, type SignedCheckpoint } from './signer.ts'
import { readSignerConfiguration } from './signer-configuration.ts'

/** The signer process: vouches for the log every 256 events or 60 seconds, and when it is told to stop. */

const WRONG_CONFIGURATION = 78
const EVENTS = 256
const LONGEST_MS = 60_000
const LOOK_MS = 1000

const configuration = readSignerConfiguration(process.env)
if ('wrong' in configuration) {
  process.stderr.write(`${configuration.wrong}\n`)
  process.exit(WRONG_CONFIGURATION)
}

const { databaseUrl, dataDirectory, file, secret, logLevel } = configuration
const log = pino({ name: 'signer', level: logLevel, formatters: { level: (label) => ({ level: label }) } })
const onError = (error: Error) => log.error({ reason: error.message }, 'database')
const pool = connectPool(databaseUrl, { name: 'site-ledger signer', as: 'app', max: 2, onError })
const db = connect(pool)

const onBad = (report: object) => log.fatal({ report }, 'the verification found something wrong')

let stopping = false
for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) {
  process.on(signal, () => {
    stopping = true
  })
}

const key = signingKeyFrom(secret ?? keepSecret(dataDirectory, 'checkpoint-key'))
await run().catch((error: Error) => {
  // Signing a changed history would vouch for the change: stay silent, loudly.
  log.fatal(
    { reason: error.message },
    error instanceof HistoryChanged ? 'the history was changed' : 'the signer stopped',
  )
  process.exitCode = error instanceof HistoryChanged ? WRONG_CONFIGURATION : 1
})
await db.destroy()
process.exit()

async function run(): Promise<void> {
  const companyId = await waitForCompany()
  if (companyId === undefined) return
  const nightly = { db, companyId, publicKey: key.publicKey, file, onError, onBad }
  try {
    await vouch(companyId, nightly)
  } catch (error) {
    // The screens are to say it, too, and from which event on.
    if (error instanceof HistoryChanged) await verifyAndKeep(nightly)
    throw error
  }
}

async function vouch(companyId: string, verifying: Nightly): Promise<void> {
  const read = (after: number) => sealedEvents(db, companyId, { after })
  const signer = await openSigner({ companyId, key, file, read })
  await db
    .insertInto('verifier_keys')
    .values({ company_id: companyId, verifier_key: verifierKey(originOf(companyId), key.publicKey) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  if (signer.last) await publish(companyId, signer.last)
  const nightly = await startNightly(verifying)
  process.send?.({ type: 'ready' })
  for (let lastAt = Date.now(); !stopping; await sleep(LOOK_MS)) {
    const waiting = (await headPosition(db, companyId)) - (signer.last?.size ?? 0)
    if (waiting < EVENTS && Date.now() - lastAt < LONGEST_MS) continue
    const checkpoint = await signer.sign()
    if (checkpoint) await publish(companyId, checkpoint)
    lastAt = Date.now()
  }
  await nightly.stop({ graceful: false })
  const final = await signer.sign()
  if (final) await publish(companyId, final)
}

/** The copy that everybody reads; the file is the original. */
async function publish(companyId: string, { size, note }: SignedCheckpoint): Promise<void> {
  await db
    .insertInto('signed_checkpoints')
    .values({ company_id: companyId, size, note })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  log.info({ size }, 'signed')
}

async function waitForCompany(): Promise<string | undefined> {
  while (!stopping) {
    const companyId = await findCompany(pool).catch(onError)
    if (companyId) return companyId
    await sleep(250)
  }
  return undefined
}
