import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { seededRandom } from '@ledger/launch/demo/seeded-random.ts'
import { readStoredEventPages } from '@ledger/ledger-service/event-store/read/stored-event-pages.ts'
import {
  formatVerifierKey,
  logOrigin,
  type SigningKey,
  signCheckpoint,
  signingKeyFromSecret,
} from '@ledger/ledger-service/proof/checkpoints/checkpoint-note.ts'
import { exportLogLines } from '@ledger/ledger-service/proof/import-export/export-log.ts'
import { openProver } from '@ledger/ledger-service/proof/merkle/merkle-prover.ts'
import { openCheckpointSigner } from '@ledger/ledger-service/proof/signer/checkpoint-signer.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryFolder } from '../../environment/files/temporary-folder.ts'
import { isFullRun } from '../../environment/full-run.ts'
import { randomSeed } from '../../environment/random-seed.ts'
import { commandEnvelope, expenseCommand, sendMoneyCommand, transferCommand } from '../../log/command-envelopes.ts'
import { openTestLedger, type TestLedger } from '../../log/test-ledger.ts'
import {
  FORGERIES,
  type ForgerTools,
  GENUINE_RUNS,
  type GenuineFiles,
  KEPT_FILE_PLACEHOLDER,
  type VerifierRun,
} from './forgeries.ts'

/**
 * R28: the offline verifier reads forged exports, receipts and notes, with every option present, absent or misspelt.
 */
/** The short form tries some kinds of forgeries, others with each seed, because each needs a process. */
const FORGED = isFullRun ? 1000 : 12
const RIGHT = isFullRun ? 1000 : 7
const STAGES = isFullRun ? 25 : 4
/** The step between two kinds, so that a few are of all sorts; it shares no factor with the number of kinds. */
const STEP = 7
const CONCURRENT_PROCESSES = 4

const random = seededRandom(randomSeed)
const folder = temporaryFolder()
const ownKey = signingKeyFromSecret('a secret of at least thirty-two characters')
const otherKey = signingKeyFromSecret('another secret of thirty-two characters')
const TEXTS = [
  'Sharma Traders',
  'रमेश स्टील "ट्रेडर्स"',
  'line\u2028separator',
  'NUL? no: \\u0000',
  '😀 and\ttab',
  'é e\u0301',
]
let ledger: TestLedger
let forger: ForgerTools
const genuine: GenuineFiles[] = []

beforeAll(async () => {
  ledger = await openTestLedger()
  const { companyId, db } = ledger
  await db
    .insertInto('verifier_keys')
    .values({ company_id: companyId, verifier_key: keyOf(companyId, ownKey) })
    .execute()
  const file = join(folder, 'checkpoints.txt')
  const signer = await openCheckpointSigner({
    companyId,
    key: ownKey,
    file,
    read: (after) => readStoredEventPages(db, companyId, { after }),
  })
  const prover = openProver(db, companyId)
  for (let stage = 0; stage < STAGES; stage++) {
    await record(random.whole(1, 8))
    const signed = await signer.sign()
    if (!signed) throw new Error('The log has grown')
    const { size, note } = signed
    await db.insertInto('signed_checkpoints').values({ company_id: companyId, size, note }).execute()
    const common = { companyId, verifierKey: keyOf(companyId, ownKey), keptCheckpoints: readFileSync(file, 'utf8') }
    const text: string[] = []
    for await (const piece of exportLogLines(db, companyId)) text.push(piece)
    genuine.push({ ...common, isReceipt: false, text: text.join('') })
    for (let at = 0; at < 3; at++) {
      const receipt = await prover.proveEvent(random.whole(1, size))
      genuine.push({ ...common, isReceipt: true, text: JSON.stringify(receipt, null, at === 0 ? 2 : undefined) })
    }
  }
  forger = { random, ownKey, otherKey, other: anotherLedger() }
}, 300_000)
afterAll(() => ledger.close())

const keyOf = (companyId: string, { publicKey }: SigningKey) => formatVerifierKey(logOrigin(companyId), publicKey)

async function record(count: number): Promise<void> {
  const { admin, asha, ravi } = ledger.people
  await ledger.log.submit(commandEnvelope(sendMoneyCommand(admin, asha, random.whole(100_000, 900_000))))
  for (let done = 0; done < count; done++) {
    const paise = random.whole(1, 900)
    const command = random.chance(0.3)
      ? transferCommand(asha, ravi, paise)
      : expenseCommand(asha, paise, random.pick(TEXTS))
    await ledger.log.submit(commandEnvelope(command))
  }
}

