import { join } from 'node:path'
import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { EXIT_CODES } from '@ledger/contracts/processes/exit-codes.ts'
import { connectPool } from '@ledger/database/connection/connection-pool.ts'
import { readStoredEventPages } from '@ledger/ledger-service/event-store/read/stored-event-pages.ts'
import {
  formatVerifierKey,
  logOrigin,
  signingKeyFromSecret,
} from '@ledger/ledger-service/proof/checkpoints/checkpoint-note.ts'
import { openCheckpointSigner } from '@ledger/ledger-service/proof/signer/checkpoint-signer.ts'
import {
  startScheduledVerification,
  verifyAndSave,
} from '@ledger/ledger-service/proof/verification/scheduled-verification.ts'
import { readVerificationAlarms } from '@ledger/ledger-service/proof/verification/verification-alarms.ts'
import { VERIFY_LEDGER_JOB, VERIFY_READ_MODELS_JOB } from '@ledger/projections/jobs/job-names.ts'
import { startScheduledJobs } from '@ledger/projections/jobs/scheduled-jobs.ts'
import { PROJECTIONS } from '@ledger/projections/read-models/all-projections.ts'
import { rebuildProjections } from '@ledger/projections/rebuild/rebuild.ts'
import {
  readRecentVerifications,
  saveVerification,
  type VerificationKind,
} from '@ledger/projections/verification/verification-store.ts'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readMetrics } from '../../api/operations/read-metrics.ts'
import { temporaryFolder } from '../../environment/files/temporary-folder.ts'
import { isFullRun } from '../../environment/full-run.ts'
import { expectBody, type TestClient } from '../../environment/network/http-client.ts'
import { startProductProcess } from '../../environment/processes/start-process.ts'
import {
  hireAuditor,
  hireFieldUser,
  recordExpenseOf,
  sendMoneyTo,
  signInAdmin,
} from '../../environment/service/people-and-money.ts'
import { startTestService, type TestService } from '../../environment/service/test-service.ts'

/** The scheduled verifications, and the alarms when something is wrong. */

const SECRET = 'a secret of at least thirty-two characters'
const folder = temporaryFolder()
let api: TestService
let auditor: TestClient
let signer: Awaited<ReturnType<typeof startScheduledVerification>>
let worker: Awaited<ReturnType<typeof startScheduledJobs>>
const raised: object[] = []
const faults: Error[] = []
let target: number
let pool: Pool

beforeAll(async () => {
  api = await startTestService()
  const office = await signInAdmin(api.origin)
  const rajesh = await hireFieldUser(office, 'site_incharge')
  await sendMoneyTo(office, rajesh, '5000')
  await recordExpenseOf(rajesh, { narration: 'Ten bags' })
  await recordExpenseOf(rajesh)
  auditor = (await hireAuditor(office, 'asha@alarms.example')).client
  const { rows } = await api.sql.query<{ position: number }>(
    `SELECT position FROM events WHERE data::text LIKE '%Ten bags%' ORDER BY position LIMIT 1`,
  )
  target = rows[0]?.position ?? 0
  const { db, companyId } = api.company
  const onError = (error: Error) => void faults.push(error)
  pool = connectPool(api.database.url, { name: 'test jobs', max: 2, onError })
  const onBad = (report: object) => void raised.push(report)
  const key = signingKeyFromSecret(SECRET)
  const file = join(folder, 'checkpoints', 'checkpoints.txt')
  await (
    await openCheckpointSigner({
      companyId,
      key,
      file,
      read: (after) => readStoredEventPages(db, companyId, { after }),
    })
  ).sign()
  const verifying = { db, databaseUrl: api.database.url, companyId, publicKey: key.publicKey, onBad }
  signer = await startScheduledVerification({
    ...{ db, onError, companies: async () => [companyId] },
    verify: (_, isAsked) =>
      verifyAndSave({ ...verifying, files: { file, sharedFiles: [] }, withoutReadModels: !isAsked }),
  })
  worker = await startScheduledJobs({
    pool,
    databaseUrl: api.database.url,
    db,
    billsS3: undefined,
    onError,
    onDifferent: onBad,
  })
  await api.sql.query('INSERT INTO verifier_keys (company_id, verifier_key) VALUES ($1, $2)', [
    companyId,
    formatVerifierKey(logOrigin(companyId), key.publicKey),
  ])
})
let stopped: Promise<unknown> | undefined
const stopJobs = () => (stopped ??= Promise.all([signer.stop({ graceful: true }), worker.stop({ graceful: true })]))
afterAll(async () => {
  await stopJobs()
  await pool.end()
  await api.close()
  expect(faults).toEqual([])
})

