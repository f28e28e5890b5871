import type { EventType, LedgerEvent } from '@ledger/contracts/events.ts'
import { ROUTES } from '@ledger/contracts/routes.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bodyOf, type Client } from '../environment/client.ts'
import { eventsAfter, position } from '../environment/log.ts'
import {
  admin,
  anExpense,
  fund,
  hire,
  hireAuditor,
  newMobile,
  PASSWORD,
  signedIn,
  spend,
  type Worker,
} from '../environment/people.ts'
import { startService, type TestService } from '../environment/service.ts'

/** A disabled, deleted or re-passworded account is out at once: also with a command that was already on its way. */

let api: TestService
let office: Client
beforeAll(async () => {
  api = await startService()
  office = await admin(api.origin)
})
afterAll(() => api.close())

const status = (id: string, to: 'active' | 'disabled') =>
  office.patch(`/api/admin/supervisors/${id}/status`, { status: to })

async function accountId({ mobile }: Worker): Promise<string> {
  const { rows } = await api.sql.query<{ account_id: string }>('SELECT account_id FROM contacts WHERE mobile = $1', [
    mobile,
  ])
  return rows[0]?.account_id ?? ''
}

/** What an account still did after the event that ended its sessions, which lies after a position. */
async function sinceEnd(before: number, type: EventType, account: string): Promise<LedgerEvent[]> {
  const events = await eventsAfter(api, before)
  const end = events.findIndex((event) => event.type === type)
  expect(end).toBeGreaterThanOrEqual(0)
  return events.slice(end).filter((event) => event.actor.id === account)
}

