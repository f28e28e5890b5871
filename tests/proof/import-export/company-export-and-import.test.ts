import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createWriteStream, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { mobileSignInName } from '@ledger/ledger-service/access/credential-store.ts'
import { aesKeyFromSecret } from '@ledger/ledger-service/access/installation-secrets.ts'
import { isKnownDevice } from '@ledger/ledger-service/access/known-devices.ts'
import { RESTORE_CONNECTION } from '@ledger/ledger-service/backup/restore-section-writers.ts'
import { newPepper } from '@ledger/ledger-service/companies/company-pepper-and-openid-secret.ts'
import { addCompany, addCompanyHost } from '@ledger/ledger-service/companies/manage-companies.ts'
import { logOrigin, splitNotes } from '@ledger/ledger-service/proof/checkpoints/checkpoint-note.ts'
import { FIRST_COMPANY_LOCK, migrate } from '@ledger/migrations/migrate.ts'
import { Decrypter, Encrypter } from 'age-encryption'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectionsWaitingForLock } from '../../environment/database/lock-waiters.ts'
import { ownerPool } from '../../environment/database/owner-pool.ts'
import { withServerConnection } from '../../environment/database/server-connection.ts'
import { createTestDatabase, type TestDatabase } from '../../environment/database/test-database.ts'
import { stretchPassphrasesLess } from '../../environment/files/less-stretched-passphrases.ts'
import { samplePhoto, uploadBillFileForId } from '../../environment/files/sample-bills.ts'
import { temporaryFolder } from '../../environment/files/temporary-folder.ts'
import { isFullRun } from '../../environment/full-run.ts'
import { expectBody } from '../../environment/network/http-client.ts'
import { runLedgerCommand } from '../../environment/processes/ledger-command.ts'
import { runLedgerCommandInProcess } from '../../environment/processes/ledger-command-in-process.ts'
import { type S3Server, startS3Server } from '../../environment/processes/s3-server.ts'
import { startProductProcess } from '../../environment/processes/start-process.ts'
import { readMonthEnd, recordMonthEnd } from '../../environment/service/month-end.ts'
import {
  type FieldUser,
  hireFieldUser,
  recordExpenseOf,
  sendMoneyTo,
  signInAdmin,
  signInFieldUser,
  TEST_PASSWORD,
} from '../../environment/service/people-and-money.ts'
import { logEnd } from '../../environment/service/read-events.ts'
import { startTestService, type TestService } from '../../environment/service/test-service.ts'

/** A company leaves an installation of two with everything, and is imported at another one. */

const BACKUP_PASSPHRASE = 'four words and a number 7'
const SIGNED = { timeout: 30_000 }
const folder = temporaryFolder()
const file = join(folder, 'beta.backup')
const stretchAgain = stretchPassphrasesLess()

let s3: S3Server
let old: Place
let other: Place
let bare: TestDatabase
/** The company that stays, and the one that leaves. */
let acme: Books
let beta: Books
let plain: string
let monthEnd: Awaited<ReturnType<typeof readMonthEnd>>

interface Place {
  api: TestService
  env: Record<string, string>
}

interface Books {
  api: TestService
  /** A field user with money, and an expense with a bill. */
  incharge: FieldUser
  bill: string
}

async function open(name: string): Promise<Place> {
  const api = await startTestService({ servesEveryCompany: true, ...(name === 'old' ? { billsS3: s3.settings } : {}) })
  const env = {
    ...api.secrets,
    ...{ DATABASE_URL: api.database.url, DATA_DIR: join(folder, name) },
    ...{ CHECKPOINT_KEY: `a secret of the signer at the ${name} place, long enough`, BACKUP_PASSPHRASE },
  }
  return { api, env }
}

const storeOf = ({ endpoint, region, bucket, accessKey, secretKey }: S3Server['settings']) => ({
  ...{ BILLS_S3_ENDPOINT: endpoint, BILLS_S3_REGION: region, BILLS_S3_BUCKET: bucket },
  ...{ BILLS_S3_ACCESS_KEY: accessKey, BILLS_S3_SECRET_KEY: secretKey },
})

async function ledger({ env }: Pick<Place, 'env'>, ...args: string[]) {
  const { status, stdout, stderr } = await runLedgerCommandInProcess(env, ...args, '--json')
  return { status, json: stdout === '' ? undefined : JSON.parse(stdout), stderr }
}

