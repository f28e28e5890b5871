import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectBody, type TestClient } from '../../environment/network/http-client.ts'
import {
  hireFieldUser,
  nextUnusedMobile,
  recordExpenseOf,
  sampleExpenseBody,
  sendMoneyTo,
  signInAdmin,
  signInFieldUser,
  TEST_PASSWORD,
} from '../../environment/service/people-and-money.ts'
import { startTestService, type TestService } from '../../environment/service/test-service.ts'

/** api.md, Shapes: an id is an alias of a mobile number; internally, an account has its own id. */

let api: TestService
let office: TestClient
beforeAll(async () => {
  api = await startTestService()
  office = await signInAdmin(api.origin)
})
afterAll(() => api.close())

it('a number of a deleted account starts a new one at 0; the old history stays with the old account', async () => {
  const old = await hireFieldUser(office, 'site_incharge', { name: 'Old Hand', siteName: 'Old Site' })
  const sent = await sendMoneyTo(office, old, '500.00')
  const spent = await recordExpenseOf(old, { narration: 'By the old one' })
  const { rows: ids } = await api.sql.query<{ account_id: string }>(
    'SELECT account_id FROM contacts WHERE mobile = $1',
    [old.mobile],
  )
  const before = ids[0]?.account_id ?? ''
  await office.delete(`/api/admin/users/${old.id}`)
  const body = { name: 'New Hand', mobile: old.mobile, password: 'Other-Pass-2', siteName: 'New Site' }
  const created = expectBody(await office.post('/api/admin/users', body), 201, ROUTES.createSiteUser.answer)
  const zero = { currentBalance: '0.00', totalReceived: '0.00', totalSpent: '0.00' }
  expect(created).toMatchObject({ id: old.id, siteBalance: zero })
  const client = await signInFieldUser(api.origin, old.mobile, 'Other-Pass-2')
  expect((await client.get('/api/site/balance')).json).toEqual(zero)
  expect((await client.get('/api/site/transactions')).text).toBe('[]')
  expect((await client.get('/api/site/beneficiaries')).text).toBe('[]')
  expect((await client.put(`/api/site/transactions/${spent.id}`, sampleExpenseBody)).status).toBe(404)
  expect((await old.client.get('/api/site/auth')).status).toBe(401)
  const all = expectBody(await office.get('/api/admin/transactions?limit=1000'), 200, ROUTES.adminTransactions.answer)
  const history = all.filter((row) => row.id === sent.id || row.id === spent.id)
  expect(history).toHaveLength(2)
  // History stays under the old account's name and internal id, although another account has the alias now.
  for (const row of history)
    expect(row).toMatchObject({ accountName: 'Old Hand', siteName: 'Old Site', userId: before })
  const ofNew = await office.get(`/api/admin/transactions?account=${old.id}`)
  expect(ofNew.text).toBe('[]')
  expect((await office.get(`/api/admin/transactions?account=${before}`)).text).toContain(spent.id)
  const sites = await office.get(`/api/admin/sites?q=${old.mobile}`)
  expect(expectBody(sites, 200, ROUTES.adminSites.answer).map((site) => site.firstName)).toEqual(['New'])
})

it('a changed number keeps the history and the session, and lets go of the old one', async () => {
  const worker = await hireFieldUser(office, 'site_incharge')
  const first = await recordExpenseOf(worker)
  const mobile = nextUnusedMobile()
  const changed = await office.put(`/api/admin/users/${worker.id}`, { name: 'Same Person', mobile })
  expect(expectBody(changed, 200, ROUTES.editSiteUser.answer)).toMatchObject({ id: `site_${mobile}`, mobile })
  // The session continues under the new alias; a phone recognises it by the unchanged account id.
  const known = await worker.client.get('/api/site/auth')
  expect(known.json).toMatchObject({ id: `site_${mobile}`, mobile })
  expect(known.headers['ledger-account']).toBe(worker.account)
  const sentAs = async (account: string) =>
    (await worker.client.get('/api/site/balance', { 'ledger-account': account })).status
  expect([await sentAs(worker.account), await sentAs(`site_${mobile}`), await sentAs(worker.id)]).toEqual([
    200, 200, 401,
  ])
  const second = await recordExpenseOf(worker)
  expect(second.userId).toBe(`site_${mobile}`)
  const rows = expectBody(await worker.client.get('/api/site/transactions'), 200, ROUTES.siteTransactions.answer)
  expect(rows.map(({ id, userId }) => ({ id, userId }))).toEqual([
    { id: second.id, userId: `site_${mobile}` },
    { id: first.id, userId: `site_${mobile}` },
  ])
  expect((await office.put(`/api/admin/users/${worker.id}`, { name: 'Nobody' })).status).toBe(404)
  expect((await api.client().post('/api/site/login', { mobile: worker.mobile, password: TEST_PASSWORD })).status).toBe(
    401,
  )
  await signInFieldUser(api.origin, mobile)
  // The old number may be used again; a number in use may not.
  const taken = await office.post('/api/admin/users', { name: 'Other', mobile, password: TEST_PASSWORD })
  expect(taken).toMatchObject({ status: 409, json: { message: 'This mobile number is already in use' } })
  expect(
    (await office.post('/api/admin/supervisors', { name: 'Other', mobile: worker.mobile, password: TEST_PASSWORD }))
      .status,
  ).toBe(201)
})

it('a number names who has it today, also where a younger account had it last', async () => {
  const elder = await hireFieldUser(office, 'site_incharge', { name: 'Elder Hand' })
  const younger = await hireFieldUser(office, 'site_incharge', { name: 'Younger Hand' })
  await office.delete(`/api/admin/users/${younger.id}`)
  const moved = await office.put(`/api/admin/users/${elder.id}`, { name: 'Elder Hand', mobile: younger.mobile })
  expect(expectBody(moved, 200, ROUTES.editSiteUser.answer).id).toBe(younger.id)
  expect((await office.get(`/api/admin/users/${younger.id}`)).json).toMatchObject({ firstName: 'Elder' })
  await sendMoneyTo(office, younger, '5.00', { narration: 'For the elder' })
  expect((await elder.client.get('/api/site/balance')).json).toMatchObject({ totalReceived: '5.00' })
  await office.delete(`/api/admin/users/${younger.id}`)
  expect((await elder.client.get('/api/site/auth')).status).toBe(401)
})