/** Expenses one after the other on four connections, until one is refused or it is told to stop. @returns the statuses of the answers */
function spendWithoutPause(client: Client) {
  const statuses: number[] = []
  let stopping = false
  const lanes = Array.from({ length: 4 }, async () => {
    let status = 201
    while (!stopping && status === 201) {
      status = (await client.post('/api/site/transactions', anExpense)).status
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

it('200 times: no event of an account is later than the answer that it is disabled', async () => {
  const worker = await hire(office, 'supervisor')
  const id = await accountId(worker)
  let accepted = 0
  for (let trial = 0; trial < 200; trial++) {
    // Disabling ends the sessions for good, so each trial has one of its own; the row is copied, which costs no hash.
    const client = await sessionOf(id, worker.client)
    const spending = spendWithoutPause(client)
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 6))
    const before = await position(api)
    expect((await status(worker.id, 'disabled')).status).toBe(200)
    const first = await client.get('/api/site/auth')
    expect(first.status).toBe(401)
    await spending.stop()
    expect(await sinceEnd(before, 'AccountDisabled', id)).toEqual([])
    expect(spending.statuses.filter((code) => code !== 201 && code !== 401)).toEqual([])
    accepted += spending.statuses.filter((code) => code === 201).length
    expect((await status(worker.id, 'active')).status).toBe(200)
    // Enabled again, the old session stays dead.
    expect((await client.get('/api/site/auth')).status).toBe(401)
  }
  // The races were races: expenses did get in before the end.
  expect(accepted).toBeGreaterThan(50)
}, 120_000)

/** A live session of the account without a sign-in: the dead row of the client's, alive again in the account's epoch. */
async function sessionOf(account: string, client: Client): Promise<Client> {
  await api.sql.query(
    `UPDATE sessions s SET epoch = a.epoch, data = jsonb_set(s.data::jsonb, '{signedIn,epoch}', to_jsonb(a.epoch))::json
     FROM account_states a WHERE a.account_id = $1 AND s.account_id = $1`,
    [account],
  )
  const copy = client.copy()
  expect((await copy.get('/api/site/auth')).status).toBe(200)
  return copy
}

it('a new password ends every session, also the commands on their way, and the old password', async () => {
  for (let trial = 0; trial < 10; trial++) {
    const worker = await hire(office, trial % 2 === 0 ? 'supervisor' : 'site_incharge')
    const other = await signedIn(api.origin, worker.mobile)
    const spending = spendWithoutPause(worker.client)
    const path = `/api/admin/${worker.role === 'supervisor' ? 'supervisors' : 'users'}/${worker.id}`
    const before = await position(api)
    expect((await office.put(path, { name: 'Same Person', password: 'Other-Pass-2' })).status).toBe(200)
    expect((await worker.client.get('/api/site/balance')).status).toBe(401)
    expect((await other.get('/api/site/balance')).status).toBe(401)
    await spending.stop()
    expect(await sinceEnd(before, 'PasswordSet', await accountId(worker))).toEqual([])
    const old = { mobile: worker.mobile, password: PASSWORD }
    expect((await api.client().post('/api/site/login', old)).status).toBe(401)
    await signedIn(api.origin, worker.mobile, 'Other-Pass-2')
  }
})

it('a deleted account is out, with its number, its password and what it had on the way', async () => {
  for (let trial = 0; trial < 10; trial++) {
    const worker = await hire(office, trial % 2 === 0 ? 'supervisor' : 'site_incharge')
    const id = await accountId(worker)
    const spending = spendWithoutPause(worker.client)
    const path = `/api/admin/${worker.role === 'supervisor' ? 'supervisors' : 'users'}/${worker.id}`
    const before = await position(api)
    expect((await office.delete(path)).status).toBe(204)
    expect((await worker.client.get('/api/site/auth')).status).toBe(401)
    await spending.stop()
    expect(await sinceEnd(before, 'AccountClosed', id)).toEqual([])
    const reply = await api.client().post('/api/site/login', { mobile: worker.mobile, password: PASSWORD })
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
  const again = await api.client().post('/api/admin/login', { email: 'gone@example.in', password: PASSWORD })
  expect(again).toMatchObject({ status: 401, json: { message: 'Invalid email or password' } })
  // The address is free again.
  await hireAuditor(office, 'GONE@example.in')
})

it('a disabled supervisor is told so after the right password only', async () => {
  const worker = await hire(office, 'supervisor')
  await status(worker.id, 'disabled')
  const login = (password: string) => api.client().post('/api/site/login', { mobile: worker.mobile, password })
  const right = await login(PASSWORD)
  expect(right).toMatchObject({ status: 403, json: { message: 'Your account is disabled. Contact your admin.' } })
  expect(right.headers['set-cookie']).toBeUndefined()
  expect(await login('Wrong-Pass-1')).toMatchObject({
    status: 401,
    json: { message: 'Invalid mobile number or password' },
  })
})

it('a number of a deleted account starts a new one at 0; the old history stays with the old account', async () => {
  const old = await hire(office, 'site_incharge', { name: 'Old Hand', siteName: 'Old Site' })
  const sent = await fund(office, old, '500.00')
  const spent = await spend(old, { narration: 'By the old one' })
  const before = await accountId(old)
  await office.delete(`/api/admin/users/${old.id}`)
  const body = { name: 'New Hand', mobile: old.mobile, password: 'Other-Pass-2', siteName: 'New Site' }
  const created = bodyOf(await office.post('/api/admin/users', body), 201, ROUTES.createSiteUser.answer)
  const zero = { currentBalance: '0.00', totalReceived: '0.00', totalSpent: '0.00' }
  expect(created).toMatchObject({ id: old.id, siteBalance: zero })
  const client = await signedIn(api.origin, old.mobile, 'Other-Pass-2')
  expect((await client.get('/api/site/balance')).json).toEqual(zero)
  expect((await client.get('/api/site/transactions')).text).toBe('[]')
  expect((await client.get('/api/site/beneficiaries')).text).toBe('[]')
  expect((await client.put(`/api/site/transactions/${spent.id}`, anExpense)).status).toBe(404)
  expect((await old.client.get('/api/site/auth')).status).toBe(401)
  const all = bodyOf(await office.get('/api/admin/transactions?limit=1000'), 200, ROUTES.adminTransactions.answer)
  const history = all.filter((row) => row.id === sent.id || row.id === spent.id)
  expect(history).toHaveLength(2)
  // Under the old account's name and inner id: the alias is somebody else's now.
  for (const row of history)
    expect(row).toMatchObject({ accountName: 'Old Hand', siteName: 'Old Site', userId: before })
  const ofNew = await office.get(`/api/admin/transactions?account=${old.id}`)
  expect(ofNew.text).toBe('[]')
  expect((await office.get(`/api/admin/transactions?account=${before}`)).text).toContain(spent.id)
  const sites = await office.get(`/api/admin/sites?q=${old.mobile}`)
  expect(bodyOf(sites, 200, ROUTES.adminSites.answer).map((site) => site.firstName)).toEqual(['New'])
})

it('a changed number keeps the history and the session, and lets go of the old one', async () => {
  const worker = await hire(office, 'site_incharge')
  const first = await spend(worker)
  const mobile = newMobile()
  const changed = await office.put(`/api/admin/users/${worker.id}`, { name: 'Same Person', mobile })
  expect(bodyOf(changed, 200, ROUTES.editSiteUser.answer)).toMatchObject({ id: `site_${mobile}`, mobile })
  // The session lives on, under the new alias.
  expect((await worker.client.get('/api/site/auth')).json).toMatchObject({ id: `site_${mobile}`, mobile })
  const second = await spend(worker)
  expect(second.userId).toBe(`site_${mobile}`)
  const rows = bodyOf(await worker.client.get('/api/site/transactions'), 200, ROUTES.siteTransactions.answer)
  expect(rows.map(({ id, userId }) => ({ id, userId }))).toEqual([
    { id: second.id, userId: `site_${mobile}` },
    { id: first.id, userId: `site_${mobile}` },
  ])
  expect((await office.put(`/api/admin/users/${worker.id}`, { name: 'Nobody' })).status).toBe(404)
  expect((await api.client().post('/api/site/login', { mobile: worker.mobile, password: PASSWORD })).status).toBe(401)
  await signedIn(api.origin, mobile)
  // The old number is free; a number in use is not.
  const taken = await office.post('/api/admin/users', { name: 'Other', mobile, password: PASSWORD })
  expect(taken).toMatchObject({ status: 409, json: { message: 'This mobile number is already in use' } })
  expect(
    (await office.post('/api/admin/supervisors', { name: 'Other', mobile: worker.mobile, password: PASSWORD })).status,
  ).toBe(201)
})
