import type { EventType, LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import { accountIdsIn } from '@ledger/projections/read-models/event-index.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isFullRun } from '../../environment/full-run.ts'
import type { TestClient } from '../../environment/network/http-client.ts'
import {
  type FieldUser,
  hireAuditor,
  hireFieldUser,
  sampleExpenseBody,
  signInAdmin,
  signInFieldUser,
  TEST_PASSWORD,
} from '../../environment/service/people-and-money.ts'
import { eventsAfter, logEnd } from '../../environment/service/read-events.ts'
import { startTestService, type TestService } from '../../environment/service/test-service.ts'

/**
 * A disabled or deleted account, or one with a new password, loses access at once, also for a command that is in
 * flight.
 */

let api: TestService
let office: TestClient
beforeAll(async () => {
  api = await startTestService()
  office = await signInAdmin(api.origin)
})
afterAll(() => api.close())

const status = (id: string, to: 'active' | 'disabled') =>
  office.patch(`/api/admin/supervisors/${id}/status`, { status: to })

async function accountId({ mobile }: FieldUser): Promise<string> {
  const { rows } = await api.sql.query<{ account_id: string }>('SELECT account_id FROM contacts WHERE mobile = $1', [
    mobile,
  ])
  return rows[0]?.account_id ?? ''
}

/** Returns the account's own events from the event on that ended its sessions. Looks only after the given position. */
async function sinceEnd(before: number, type: EventType, account: string): Promise<LedgerEvent[]> {
  const events = await eventsAfter(api, before)
  const end = events.findIndex((event) => event.type === type && accountIdsIn(event).includes(account))
  expect(end).toBeGreaterThanOrEqual(0)
  return events.slice(end).filter((event) => event.actor.id === account)
}

/**
 * Posts expenses one after the other on four connections, until one is refused or `stop` is called.
 * @returns the statuses of the answers
 */
function spendWithoutPause(client: TestClient) {
  const statuses: number[] = []
  let stopping = false
  const lanes = Array.from({ length: 4 }, async () => {
    let status = 201
    while (!stopping && status === 201) {
      status = (await client.post('/api/site/transactions', sampleExpenseBody)).status
      statuses.push(status)
    }
  })
  return {
    statuses,
    async stop() {
      stopping = true
      await Promise.all(lanes)
    },
  }
}

const TRIALS = isFullRun ? 200 : 12
/** New accounts, of both roles in turn, each with passwords to hash. */
const ACCOUNT_TRIALS = isFullRun ? 10 : 2

it(`${TRIALS} times: no event of an account is later than the answer that it is disabled`, async () => {
  const workers = await Promise.all(Array.from({ length: ACCOUNTS }, () => hireFieldUser(office, 'supervisor')))
  const accepted = await Promise.all(workers.map((worker) => disabledAgain(worker, TRIALS / ACCOUNTS)))
  // Some expenses were accepted before the end, so the requests did race.
  expect(accepted.reduce((sum, count) => sum + count)).toBeGreaterThan(TRIALS / 4)
}, 120_000)

/** The number of accounts that are disabled in parallel. */
const ACCOUNTS = 4

/** @returns the number of expenses accepted before the end, in all trials */
async function disabledAgain({ id: publicId, account, client: first }: FieldUser, trials: number): Promise<number> {
  let accepted = 0
  for (let trial = 0; trial < trials; trial++) {
    // Disabling ends the sessions for good, so each trial uses its own; copying the row saves a password hash.
    const client = await sessionOf(account, first)
    const spending = spendWithoutPause(client)
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 6))
    const before = await logEnd(api)
    expect((await status(publicId, 'disabled')).status).toBe(200)
    expect((await client.get('/api/site/auth')).status).toBe(401)
    await spending.stop()
    expect(await sinceEnd(before, 'AccountDisabled', account)).toEqual([])
    expect(spending.statuses.filter((code) => code !== 201 && code !== 401)).toEqual([])
    accepted += spending.statuses.filter((code) => code === 201).length
    expect((await status(publicId, 'active')).status).toBe(200)
    // Enabling the account does not restore the old session.
    expect((await client.get('/api/site/auth')).status).toBe(401)
  }
  return accepted
}

/**
 * Returns a client with a valid session of the account, without a sign-in: restores the client's ended row in the
 * account's epoch.
 */
