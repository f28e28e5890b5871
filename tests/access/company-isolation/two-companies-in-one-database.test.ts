import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { addCompany, addCompanyHost } from '@ledger/ledger-service/companies/manage-companies.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownerPool } from '../../environment/database/owner-pool.ts'
import { expectBody, type TestClient } from '../../environment/network/http-client.ts'
import {
  hireAuditor,
  hireFieldUser,
  recordExpenseOf,
  sampleExpenseBody,
  sendMoneyTo,
  signInAdmin,
  signInFieldUser,
  TEST_PASSWORD,
} from '../../environment/service/people-and-money.ts'
import { startTestService, type TestService } from '../../environment/service/test-service.ts'

/**
 * Two companies in one database with the same secrets, each served by its own API: who can sign in, and what each
 * finds.
 */

let acme: TestService
let beta: TestService
let acmesOffice: TestClient
let betasOffice: TestClient
beforeAll(async () => {
  acme = await startTestService({ limitsSignIns: true })
  const pool = ownerPool(acme.database.ownerUrl)
  // No host would lead to the first company any more.
  const early = await addCompany(pool, { name: 'Beta', hosts: ['beta.example.in'] })
  expect(early).toMatchObject({ refused: 'without_host', company: 'Test Builders' })
  await addCompanyHost(pool, acme.company.companyId, 'acme.example.in')
  const made = await addCompany(pool, { name: 'Beta', hosts: ['beta.example.in'] })
  await pool.end()
  if ('refused' in made) return expect.fail(made.refused)
  beta = await startTestService({ limitsSignIns: true, sharesDatabaseWith: acme, companyId: made.companyId })
  ;[acmesOffice, betasOffice] = await Promise.all([signInAdmin(acme.origin), signInAdmin(beta.origin)])
})
afterAll(async () => {
  await beta.close()
  await acme.close()
})

describe('the same mobile number at both', () => {
  it('is two accounts, each with its own password, name and money', async () => {
    const here = await hireFieldUser(acmesOffice, 'site_incharge')
    const password = 'Other-Pass-2'
    const body = { name: 'Somebody Else', siteName: 'Elsewhere', mobile: here.mobile, password }
    expectBody(await betasOffice.post('/api/admin/users', body), 201, ROUTES.createSiteUser.answer)
    const there = await signInFieldUser(beta.origin, here.mobile, password)
    await sendMoneyTo(acmesOffice, here, '500.00')
    await recordExpenseOf(here, { amount: '20.00' })
    expect((await here.client.get('/api/site/balance')).json).toMatchObject({ totalReceived: '500.00' })
    expect((await there.get('/api/site/balance')).json).toMatchObject({ totalReceived: '0.00', totalSpent: '0.00' })
    expect((await there.get('/api/site/beneficiaries')).json).toEqual([])
    expect((await there.get('/api/site/auth')).json).toMatchObject({ firstName: 'Somebody' })
    const wrong = await beta.client().post('/api/site/login', { mobile: here.mobile, password: TEST_PASSWORD })
    expect(wrong).toMatchObject({ status: 401, json: { code: 'wrong_mobile_or_password' } })
  })

  it('is in use within one company alone', async () => {
    const { mobile } = await hireFieldUser(acmesOffice, 'supervisor')
    const body = { name: 'Ravi Kumar', mobile, password: TEST_PASSWORD }
    expect((await acmesOffice.post('/api/admin/supervisors', body)).status).toBe(409)
    expect((await betasOffice.post('/api/admin/supervisors', body)).status).toBe(201)
  })

  it('that is tried wrongly at one is not kept out at the other', async () => {
    const { mobile } = await hireFieldUser(acmesOffice, 'supervisor')
    const body = { name: 'Ravi Kumar', mobile, password: TEST_PASSWORD }
    expect((await betasOffice.post('/api/admin/supervisors', body)).status).toBe(201)
    const tries = []
    for (let n = 0; n < 6; n++)
      tries.push((await acme.client().post('/api/site/login', { mobile, password: 'Wrong-Pass-1' })).status)
    expect(tries).toEqual([401, 401, 401, 401, 401, 429])
    await signInFieldUser(beta.origin, mobile)
  })

  it('on a phone that one company knows is a stranger’s at the other', async () => {
    const { mobile, client } = await hireFieldUser(acmesOffice, 'supervisor')
    const body = { name: 'Ravi Kumar', mobile, password: TEST_PASSWORD }
    expect((await betasOffice.post('/api/admin/supervisors', body)).status).toBe(201)
    const wrongAt = async (asker: TestClient) =>
      (await asker.post('/api/site/login', { mobile, password: 'Wrong-Pass-1' })).status
    for (let n = 0; n < 5; n++) expect(await wrongAt(beta.client())).toBe(401)
    const phone = client.withSameCookies(beta.origin)
    phone.cookies.delete('sid')
    expect(await wrongAt(phone)).toBe(429)
  })
})

