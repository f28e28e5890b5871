import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { newDeviceId, rememberDevice } from '@ledger/ledger-service/access/known-devices.ts'
import { CannotRestore } from '@ledger/ledger-service/backup/backup-format.ts'
import { BACKED_UP_TABLES, BACKUP_POLICIES } from '@ledger/ledger-service/backup/backup-policy-of-tables.ts'
import { restoreBackup } from '@ledger/ledger-service/backup/restore-backup.ts'
import { readStoredEventPages } from '@ledger/ledger-service/event-store/read/stored-event-pages.ts'
import {
  formatVerifierKey,
  logOrigin,
  signingKeyFromSecret,
} from '@ledger/ledger-service/proof/checkpoints/checkpoint-note.ts'
import { openCheckpointSigner } from '@ledger/ledger-service/proof/signer/checkpoint-signer.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownerPool } from '../../environment/database/owner-pool.ts'
import { withServerConnection } from '../../environment/database/server-connection.ts'
import { createTestDatabase, type TestDatabase } from '../../environment/database/test-database.ts'
import { changeByteAt, damagedCopy } from '../../environment/files/damaged-copy.ts'
import { stretchPassphrasesLess } from '../../environment/files/less-stretched-passphrases.ts'
import { temporaryFolder } from '../../environment/files/temporary-folder.ts'
import { runLedgerCommand } from '../../environment/processes/ledger-command.ts'
import { runLedgerCommandInProcess } from '../../environment/processes/ledger-command-in-process.ts'
import { commandEnvelope, expenseCommand, sendMoneyCommand } from '../../log/command-envelopes.ts'
import { openTestLedger, type TestLedger } from '../../log/test-ledger.ts'

const secrets = {
  SESSION_SECRET: 'the secret of the sessions, as it was given',
  PASSWORD_PEPPER: 'the pepper of the passwords, as it was given',
  PASSWORD_REVEAL_KEY: 'the key of the visible copies, as it was given',
  CHECKPOINT_KEY: 'the key of the signer, as it was given, too',
}
const BACKUP_PASSPHRASE = 'four words and a number 7'
const folder = temporaryFolder()
const DATA_DIR = join(folder, 'data')
const whole = join(folder, 'whole.backup')
let ledger: TestLedger
let bare: TestDatabase
const stretchAgain = stretchPassphrasesLess()

beforeAll(async () => {
  ledger = await openTestLedger()
  bare = await createTestDatabase({ isBare: true })
  const { admin, asha } = ledger.people
  for (const command of [sendMoneyCommand(admin, asha, 500_000), expenseCommand(asha, 1234, 'रमेश स्टील\\.')])
    await ledger.log.submit(commandEnvelope(command))
  await rememberDevice(ledger.db, newDeviceId(), ledger.companyId, asha.id)
  await sign()
  const done = await runLedgerCommandInProcess(ours(), 'backup', whole, '--json')
  expect(done).toMatchObject({ status: 0, stderr: '' })
  expect(JSON.parse(done.stdout)).toMatchObject({ ok: true, file: whole, keysElsewhere: [] })
})
afterAll(async () => {
  stretchAgain()
  await ledger.close()
  await bare.drop()
})

const ours = () => ({ ...secrets, DATABASE_URL: ledger.databaseUrl, DATA_DIR, BACKUP_PASSPHRASE })
/** An empty installation, whose secrets come only from the backup. */
const elsewhere = (data = join(temporaryFolder(), 'data')) => ({
  DATABASE_URL: bare.ownerUrl,
  DATA_DIR: data,
  BACKUP_PASSPHRASE,
  SESSION_SECRET: '',
  PASSWORD_PEPPER: '',
  PASSWORD_REVEAL_KEY: '',
  CHECKPOINT_KEY: '',
})
const restored = (place: Record<string, string>, file = whole) =>
  runLedgerCommandInProcess(place, 'restore', file, '--json')

const modeOf = (path: string) => statSync(path).mode & 0o777

async function sign(): Promise<void> {
  const { db, companyId, sql } = ledger
  const key = signingKeyFromSecret(secrets.CHECKPOINT_KEY)
  const file = join(DATA_DIR, 'checkpoints', 'checkpoints.txt')
  const signer = await openCheckpointSigner({
    companyId,
    key,
    file,
    read: (after) => readStoredEventPages(db, companyId, { after }),
  })
  const signed = await signer.sign()
  if (signed === undefined) throw new Error('There was nothing to sign')
  await sql.query('INSERT INTO signed_checkpoints (company_id, size, note) VALUES ($1, $2, $3)', [
    ...[companyId, signed.size, signed.note],
  ])
  await sql.query('INSERT INTO verifier_keys VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    ...[companyId, formatVerifierKey(logOrigin(companyId), key.publicKey)],
  ])
}