const alarms = async () => expectBody(await auditor.get('/api/audit/alarms'), 200, ROUTES.auditAlarms.answer)
const kept = (what: VerificationKind) =>
  readRecentVerifications(api.company.db, api.company.companyId, 50).then((all) =>
    all.filter((each) => each.what === what),
  )
const metric = async (what: VerificationKind) =>
  (await readMetrics(api.client())).get(`ledger_verification_ok{what="${what}"}`)

/** Starts a verification of the ledger as the schedule does, and a comparison of the read models as a person does. */
async function verify(what: VerificationKind): Promise<void> {
  const before = (await kept(what)).length
  if (what === 'ledger') await signer.send(VERIFY_LEDGER_JOB, {})
  else await worker.send(VERIFY_READ_MODELS_JOB, { companyId: api.company.companyId })
  await expect.poll(async () => (await kept(what)).length, { timeout: 20_000 }).toBe(before + 1)
}

it('raises nothing while all is well, and says when it looked', async () => {
  expect(await alarms()).toEqual([])
  expect(await metric('ledger')).toBeUndefined()
  await verify('ledger')
  await verify('read_models')
  expect(await alarms()).toEqual([])
  expect([await metric('ledger'), await metric('read_models')]).toEqual([1, 1])
  const at = (await readMetrics(api.client())).get('ledger_verification_timestamp_seconds{what="ledger"}') ?? 0
  expect(Math.abs(Date.now() / 1000 - at)).toBeLessThan(60)
  const shown = expectBody(await auditor.get('/api/audit/verifications'), 200, ROUTES.auditVerifications.answer)
  expect(shown.map(({ what, ok }) => [what, ok])).toEqual([
    ['read_models', true],
    ['ledger', true],
  ])
})

it('names the first event that was tampered with, keeps that, and is quiet again once it was put right', async () => {
  const change = (from: string, to: string) =>
    api.sql.query(`UPDATE events SET data = replace(data::text, $1, $2)::json WHERE position = $3`, [from, to, target])
  await change('Ten bags', 'Six bags')
  await verify('ledger')
  expect(await alarms()).toMatchObject([{ what: 'ledger', firstBad: { position: target } }])
  expect(await metric('ledger')).toBe(0)
  expect(raised.splice(0)).toMatchObject([{ ok: false, firstBad: { position: target } }])
  await change('Six bags', 'Ten bags')
  await verify('ledger')
  expect(await alarms()).toEqual([])
  expect((await kept('ledger')).map(({ ok }) => ok)).toEqual([true, false, true])
})

if (isFullRun)
  it('is raised and ended by whoever verifies now, too: the signer looks again, and keeps what it found', async () => {
    const change = (from: string, to: string) =>
      api.sql.query(`UPDATE events SET data = replace(data::text, $1, $2)::json WHERE position = $3`, [
        from,
        to,
        target,
      ])
    const verifyNow = async () => expectBody(await auditor.get('/api/audit/verify'), 200, ROUTES.auditVerify.answer)
    const before = (await kept('ledger')).length
    expect(await verifyNow()).toMatchObject({ ok: true })
    await change('Ten bags', 'Six bags')
    expect(await verifyNow()).toMatchObject({ ok: false, firstBad: { position: target } })
    await expect.poll(alarms, { timeout: 20_000 }).toMatchObject([{ what: 'ledger', firstBad: { position: target } }])
    await change('Six bags', 'Ten bags')
    expect(await verifyNow()).toMatchObject({ ok: true })
    await expect.poll(alarms, { timeout: 20_000 }).toEqual([])
    // A result that has not changed is not stored again.
    expect(await verifyNow()).toMatchObject({ ok: true })
    expect(await kept('ledger')).toHaveLength(before + 2)
    expect(raised.splice(0)).toHaveLength(1)
  })

