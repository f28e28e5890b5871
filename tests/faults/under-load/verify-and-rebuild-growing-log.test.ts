import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { connectPool, kyselyOverPool } from '@ledger/database/connection/connection-pool.ts'
import { SIGN_CHANNEL, SIGNER_LISTENER_APPLICATION_NAME } from '@ledger/database/notification-channels.ts'
import { readStoredEventPages } from '@ledger/ledger-service/event-store/read/stored-event-pages.ts'
import {
  formatVerifierKey,
  logOrigin,
  signingKeyFromSecret,
} from '@ledger/ledger-service/proof/checkpoints/checkpoint-note.ts'
import { exportLogLines } from '@ledger/ledger-service/proof/import-export/export-log.ts'
import { type CheckpointSigner, openCheckpointSigner } from '@ledger/ledger-service/proof/signer/checkpoint-signer.ts'
import { requestCheckpoint } from '@ledger/ledger-service/proof/signer/request-checkpoint.ts'
import { verifyLedger } from '@ledger/ledger-service/proof/verification/verify-ledger.ts'
import { listenForAppends } from '@ledger/projections/log/notification-listener.ts'
import { catchUp } from '@ledger/projections/projector/projector.ts'
import { openBalanceLoader } from '@ledger/projections/queries/balance-loader.ts'
import { PROJECTIONS } from '@ledger/projections/read-models/all-projections.ts'
import { rebuildProjections } from '@ledger/projections/rebuild/rebuild.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryFolder } from '../../environment/files/temporary-folder.ts'
import { isFullRun } from '../../environment/full-run.ts'
import { randomSeed } from '../../environment/random-seed.ts'
import { commandEnvelope, expenseCommand } from '../../log/command-envelopes.ts'
import { openTestLedger, type TestLedger } from '../../log/test-ledger.ts'

/** R18: the log grows while it is exported, signed, verified and rebuilt at the same time. */
const ROUNDS = isFullRun ? 100 : 2
/** The pause after every twenty entries. */
const PAUSE_MS = isFullRun ? 100 : 0

const key = signingKeyFromSecret('a secret of at least thirty-two characters')
const folder = temporaryFolder()
const file = join(folder, 'checkpoints.txt')
const errors: string[] = []
const onError = (error: Error) => void errors.push(error.message)
let ledger: TestLedger
let signer: CheckpointSigner

beforeAll(async () => {
  ledger = await openTestLedger()
  const { companyId, db } = ledger
  signer = await openCheckpointSigner({
    companyId,
    key,
    file,
    read: (after) => readStoredEventPages(db, companyId, { after }),
  })
  await db
    .insertInto('verifier_keys')
    .values({ company_id: companyId, verifier_key: formatVerifierKey(logOrigin(companyId), key.publicKey) })
    .execute()
  await catchUp({ db, companyId, onStopped })
})
afterAll(() => ledger.close())

const onStopped = (name: string, position: number, error: Error) =>
  void errors.push(`${name} stopped at ${position}: ${error.message}`)

async function signAndPublish(): Promise<void> {
  const checkpoint = await signer.sign()
  if (!checkpoint) return
  const { size, note } = checkpoint
  await ledger.db.insertInto('signed_checkpoints').values({ company_id: ledger.companyId, size, note }).execute()
}

/**
 * Verifies an export as an auditor would, with the program that shares no code with ours.
 * @returns the number of its events
 */
async function exportAndCheck(): Promise<number> {
  const path = join(folder, 'growing.ndjson')
  const text: string[] = []
  for await (const piece of exportLogLines(ledger.db, ledger.companyId)) text.push(piece)
  writeFileSync(path, text.join(''))
  const program = join(import.meta.dirname, '../../../tools/verify/verify.mjs')
  const publicKey = formatVerifierKey(logOrigin(ledger.companyId), key.publicKey)
  const { stdout } = await promisify(execFile)(process.execPath, [program, path, '--key', publicKey])
  expect(stdout).toContain('All is well')
  return JSON.parse(text[0] ?? '').events
}

async function verify(): Promise<void> {
  const { db, companyId } = ledger
  const report = await verifyLedger({ db, companyId, publicKey: key.publicKey })
  expect(report.problems).toEqual([])
  expect(report).toMatchObject({ ok: true, states: 'equal' })
}

test('R18: a log that is written, exported, signed, verified and rebuilt at once: no hole, no false alarm, no reader kept', {
  timeout: isFullRun ? 3_600_000 : 120_000,
}, async () => {
  const { log, people, databaseUrl, companyId } = ledger
  let over = false
  const until = async (work: () => Promise<unknown>) => {
    let times = 0
    for (; !over; times++) await work()
    return times
  }
  // A reader that waits longer than this for a lock gets an error.
  const options = '-c lock_timeout=1000'
  const readers = kyselyOverPool(connectPool(databaseUrl, { name: 'test reader', max: 2, onError, options }))
  const worker = kyselyOverPool(connectPool(databaseUrl, { name: 'test worker', max: 2, onError }), 'everything')
  const writing = until(async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, paise) => log.submit(commandEnvelope(expenseCommand(people.asha, 1 + paise)))),
    )
    // A round takes as long as the log is long: without a pause, each would take longer than the one before, without
    // end.
    await setTimeout(PAUSE_MS)
  })
  // An export requests a signature only while a signer listens.
  const requests = listenForAppends(databaseUrl, () => undefined, onError, {
    channel: SIGN_CHANNEL,
    name: SIGNER_LISTENER_APPLICATION_NAME,
  })
  const others = Promise.all([
    until(() => catchUp({ db: worker, companyId, onStopped })),
    until(() => openBalanceLoader(readers, companyId)(people.asha.id)),
    until(() => signAndPublish()),
  ])
  const isSigned = async () => {
    const { head, signed } = await requestCheckpoint(ledger.db, companyId)
    return signed >= head
  }
  await expect.poll(isSigned).toBe(true)
  const sizes: number[] = []
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const projections = PROJECTIONS.filter((_, index) => index === round % PROJECTIONS.length)
      const [size] = await Promise.all([
        exportAndCheck(),
        verify(),
        rebuildProjections({ databaseUrl, companyId, projections, onError }),
      ])
      sizes.push(size)
    }
  } finally {
    over = true
  }
  const [written, [, reads, signed]] = await Promise.all([writing, others])
  await catchUp({ db: worker, companyId, onStopped })
  await verify()
  await signAndPublish()
  expect(await exportAndCheck()).toBe((await ledger.readLog()).length)
  await Promise.all([readers.destroy(), worker.destroy(), requests.close()])
  process.stdout.write(
    `R18 (seed ${randomSeed}): ${ROUNDS} rounds, exports of ${sizes[0]} to ${sizes.at(-1)} events, ` +
      `beside ${written * 20} writes, ${reads} reads and ${signed} looks of the signer\n`,
  )
  expect(errors).toEqual([])
  expect(reads).toBeGreaterThan(0)
})
