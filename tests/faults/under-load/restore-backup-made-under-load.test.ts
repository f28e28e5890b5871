import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { seededRandom } from '@ledger/launch/demo/seeded-random.ts'
import { restoreBackup } from '@ledger/ledger-service/backup/restore-backup.ts'
import { splitNotes } from '@ledger/ledger-service/proof/checkpoints/checkpoint-note.ts'
import { parseLogin, provideAppLogin } from '@ledger/migrations/app-login.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withServerConnection } from '../../environment/database/server-connection.ts'
import { createTestDatabase, type TestDatabase } from '../../environment/database/test-database.ts'
import { changeByteAt, damagedCopy } from '../../environment/files/damaged-copy.ts'
import { temporaryFolder } from '../../environment/files/temporary-folder.ts'
import { expectBody } from '../../environment/network/http-client.ts'
import { runLedgerCommand } from '../../environment/processes/ledger-command.ts'
import { type ProductProcess, startProductProcess } from '../../environment/processes/start-process.ts'
import { randomSeed } from '../../environment/random-seed.ts'
import { signInAdmin, signInFieldUser, TEST_PASSWORD } from '../../environment/service/people-and-money.ts'
import type { RecordedCall } from '../checker/call-history.ts'
import { type ProductProcesses, startProductProcesses } from '../product-processes.ts'
import { type RandomFieldLoad, startRandomFieldLoad } from '../random-field-load.ts'

/**
 * R21: a backup under load is restored in an empty installation and work continues there; every damaged backup is
 * refused.
 */
const ROUNDS = 20
const DAMAGES = 20
const BACKUP_PASSPHRASE = 'a passphrase for R21'

const random = seededRandom(randomSeed)
const file = join(temporaryFolder(), 'round-0.backup')
let ledger: ProductProcesses
let signer: ProductProcess
let load: RandomFieldLoad

beforeAll(async () => {
  ledger = await startProductProcesses()
  signer = await startProductProcess('ledger-service/proof/main.ts', placeOf(ledger.database, ledger.dataDirectory))
  load = await startRandomFieldLoad(ledger.origin, randomSeed)
})
afterAll(async () => {
  await load.stop()
  await signer.stop()
  await ledger.close()
})

const placeOf = (database: TestDatabase, dataDirectory: string) => ({
  DATABASE_URL: database.url,
  DATA_DIR: dataDirectory,
  EMBEDDED_POSTGRES: '1',
  LOG_LEVEL: 'warn',
  SIGN_IN_LIMIT: 'off',
  WRITE_LIMIT: 'off',
  BACKUP_PASSPHRASE,
})

const hashes = (url: string, upTo = Number.MAX_SAFE_INTEGER) =>
  withServerConnection(url, async (client) => {
    const { rows } = await client.query<{ hash: string }>(
      `SELECT encode(hash, 'hex') AS hash FROM events WHERE position <= $1 ORDER BY position`,
      [upTo],
    )
    return rows.map(({ hash }) => hash)
  })

test('R21: what was backed up under load goes on elsewhere: people, keys, proofs', {
  timeout: 1_800_000,
}, async () => {
  // Every backup contains a signed checkpoint.
  const signed = join(ledger.dataDirectory, 'checkpoints', 'checkpoints.txt')
  await expect.poll(() => existsSync(signed), { timeout: 60_000 }).toBe(true)
  const backups: { target: string; events: number; answered: RecordedCall }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const answered = await answeredExpense()
    const target = join(file, '..', `round-${round}.backup`)
    const made = await runLedgerCommand(placeOf(ledger.database, ledger.dataDirectory), 'backup', target, '--json')
      .ended
    expect(made, `seed ${randomSeed}`).toMatchObject({ status: 0, stderr: '' })
    backups.push({ target, events: JSON.parse(made.stdout).events, answered })
  }
  // Only the backups need the load; it would make each restore read an ever longer log.
  await load.stop()
  for (const { target, events, answered } of backups) {
    const database = await createTestDatabase({ isBare: true })
    const place = placeOf(database, join(temporaryFolder(), 'data'))
    try {
      const asOwner = { ...place, DATABASE_URL: database.ownerUrl }
      const back = await runLedgerCommand(asOwner, 'restore', target, '--json').ended
      expect([back.status, JSON.parse(back.stdout)], back.stderr).toEqual([
        0,
        expect.objectContaining({ verification: expect.objectContaining({ ok: true, events, states: 'equal' }) }),
      ])
      await provideAppLogin(database.ownerUrl, parseLogin(database.url))
      expect(await hashes(database.url)).toEqual(await hashes(ledger.database.url, events))
      await expectGoesOn(place, events, answered)
    } finally {
      await database.drop()
    }
  }
  const sizes = backups.map(({ events }) => events)
  process.stdout.write(`R21 (seed ${randomSeed}): ${ROUNDS} backups, of ${sizes.join(', ')} events\n`)
})