/** Every table whose rows a restore brings back. To leave one out is a decision, not a slip of a list. */
const KEPT_TABLES = [
  ...[
    'account_states',
    'answers',
    'beneficiary_details',
    'beneficiary_names',
    'bill_contents',
    'bill_uploads',
    'bills',
    'companies',
  ],
  ...['company_hosts', 'company_secrets', 'company_settings', 'contact_messages', 'contacts', 'credentials', 'devices'],
  ...['events', 'log_heads', 'openid_identities', 'password_copies', 'sign_in_names', 'signed_checkpoints'],
  ...['transaction_states', 'verifier_keys'],
]

/** Expects neither a company in the database nor a file in the data directory. */
async function expectUntouched(place: { DATABASE_URL: string; DATA_DIR: string }): Promise<void> {
  const companies = await withServerConnection(place.DATABASE_URL, async (client) => {
    const { rows } = await client.query<{ there: boolean }>("SELECT to_regclass('companies') IS NOT NULL AS there")
    return rows[0]?.there ? (await client.query('SELECT 1 FROM companies')).rows.length : 0
  })
  expect(companies).toBe(0)
  const files = existsSync(place.DATA_DIR) ? readdirSync(place.DATA_DIR, { recursive: true, withFileTypes: true }) : []
  expect(files.filter((entry) => entry.isFile()).map((entry) => entry.name)).toEqual([])
}

describe('what is in a backup', () => {
  it('is every table of the schema, but for those that are named with a reason', async () => {
    const { rows } = await ledger.sql.query<{ name: string }>(
      `SELECT DISTINCT table_name AS name FROM information_schema.tables
        WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema', 'pgboss')`,
    )
    expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(BACKUP_POLICIES).sort())
    expect(BACKED_UP_TABLES.toSorted()).toEqual(KEPT_TABLES)
  })

  it('is an age file for a passphrase, which other programs open, too', () => {
    expect(readFileSync(whole).subarray(0, 40).toString('latin1')).toMatch(/^age-encryption\.org\/v1\n-> scrypt /)
  })

  it('holds nothing that could be read without the passphrase, and is for its owner alone', () => {
    expect(modeOf(whole)).toBe(0o600)
    const bytes = readFileSync(whole).toString('latin1')
    for (const secret of [...Object.values(secrets), 'site-ledger/', 'events', ledger.companyId])
      expect(bytes).not.toContain(secret)
  })
})

describe('a backup is refused', () => {
  const size = () => readFileSync(whole).length
  const refused = (place: ReturnType<typeof elsewhere>, file: string) =>
    expect(
      restoreBackup({
        databaseUrl: place.DATABASE_URL,
        dataDirectory: place.DATA_DIR,
        environment: {},
        file,
        ...{ passphrase: BACKUP_PASSPHRASE, onProgress: () => undefined },
        encryption: () => expect.fail('Only a company needs it'),
        verify: () => expect.fail('Only a company needs it'),
      }),
    ).rejects.toThrow(CannotRestore)

  it('with another passphrase, and nothing is touched', async () => {
    const place = { ...elsewhere(), BACKUP_PASSPHRASE: 'four words and a number 8' }
    const { status, stdout } = await restored(place)
    expect([status, JSON.parse(stdout)]).toEqual([
      1,
      { ok: false, error: `The passphrase is not the one of ${whole}, or its beginning was changed` },
    ])
    await expectUntouched(place)
  })

  it('with one byte changed, from the first to the last', async () => {
    const place = elsewhere()
    for (const at of [3, 60, Math.floor(size() / 2), size() - 1])
      await refused(place, damagedCopy(whole, changeByteAt(at, 1)))
    await expectUntouched(place)
  })

  it('cut short, or with something after its end', async () => {
    const place = elsewhere()
    for (const length of [0, 100, size() - 16, size() - 1])
      await refused(
        place,
        damagedCopy(whole, (bytes) => bytes.subarray(0, length)),
      )
    await refused(
      place,
      damagedCopy(whole, (bytes) => Buffer.concat([bytes, Buffer.alloc(20)])),
    )
    await expectUntouched(place)
  })

  it('where a key is given that is not its own', async () => {
    const place = { ...elsewhere(), PASSWORD_PEPPER: 'another pepper of the passwords, as it was given' }
    expect((await restored(place)).stderr).toBe('PASSWORD_PEPPER is given, and is not the one of the backup\n')
    await expectUntouched(place)
  })
})