async function sessionOf(account: string, client: TestClient): Promise<TestClient> {
  const { rows } = await api.sql.query('SELECT epoch FROM account_states WHERE company_id = $1 AND account_id = $2', [
    ...[api.company.companyId, account],
  ])
  await api.sql.query(
    `UPDATE sessions SET epoch = $2, data = jsonb_set(data::jsonb, '{signedIn,epoch}', to_jsonb($2::integer))::json
     WHERE account_id = $1`,
    [account, rows[0].epoch],
  )
  const copy = client.withSameCookies()
  expect((await copy.get('/api/site/auth')).status).toBe(200)
  return copy
}

it('a new password ends every session, also the commands on their way, and the old password', async () => {
  for (let trial = 0; trial < ACCOUNT_TRIALS; trial++) {
    const worker = await hireFieldUser(office, trial % 2 === 0 ? 'supervisor' : 'site_incharge')
    const other = await signInFieldUser(api.origin, worker.mobile)
    const spending = spendWithoutPause(worker.client)
    const path = `/api/admin/${worker.role === 'supervisor' ? 'supervisors' : 'users'}/${worker.id}`
    const before = await logEnd(api)
    expect((await office.put(path, { name: 'Same Person', password: 'Other-Pass-2' })).status).toBe(200)
    expect((await worker.client.get('/api/site/balance')).status).toBe(401)
    expect((await other.get('/api/site/balance')).status).toBe(401)
    await spending.stop()
    expect(await sinceEnd(before, 'PasswordSet', await accountId(worker))).toEqual([])
    const old = { mobile: worker.mobile, password: TEST_PASSWORD }
    expect((await api.client().post('/api/site/login', old)).status).toBe(401)
    await signInFieldUser(api.origin, worker.mobile, 'Other-Pass-2')
  }
})

it('a deleted account is out, with its number, its password and what it had on the way', async () => {
  for (let trial = 0; trial < ACCOUNT_TRIALS; trial++) {
    const worker = await hireFieldUser(office, trial % 2 === 0 ? 'supervisor' : 'site_incharge')
    const id = await accountId(worker)
    const spending = spendWithoutPause(worker.client)
    const path = `/api/admin/${worker.role === 'supervisor' ? 'supervisors' : 'users'}/${worker.id}`
    const before = await logEnd(api)
    expect((await office.delete(path)).status).toBe(204)
    expect((await worker.client.get('/api/site/auth')).status).toBe(401)
    await spending.stop()
    expect(await sinceEnd(before, 'AccountClosed', id)).toEqual([])
    const reply = await api.client().post('/api/site/login', { mobile: worker.mobile, password: TEST_PASSWORD })
    expect(reply).toMatchObject({ status: 401, json: { message: 'Invalid mobile number or password' } })
    for (const table of ['credentials', 'password_copies', 'sign_in_names']) {
      expect((await api.sql.query(`SELECT 1 FROM ${table} WHERE account_id = $1`, [id])).rowCount, table).toBe(0)
    }
    expect((await office.put(path, { name: 'Ghost' })).status).toBe(404)
    expect((await office.delete(path)).status).toBe(404)
  }
})

it('a deleted auditor is out', async () => {
  const auditor = await hireAuditor(office, 'gone@example.in')
  expect((await auditor.client.get('/api/admin/auth')).status).toBe(200)
  expect((await office.delete(`/api/admin/auditors/${auditor.id}`)).status).toBe(204)
  expect((await auditor.client.get('/api/admin/auth')).status).toBe(401)
  const again = await api.client().post('/api/admin/login', { email: 'gone@example.in', password: TEST_PASSWORD })
  expect(again).toMatchObject({ status: 401, json: { message: 'Invalid email or password' } })
  // The address may be used again.
  await hireAuditor(office, 'GONE@example.in')
})

it('a disabled supervisor is told so after the right password only', async () => {
  const worker = await hireFieldUser(office, 'supervisor')
  await status(worker.id, 'disabled')
  const login = (password: string) => api.client().post('/api/site/login', { mobile: worker.mobile, password })
  const right = await login(TEST_PASSWORD)
  expect(right).toMatchObject({ status: 403, json: { message: 'Your account is disabled. Contact your admin.' } })
  expect(right.headers['set-cookie']).toBeUndefined()
  expect(await login('Wrong-Pass-1')).toMatchObject({
    status: 401,
    json: { message: 'Invalid mobile number or password' },
  })
})