async function workedIn(api: TestService, company: string): Promise<Books> {
  const office = await signInAdmin(api.origin)
  const incharge = await hireFieldUser(office, 'site_incharge', { name: `Incharge of ${company}` })
  await sendMoneyTo(office, incharge, '5000.00')
  const bill = await uploadBillFileForId(incharge.client, await samplePhoto())
  await recordExpenseOf(incharge, { recipient: `Cement for ${company}`, bills: [bill] })
  return { api, incharge, bill }
}

/** Returns the position up to which the published checkpoints go. */
async function signed({ sql, company: { companyId } }: TestService): Promise<number> {
  const { rows } = await sql.query(
    'SELECT coalesce(max(size), 0) AS size FROM signed_checkpoints WHERE company_id = $1',
    [companyId],
  )
  return Number(rows[0].size)
}

const signAll = async (place: Place, all: TestService[]) => {
  const signer = await startProductProcess('ledger-service/proof/main.ts', place.env)
  for (const api of all) await expect.poll(async () => signed(api), SIGNED).toBe(await logEnd(api))
  await signer.stop()
}

async function opened(backup: string): Promise<string> {
  const decrypter = new Decrypter()
  decrypter.addPassphrase(BACKUP_PASSPHRASE)
  return gunzipSync(await decrypter.decrypt(readFileSync(backup))).toString()
}

beforeAll(async () => {
  s3 = await startS3Server()
  old = await open('old')
  other = await open('other')
  bare = await createTestDatabase({ isBare: true })
  const { companyId } = old.api.company
  await addCompanyHost(old.api.sql, companyId, 'acme.localhost')
  await addCompanyHost(other.api.sql, other.api.company.companyId, 'gamma.localhost')
})
afterAll(async () => {
  stretchAgain()
  await Promise.all([old.api.close(), other.api.close()])
  await bare.drop()
  await s3.close()
})

it('a company is backed up alone, while everybody works', async () => {
  const { companyId } = old.api.company
  // Signed while it was the only company: with the signer's first key.
  await signAll(old, [old.api])
  const encryption = {
    pepper: Buffer.from(old.api.secrets.PASSWORD_PEPPER),
    revealKey: aesKeyFromSecret(old.api.secrets.PASSWORD_REVEAL_KEY),
  }
  // A company as `company add` creates it.
  const beginning = { companyId: randomUUID(), name: 'Beta', hosts: ['beta.localhost'] }
  const made = await addCompany(old.api.sql, { ...beginning, secrets: [newPepper(encryption, beginning.companyId)] })
  if ('refused' in made) return expect.fail(made.refused)
  acme = await workedIn(await old.api.atCompany(companyId, 'acme.localhost'), 'Acme')
  beta = await workedIn(await old.api.atCompany(made.companyId, 'beta.localhost'), 'Beta')
  const office = await signInAdmin(beta.api.origin)
  await recordMonthEnd(office, beta.incharge)
  await signAll(old, [acme.api, beta.api])
  monthEnd = await readMonthEnd(office, beta.incharge)
  const place = { env: { ...old.env, ...storeOf(s3.settings) } }
  const done = await ledger(place, 'backup', file, '--company', 'beta.localhost')
  expect(done).toMatchObject({ status: 0, json: { ok: true, events: await logEnd(beta.api), billsMissing: [] } })
  plain = await opened(file)
})

describe('what a company takes with it', () => {
  it('is all that is its own, in whatever store it is', () => {
    expect(plain).toContain(`"company":{"name":"Beta","hosts":["beta.localhost"]}`)
    for (const own of [beta.incharge.mobile, 'Incharge of Beta', 'Cement for Beta']) expect(plain).toContain(own)
    expect(s3.keys()).toContain(`${beta.api.company.companyId}/${beta.bill}`)
    expect(plain).toMatch(new RegExp(`${beta.api.company.companyId}\t${beta.bill}\t\\\\\\\\xffd8`))
  })

  it('is nothing of another company, and no secret of the installation', async () => {
    const { company, sql } = acme.api
    const { rows } = await sql.query<{ id: string }>(
      'SELECT account_id::text AS id FROM account_states WHERE company_id = $1 UNION SELECT event_id::text FROM events WHERE company_id = $1',
      [company.companyId],
    )
    expect(rows.length).toBeGreaterThan(4)
    const names = ['Test Builders', 'acme', 'Acme', acme.incharge.mobile, acme.bill]
    for (const theirs of [company.companyId, ...names, ...rows.map(({ id }) => id)]) expect(plain).not.toContain(theirs)
    for (const secret of [...Object.values(old.api.secrets), old.env.CHECKPOINT_KEY])
      expect(plain).not.toContain(secret)
  })
})