it('a session of one is nobody at the other, and lives on where it is somebody', async () => {
  const worker = await hireFieldUser(acmesOffice, 'site_incharge')
  const auditor = await hireAuditor(acmesOffice, 'auditor@acme.example')
  const asks: [TestClient, string][] = [
    [worker.client, '/api/site/auth'],
    [worker.client, '/api/site/transactions'],
    [acmesOffice, '/api/admin/auth'],
    [acmesOffice, '/api/admin/sites'],
    [auditor.client, '/api/audit/events'],
  ]
  for (const [client, path] of asks) {
    expect((await client.withSameCookies(beta.origin).get(path)).json).toMatchObject({
      status: 401,
      code: 'unauthorized',
    })
    expect((await client.get(path)).status).toBe(200)
  }
  expect(
    (await worker.client.withSameCookies(beta.origin).post('/api/site/transactions', sampleExpenseBody)).status,
  ).toBe(401)
  // Signing out at the wrong host does not end the session.
  expect((await worker.client.withSameCookies(beta.origin).post('/api/site/logout')).status).toBe(204)
  expect((await worker.client.withSameCookies().get('/api/site/auth')).status).toBe(200)
})

it('the certificate of a year is about the company that asks for it', async () => {
  for (const [office, api] of [
    [acmesOffice, acme],
    [betasOffice, beta],
  ] as const) {
    const reply = await office.get('/api/audit/year-certificate?year=2025')
    const { company, companyId, head } = expectBody(reply, 200, ROUTES.yearCertificate.answer)
    const { rows } = await api.sql.query(
      `SELECT name AS company, position::int, encode(hash, 'hex') AS hash
        FROM companies JOIN log_heads USING (company_id) WHERE company_id = $1`,
      [api.company.companyId],
    )
    expect({ company, companyId, ...head }).toEqual({ companyId: api.company.companyId, ...rows[0] })
  }
})

it('what one company has is not found at the other, whoever asks', async () => {
  const worker = await hireFieldUser(acmesOffice, 'site_incharge')
  await sendMoneyTo(acmesOffice, worker, '900.00')
  const { id } = await recordExpenseOf(worker)
  const paths = [`/api/admin/users/${worker.id}`, `/api/audit/transactions/${id}/history`, `/api/audit/proof/${id}`]
  for (const path of paths) expect((await betasOffice.get(path)).status).toBe(404)
  expect((await betasOffice.delete(`/api/admin/users/${worker.id}`)).status).toBe(404)
  const send = { siteInchargeId: worker.id, amount: '1.00', narration: 'For the site' }
  expect((await betasOffice.post('/api/admin/send-money', send)).status).toBe(400)
  const lists = ['/api/admin/sites', '/api/admin/transactions', '/api/beneficiaries', '/api/audit/events?limit=1000']
  for (const path of lists) {
    const { status, text } = await betasOffice.get(path)
    expect({ path, status }).toEqual({ path, status: 200 })
    expect(text).not.toContain(id)
    expect(text).not.toContain('Sharma Traders')
  }
})