it('gives its report also where the job that would raise the alarm cannot be enqueued', async () => {
  const change = (from: string, to: string) =>
    api.sql.query(`UPDATE events SET data = replace(data::text, $1, $2)::json WHERE position = $3`, [from, to, target])
  await api.sql.query(`CREATE FUNCTION public.refuse_job() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION 'no job is taken'; END $$`)
  await api.sql.query(
    'CREATE TRIGGER refuse_job BEFORE INSERT ON pgboss.job FOR EACH ROW EXECUTE FUNCTION public.refuse_job()',
  )
  await change('Ten bags', 'Six bags')
  const report = expectBody(await auditor.get('/api/audit/verify'), 200, ROUTES.auditVerify.answer)
  expect(report).toMatchObject({ ok: false, firstBad: { position: target } })
  await change('Six bags', 'Ten bags')
  await api.sql.query('DROP FUNCTION public.refuse_job CASCADE')
  // The service logged the one error that was arranged here.
  const arranged = api.logs.splice(
    api.logs.findIndex((line) => line.includes('no job is taken')),
    1,
  )
  expect(arranged).toEqual([expect.stringContaining('"msg":"queue"')])
  expect(await alarms()).toEqual([])
})

it('tells of a list that the log did not make, until it was rebuilt', async () => {
  await api.sql.query('UPDATE read.balances SET received_paise = received_paise + 1 WHERE received_paise > 0')
  await verify('read_models')
  const [alarm, ...more] = await alarms()
  expect(alarm).toMatchObject({ what: 'read_models' })
  expect(alarm?.problems).toEqual([
    expect.stringMatching(/^The read model balances differs from the fold of the log in \d+ rows$/),
  ])
  expect(more).toEqual([])
  expect(await metric('read_models')).toBe(0)
  expect(raised.splice(0)).toHaveLength(1)
  const { companyId } = api.company
  await rebuildProjections({
    databaseUrl: api.database.url,
    companyId,
    projections: PROJECTIONS.filter(({ name }) => name === 'balances'),
    onError: (e) => void faults.push(e),
  })
  await verify('read_models')
  expect(await alarms()).toEqual([])
})

if (isFullRun)
  it('shows the report of an older version, whose comparison had no position, and compares again by the schedule', async () => {
    const found = { name: 'sums', position: 7, result: 'different', differences: 2 }
    const report = {
      ok: false,
      projections: [{ name: 'balances', position: 7, result: 'equal', differences: 0 }, found],
    }
    await saveVerification(api.company.db, api.company.companyId, report)
    expect(await alarms()).toMatchObject([
      { what: 'read_models', problems: ['The read model sums differs from the fold of the log in 2 rows'] },
    ])
    const [last] = expectBody(await auditor.get('/api/audit/verifications'), 200, ROUTES.auditVerifications.answer)
    expect(last).toMatchObject({ what: 'read_models', ok: false, report })
    const before = (await kept('read_models')).length
    await worker.send(VERIFY_READ_MODELS_JOB, {})
    await expect.poll(async () => (await kept('read_models')).length, { timeout: 20_000 }).toBe(before + 1)
    expect(await alarms()).toEqual([])
    // Now it is not due any more.
    await worker.send(VERIFY_READ_MODELS_JOB, {}, { singletonKey: 'again' })
    await verify('read_models')
    expect(await kept('read_models')).toHaveLength(before + 2)
  })