/** Returns another ledger; only its notes and its key are used. */
function anotherLedger(): GenuineFiles {
  const companyId = randomUUID()
  const note = signCheckpoint({ origin: logOrigin(companyId), size: 3, root: Buffer.alloc(32, 5) }, otherKey)
  const text = `${JSON.stringify({ checkpoint: note, signedAt: '2026-04-01T06:30:00.000Z' })}\n`
  return { companyId, text, isReceipt: false, verifierKey: keyOf(companyId, otherKey), keptCheckpoints: `\n${note}` }
}

let files = 0

/** Runs the verifier in its own process, as a user would. */
async function verified(of: GenuineFiles, run: VerifierRun): Promise<{ code: number; says: string }> {
  const own = join(folder, String(files++ % (CONCURRENT_PROCESSES * 2)))
  const path = `${own}${of.isReceipt ? '.json' : '.ndjson'}`
  writeFileSync(path, run.text)
  writeFileSync(`${own}.txt`, run.keptCheckpoints)
  const program = join(import.meta.dirname, '../../../tools/verify/verify.mjs')
  const options = run.options.map((option) => (option === KEPT_FILE_PLACEHOLDER ? `${own}.txt` : option))
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [program, path, ...options])
    return { code: 0, says: stdout }
  } catch (error) {
    const { code, stdout } = error as { code: number; stdout: string }
    return { code, says: stdout }
  }
}

interface Tried {
  kind: string
  of: GenuineFiles
  run: VerifierRun
}

const whole = (of: GenuineFiles, run: Partial<VerifierRun>): VerifierRun => ({
  text: of.text,
  keptCheckpoints: of.keptCheckpoints,
  options: ['--key', of.verifierKey],
  ...run,
})

/** Returns a forgery of a kind that differs from the genuine file. */
function forged(kind: string): Tried {
  for (let tries = 0; tries < 200; tries++) {
    const of = random.pick(genuine)
    const made = FORGERIES[kind]?.(of, forger)
    const run = made && whole(of, made)
    const isOther = run && JSON.stringify(run) !== JSON.stringify(whole(of, {}))
    if (isOther) return { kind, of, run }
  }
  throw new Error(`There is nothing to forge: ${kind}`)
}

async function tryAll(all: readonly Tried[], look: (tried: Tried, found: { code: number; says: string }) => void) {
  for (let at = 0; at < all.length; at += CONCURRENT_PROCESSES) {
    const some = all.slice(at, at + CONCURRENT_PROCESSES)
    const found = await Promise.all(some.map(({ of, run }) => verified(of, run)))
    for (const [index, tried] of some.entries()) look(tried, found[index] ?? { code: 0, says: 'All is well' })
  }
}

const limit = { timeout: isFullRun ? 3_600_000 : 180_000 }

test('R28: what is forged is never well, by the exit code and in words', limit, async () => {
  const kinds = Object.keys(FORGERIES)
  const first = random.whole(0, kinds.length - 1)
  const all = Array.from({ length: FORGED }, (_, index) => forged(kinds[(first + index * STEP) % kinds.length] ?? ''))
  const passed: string[] = []
  await tryAll(all, ({ kind, run }, { code, says }) => {
    const isRefused = (code === 1 && says.startsWith('NOT as')) || (code === 2 && says.startsWith('NOT checked'))
    if (!isRefused) passed.push(`${kind} (${run.options.join(' ')}): ${code} ${says}`)
  })
  // Without a key a file may be consistent, but the verifier must not call it genuine.
  const alone = all.filter(({ run }) => run.options[0] === '--key' && run.options.length === 2)
  let consistent = 0
  await tryAll(
    alone.filter((_, index) => index % 4 === 0).map((tried) => ({ ...tried, run: { ...tried.run, options: [] } })),
    ({ kind }, { code, says }) => {
      if (code === 0) consistent++
      if (says.includes('All is well')) passed.push(`${kind}, without a key: ${code} ${says}`)
    },
  )
  process.stdout.write(
    `R28 (seed ${randomSeed}): ${all.length} forgeries of ${kinds.length} kinds, ${passed.length} of them well; ` +
      `without a key ${consistent} agree with themselves\n`,
  )
  expect(passed).toEqual([])
})

test('R28: what the product wrote is always well', limit, async () => {
  const kinds = Object.keys(GENUINE_RUNS)
  const all = Array.from({ length: RIGHT }, (_, index) => {
    const kind = kinds[index % kinds.length] ?? ''
    const of = random.pick(genuine)
    return { kind, of, run: whole(of, GENUINE_RUNS[kind]?.(of, forger) ?? {}) }
  })
  const refused: string[] = []
  await tryAll(all, ({ kind }, { code, says }) => {
    if (code !== 0 || !says.startsWith('All is well')) refused.push(`${kind}: ${code} ${says}`)
  })
  process.stdout.write(
    `R28 (seed ${randomSeed}): ${all.length} genuine files, ${all.length - refused.length} of them well\n`,
  )
  expect(refused).toEqual([])
})