test('R21: a byte changed anywhere, or cut short anywhere, is refused, and nothing is half restored', {
  timeout: 600_000,
}, async () => {
  const database = await createTestDatabase({ isBare: true })
  const dataDirectory = join(temporaryFolder(), 'data')
  const size = statSync(file).size
  const restored = (backup: string, passphrase = BACKUP_PASSPHRASE) =>
    restoreBackup({
      databaseUrl: database.ownerUrl,
      dataDirectory,
      environment: {},
      file: backup,
      passphrase,
      encryption: () => expect.fail('Only a company needs it'),
      verify: () => expect.fail('Only a company needs it'),
      onProgress: () => undefined,
    })
  for (let round = 0; round < DAMAGES; round++) {
    const [at, by, length] = [random.whole(0, size - 1), random.whole(1, 255), random.whole(0, size - 1)]
    const about = `byte ${at} by ${by}, cut at ${length}, of ${size}; seed ${randomSeed}`
    await expect(restored(damagedCopy(file, changeByteAt(at, by))), about).rejects.toThrow(/changed|backup/)
    await expect(restored(damagedCopy(file, (bytes) => bytes.subarray(0, length))), about).rejects.toThrow(
      /changed|backup/,
    )
    await expect(restored(file, `${BACKUP_PASSPHRASE}${round}`)).rejects.toThrow(/passphrase/)
  }
  const tables = await withServerConnection(
    database.url,
    async (client) => (await client.query('SELECT * FROM pg_tables')).rows,
  )
  expect(tables.filter(({ schemaname }) => schemaname === 'public')).toEqual([])
  expect(existsSync(dataDirectory) && readdirSync(dataDirectory).length > 0).toBe(false)
  await database.drop()
})

/** Returns an expense that was answered before the backup, so the backup contains it. */
async function answeredExpense(): Promise<RecordedCall> {
  const isAnswered = (call: RecordedCall) => call.op === 'expense' && call.outcome === 'ok'
  await expect.poll(() => load.calls.filter(isAnswered).length).toBeGreaterThan(10)
  return random.pick(load.calls.filter(isAnswered))
}

/** Checks that the product's own processes work in the new installation. */
async function expectGoesOn(place: ReturnType<typeof placeOf>, events: number, answered: RecordedCall): Promise<void> {
  const api = await startProductProcess('ledger-service/main.ts', place)
  const running = [api]
  try {
    const vouching = await startProductProcess('ledger-service/proof/main.ts', place)
    const worker = await startProductProcess('projections/main.ts', place)
    running.push(worker)
    const office = await signInAdmin(api.address)
    const clients = await Promise.all(load.people.workers.map(({ mobile }) => signInFieldUser(api.address, mobile)))
    // The key that decrypts the stored password came with the backup.
    const [incharge] = load.people.workers
    const shown = await office.get(`/api/admin/users/${incharge?.id}`)
    expect(expectBody(shown, 200, ROUTES.revealUser.answer).password).toBe(TEST_PASSWORD)
    // A phone returns: its key gets the same answer as before.
    const { method, path, body, key, status, answer } = answered
    const replies = await Promise.all(
      clients.map((client) => client.call(method, path, body, { headers: { 'idempotency-key': key } })),
    )
    expect(replies.filter((reply) => reply.status === status && reply.text === answer)).toHaveLength(1)
    // The signer continues from its signed checkpoints, and signs the events since.
    expect(await vouching.stop()).toBe(0)
    const notes = splitNotes(readFileSync(join(place.DATA_DIR, 'checkpoints', 'checkpoints.txt'), 'utf8'))
    const sizes = notes.map((note) => Number(note.split('\n')[1]))
    expect(sizes.at(0)).toBeLessThanOrEqual(events)
    expect(sizes.at(-1)).toBeGreaterThan(events)
    await expectProofHolds(place)
  } finally {
    for (const process of running.reverse()) await process.stop()
  }
}

/** Verifies the export with every checkpoint from before and after, with the program that shares no code with ours. */
async function expectProofHolds(place: ReturnType<typeof placeOf>): Promise<void> {
  const exported = join(temporaryFolder(), 'log.ndjson')
  expect((await runLedgerCommand(place, 'export', exported).ended).status).toBe(0)
  const [header = ''] = readFileSync(exported, 'utf8').split('\n', 1)
  const { verifierKey }: { verifierKey: string } = JSON.parse(header)
  const program = join(import.meta.dirname, '../../../tools/verify/verify.mjs')
  const kept = join(place.DATA_DIR, 'checkpoints', 'checkpoints.txt')
  const args = [program, exported, '--key', verifierKey, '--checkpoints', kept]
  expect((await promisify(execFile)(process.execPath, args)).stdout).toMatch(/^All is well/)
}