it('tells of a ledger that nobody verifies any more', async () => {
  const { db, companyId } = api.company
  const [last] = await kept('ledger')
  const later = (hours: number) => new Date(Date.parse(last?.verifiedAt ?? '') + hours * 3_600_000).toISOString()
  expect(await readVerificationAlarms(db, companyId, later(47))).toEqual([])
  expect(await readVerificationAlarms(db, companyId, later(49))).toEqual([
    { what: 'late', since: last?.verifiedAt, problems: [] },
  ])
})

if (isFullRun)
  it('is raised once by the signer when it finds that what it signed was cut off, and ended by who mends and verifies', async () => {
    const { rows } = await api.sql.query<{ head: number }>('SELECT position AS head FROM log_heads')
    const head = rows[0]?.head ?? 0
    await api.sql.query(`
    CREATE TABLE cut AS SELECT * FROM events WHERE position > ${target};
    DELETE FROM events WHERE position > ${target};
    UPDATE log_heads h SET position = e.position, hash = e.hash FROM events e
      WHERE e.company_id = h.company_id AND e.position = ${target}`)
    const before = (await kept('ledger')).length
    const env = { DATABASE_URL: api.database.url, DATA_DIR: folder, CHECKPOINT_KEY: SECRET }
    const process = await startProductProcess('ledger-service/proof/main.ts', env)
    await expect.poll(async () => (await kept('ledger')).length, { timeout: 20_000 }).toBe(before + 1)
    const [alarm] = await alarms()
    expect(alarm).toMatchObject({ what: 'ledger' })
    expect(alarm?.problems).toContainEqual(expect.stringMatching(/events were signed, and the log has only/))
    // The lists show more than the log has: that is reported, too, and does not suppress the other reports.
    expect(alarm?.problems).toContainEqual(
      expect.stringMatching(/^The read model ledger is not one that the log can have/),
    )
    expect(head).toBeGreaterThan(target)
    expect(process.output().match(/"msg":"the history was changed/g)).toHaveLength(1)
    const largest = async () =>
      Number((await api.sql.query('SELECT max(size) AS size FROM signed_checkpoints')).rows[0]?.size ?? 0)
    const signed = await largest()
    await api.sql.query(`
    INSERT INTO events SELECT * FROM cut;
    UPDATE log_heads h SET position = e.position, hash = e.hash FROM events e
      WHERE e.company_id = h.company_id AND e.position = ${head}`)
    const verified = expectBody(await auditor.get('/api/audit/verify'), 200, ROUTES.auditVerify.answer)
    expect(verified).toMatchObject({ ok: true })
    await expect.poll(alarms, { timeout: 20_000 }).toEqual([])
    await expect.poll(largest, { timeout: 30_000 }).toBe(head)
    expect(signed).toBeLessThan(head)
    // Read, reported and stored once: it did not start again and again.
    expect((await kept('ledger')).map(({ ok }) => ok).slice(0, 2)).toEqual([true, false])
    expect((await kept('ledger')).length).toBe(before + 2)
    expect(await process.stop()).toBe(0)
  })

if (isFullRun)
  it('leaves the signer silent, with an exit code of its own when it is told to stop', async () => {
    await api.sql.query(`DELETE FROM events WHERE position > ${target}`)
    const env = { DATABASE_URL: api.database.url, DATA_DIR: folder, CHECKPOINT_KEY: SECRET }
    const process = await startProductProcess('ledger-service/proof/main.ts', env)
    await expect.poll(alarms, { timeout: 20_000 }).toMatchObject([{ what: 'ledger' }])
    // The jobs of this file read the table that goes away, too: only the process is to meet that.
    await stopJobs()
    // A failure while it waits does not end it either: it is the signer of all companies.
    await api.sql.query('ALTER TABLE verifications RENAME TO elsewhere')
    await expect.poll(() => process.output(), { timeout: 20_000 }).toMatch(/relation .*verifications.* does not exist/)
    await api.sql.query('ALTER TABLE elsewhere RENAME TO verifications')
    expect(await process.stop()).toBe(EXIT_CODES.historyChanged)
  })