describe('a company is not taken in', () => {
  const nobodyCame = async () =>
    expect((await ledger(other, 'company', 'list')).json.companies.map(({ name }: { name: string }) => name)).toEqual([
      'Test Builders',
    ])

  it('where it is already', async () => {
    const refused = await ledger(old, 'restore', file)
    expect([refused.status, refused.stderr]).toEqual([
      1,
      `Beta is here already, with the id ${beta.api.company.companyId}\n`,
    ])
  })

  it('at a host of another company', async () => {
    const refused = await ledger(other, 'restore', file, '--host', 'gamma.localhost')
    expect([refused.status, refused.stderr]).toEqual([
      1,
      'gamma.localhost belongs to Test Builders: give another --host\n',
    ])
    await nobodyCame()
  })

  it('at the hosts that the file names: whoever wrote it may have named any', async () => {
    const refused = await ledger(other, 'restore', file)
    expect([refused.status, refused.stderr]).toEqual([
      1,
      'Say by which host it is found, with --host <host>; the file says that it was found at beta.localhost\n',
    ])
    await nobodyCame()
  })

  it('with rows of another one, by whoever wrote the file', async () => {
    const theirs = other.api.company.companyId
    const [head, rows] = plain.split('{"table":"sign_in_names"')
    const forged = join(folder, 'forged.backup')
    const encrypter = new Encrypter()
    encrypter.setPassphrase(BACKUP_PASSPHRASE)
    const text = `${head}{"table":"sign_in_names"${rows?.replace(beta.api.company.companyId, theirs)}`
    const bytes = await encrypter.encrypt(gzipSync(text))
    await pipeline(Readable.from([bytes]), createWriteStream(forged))
    const refused = await ledger(other, 'restore', forged, '--host', 'moved.localhost')
    expect([refused.status, refused.stderr]).toEqual([1, 'The backup has rows of another company in sign_in_names\n'])
    await nobodyCame()
    expect(existsSync(join(folder, 'other', 'keys', `checkpoint-seed-${beta.api.company.companyId}`))).toBe(false)
  })
})