describe('a backup is not written', () => {
  it('over a file, with a short passphrase, or without a key that sign-ins need', async () => {
    expect((await runLedgerCommandInProcess(ours(), 'backup', whole)).stderr).toBe(`${whole} is there already\n`)
    const short = { ...ours(), BACKUP_PASSPHRASE: 'short' }
    const file = join(temporaryFolder(), 'never.backup')
    expect((await runLedgerCommandInProcess(short, 'backup', file)).stderr).toMatch(/at least 12 characters/)
    const without = { ...ours(), PASSWORD_PEPPER: '' }
    expect((await runLedgerCommandInProcess(without, 'backup', file)).stderr).toMatch(/^PASSWORD_PEPPER is not given/)
    const nobody = { ...ours(), BACKUP_PASSPHRASE: '' }
    expect((await runLedgerCommandInProcess(nobody, 'backup', file)).stderr).toMatch(/^Give BACKUP_PASSPHRASE/)
    expect(existsSync(file)).toBe(false)
  })

  it('of a log with a gap', async () => {
    const { sql, companyId } = ledger
    const gap = await sql.query('DELETE FROM events WHERE company_id = $1 AND position = 3 RETURNING *', [companyId])
    const file = join(temporaryFolder(), 'never.backup')
    const { status, stderr } = await runLedgerCommandInProcess(ours(), 'backup', file)
    const row = Object.values(gap.rows[0])
    await sql.query(`INSERT INTO events VALUES (${row.map((_, index) => `$${index + 1}`).join(', ')})`, row)
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^The log should have \d+ events and has \d+/)])
    expect(readdirSync(join(file, '..'))).toEqual([])
  })
})

describe('a restore that is broken off', () => {
  it('by a kill is started again, and until then nothing else starts', async () => {
    const place = elsewhere()
    await expectUntouched(place)
    const sql = ownerPool(bare.ownerUrl)
    const client = await sql.connect()
    await client.query('BEGIN')
    // The table exists since the refusals before; the restore waits for this lock when it loads it.
    await client.query('LOCK TABLE answers IN ACCESS EXCLUSIVE MODE')
    const first = runLedgerCommand(place, 'restore', whole)
    const signersKey = join(place.DATA_DIR, 'keys', 'checkpoint-key')
    // The file appears when the whole backup has been read once.
    await expect.poll(() => existsSync(signersKey), { timeout: 60_000 }).toBe(true)
    first.child.kill('SIGKILL')
    await first.ended
    await client.query('ROLLBACK')
    client.release()
    await sql.end()
    const { stderr } = await promisify(execFile)(process.execPath, ['launch/start.ts'], {
      env: { ...process.env, ...place, PORT: '0' },
    }).catch((error: { stderr: string }) => error)
    expect(stderr).toBe(`A restore into ${place.DATA_DIR} was broken off: run it once more, to its end.\n`)
    const again = await restored(place)
    expect([again.status, JSON.parse(again.stdout)]).toEqual([
      0,
      expect.objectContaining({ ok: true, verification: expect.objectContaining({ ok: true, states: 'equal' }) }),
    ])
    const key = readFileSync(join(place.DATA_DIR, 'keys', 'password-pepper'), 'utf8').trim()
    expect(key).toBe(secrets.PASSWORD_PEPPER)
    for (const name of readdirSync(join(place.DATA_DIR, 'keys')))
      expect(modeOf(join(place.DATA_DIR, 'keys', name)), name).toBe(0o600)
    // The signer goes on from its last note, which covers the whole log.
    const notes = join('checkpoints', 'checkpoints.txt')
    expect(readFileSync(join(place.DATA_DIR, notes), 'utf8')).toBe(readFileSync(join(DATA_DIR, notes), 'utf8'))
    expect(existsSync(join(place.DATA_DIR, 'restoring'))).toBe(false)
    // The rows of before are there again, byte for byte.
    for (const table of KEPT_TABLES) {
      const rows = (url: string) =>
        withServerConnection(url, async (on) => (await on.query(`SELECT t::text FROM ${table} t ORDER BY 1`)).rows)
      expect(await rows(bare.ownerUrl), table).toEqual(await rows(ledger.ownerUrl))
    }
    // A company is there now.
    expect((await restored(elsewhere())).stderr).toMatch(/already has a company/)
  })
})