describe('a company that was taken in beside another', () => {
  let here: TestService
  it('works on, with its people, passwords, bills, closed month and proofs, while the other does', async () => {
    // A company is added meanwhile: the restore waits until that is committed, and is not refused.
    const adding = await other.api.sql.connect()
    await adding.query('SELECT pg_advisory_lock($1)', [FIRST_COMPANY_LOCK])
    const restoring = ledger(other, 'restore', file, '--host', 'moved.localhost')
    const waiting = () => connectionsWaitingForLock(other.api.sql, RESTORE_CONNECTION.name)
    try {
      await expect.poll(waiting).toHaveLength(1)
    } finally {
      await adding.query('SELECT pg_advisory_unlock($1)', [FIRST_COMPANY_LOCK])
      adding.release()
    }
    const done = await restoring
    expect([done.status, done.json], done.stderr).toEqual([
      0,
      expect.objectContaining({
        verification: expect.objectContaining({ ok: true, states: 'equal', bills: 'equal' }),
      }),
    ])
    here = await other.api.atCompany(beta.api.company.companyId, 'moved.localhost')
    const office = await signInAdmin(here.origin)
    expect(await readMonthEnd(office, beta.incharge)).toEqual(monthEnd)
    // The owner's own phone is not locked out by strangers who guess.
    const { db, companyId } = here.company
    const device = beta.incharge.client.cookies.get('device') ?? ''
    expect(await isKnownDevice(db, companyId, device, mobileSignInName(beta.incharge.mobile))).toBe(true)
    expect(await signInFieldUser(here.origin, beta.incharge.mobile)).toBeDefined()
    const shown = await office.get(`/api/admin/users/${beta.incharge.id}`)
    expect(expectBody(shown, 200, ROUTES.revealUser.answer)).toMatchObject({ password: TEST_PASSWORD })
    const bill = await office.get(`/api/bills/${beta.bill}`)
    expect(bill.status).toBe(200)
    const incharge = { ...beta.incharge, client: await signInFieldUser(here.origin, beta.incharge.mobile) }
    await recordExpenseOf(incharge, { recipient: 'Sand at the new place' })
    const gamma = await other.api.atCompany(other.api.company.companyId, 'gamma.localhost')
    await workedIn(gamma, 'Gamma')
  })

  it('is signed for with the key that it had, and a checkpoint of before still proves', async () => {
    const { companyId } = here.company
    const before = readFileSync(join(folder, 'old', 'checkpoints', `${companyId}.txt`), 'utf8')
    const kept = join(folder, 'kept.txt')
    writeFileSync(kept, before)
    await signAll(other, [here])
    const keyAt = async (api: TestService) =>
      expectBody(await (await signInAdmin(api.origin)).get('/api/audit/public-key'), 200, ROUTES.auditPublicKey.answer)
    const key = await keyAt(here)
    expect(key).toEqual(await keyAt(beta.api))
    expect(key.origin).toBe(logOrigin(companyId))
    const after = splitNotes(readFileSync(join(folder, 'other', 'checkpoints', `${companyId}.txt`), 'utf8'))
    expect(after.slice(0, splitNotes(before).length)).toEqual(splitNotes(before))
    expect(after.length).toBeGreaterThan(splitNotes(before).length)
    const log = join(folder, 'moved.ndjson')
    // The sign-ins above are events, too, and a note must cover the whole log.
    await signAll(other, [here])
    expect(await ledger(other, 'export', log, '--company', 'moved.localhost')).toMatchObject({ status: 0 })
    const verifier = ['tools/verify/verify.mjs', log, '--key', key.verifierKey, '--checkpoints', kept]
    const { stdout } = await promisify(execFile)(process.execPath, verifier)
    expect(stdout).toMatch(/^All is well/)
    expect(await ledger(other, 'verify', '--company', 'moved.localhost')).toMatchObject({ status: 0 })
  })

  it('is in the backup of all, with its keys', async () => {
    const whole = join(folder, 'whole.backup')
    expect(await ledger(other, 'backup', whole)).toMatchObject({ status: 0 })
    expect(await opened(whole)).toContain(`{"file":"keys/checkpoint-seed-${here.company.companyId}"}`)
  })
})

if (isFullRun)
  describe('an installation that is new', () => {
    const place = () => ({
      env: {
        ...{ DATABASE_URL: bare.ownerUrl, DATA_DIR: join(folder, 'new'), BACKUP_PASSPHRASE },
        ...{ SESSION_SECRET: '', PASSWORD_PEPPER: '', PASSWORD_REVEAL_KEY: '', CHECKPOINT_KEY: '' },
      },
    })
    const companies = () =>
      withServerConnection(bare.ownerUrl, async (client) => (await client.query('SELECT 1 FROM companies')).rows.length)

    it('has nothing of a company whose taking in was broken off, and takes it in then', async () => {
      await migrate(bare.ownerUrl)
      const holding = ownerPool(bare.ownerUrl)
      const client = await holding.connect()
      await client.query('BEGIN')
      // Half of the tables come before this one, and the import waits for the lock when it writes this one.
      await client.query('LOCK TABLE answers IN ACCESS EXCLUSIVE MODE')
      const killed = runLedgerCommand(place().env, 'restore', file)
      const notes = join(folder, 'new', 'checkpoints', `${beta.api.company.companyId}.txt.part`)
      await expect.poll(() => existsSync(notes), SIGNED).toBe(true)
      killed.child.kill('SIGKILL')
      await killed.ended
      await client.query('ROLLBACK')
      client.release()
      await holding.end()
      expect(await companies()).toBe(0)
      const done = await ledger(place(), 'restore', file, '--host', 'new.localhost')
      expect([done.status, done.json], done.stderr).toEqual([
        0,
        expect.objectContaining({ verification: expect.objectContaining({ ok: true, bills: 'equal' }) }),
      ])
      expect((await ledger(place(), 'company', 'list')).json.companies).toMatchObject([
        { id: beta.api.company.companyId, name: 'Beta', hosts: ['new.localhost'], disabled: false },
      ])
    })
  })
