import { balance, siteUser, supervisor } from '@ledger/contracts/http/people/account-schemas.ts'
import { recordedTransaction, transaction } from '@ledger/contracts/http/transaction-schemas.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { isFullRun } from '../../environment/full-run.ts'
import { expectBody } from '../../environment/network/http-client.ts'
import { nextUnusedMobile, TEST_PASSWORD } from '../../environment/service/people-and-money.ts'
import { FIRST_ADMIN, startTestService, type TestService } from '../../environment/service/test-service.ts'
import { type OpenApi, OpenApiClient } from './openapi-client.ts'

/** The main story, performed by a client that uses only the served document and none of our contracts. */
describe('a client made from the document', () => {
  let api: TestService
  let document: OpenApi
  let office: OpenApiClient
  const incharge = { id: '', mobile: nextUnusedMobile() }
  const helper = { id: '', mobile: nextUnusedMobile() }
  const clientOf = () => new OpenApiClient(document, api.origin)
  const key = (name: string) => ({ headers: { 'Idempotency-Key': `story-${name}` } })

  beforeAll(async () => {
    api = await startTestService()
    document = expectBody(await api.client().get('/api/openapi.json'), 200, z.custom<OpenApi>())
    office = clientOf()
    await office.call('adminLogin', { body: FIRST_ADMIN })
  })
  afterAll(() => api.close())

  async function fieldClient(mobile: string): Promise<OpenApiClient> {
    const client = clientOf()
    expectBody(
      await client.call('siteLogin', { body: { mobile, password: TEST_PASSWORD } }),
      200,
      z.object({ user: z.unknown() }),
    )
    return client
  }

  it('signs in, opens accounts, sends money, spends, edits, transfers and reads the balances', async () => {
    const person = { name: 'Ravi Kumar', mobile: incharge.mobile, password: TEST_PASSWORD, siteName: 'Green Valley' }
    const opened = await office.call('createSiteUser', { body: person, ...key('create-incharge') })
    incharge.id = expectBody(opened, 201, siteUser).id
    const other = { firstName: 'Sita', lastName: 'Devi', mobile: helper.mobile, password: TEST_PASSWORD }
    helper.id = expectBody(await office.call('createSupervisor', { body: other }), 201, supervisor).id
    const sent = { siteInchargeId: incharge.id, amount: '5000.00', narration: 'For the site' }
    expectBody(await office.call('sendMoney', { body: sent, ...key('send-money') }), 201, recordedTransaction)

    const ravi = await fieldClient(incharge.mobile)
    const expense = {
      type: 'debit',
      amount: 1250.5,
      recipient: 'Sharma Traders',
      purpose: 'Cement',
      paymentMode: 'cash',
    }
    const bought = await ravi.call('recordExpense', {
      body: { ...expense, narration: 'Ten bags' },
      ...key('expense-1'),
    })
    const again = await ravi.call('recordExpense', { body: { ...expense, narration: 'Ten bags' }, ...key('expense-1') })
    expect(again.text).toBe(bought.text)
    const { id, revision } = expectBody(bought, 201, recordedTransaction)
    const edited = await ravi.call('editExpense', {
      path: { id },
      headers: { 'If-Match': `"${revision}"`, ...key('edit-1').headers },
      body: {
        amount: '1000',
        recipient: 'Sharma Traders',
        purpose: 'Cement',
        paymentMode: 'upi',
        narration: 'Eight bags',
      },
    })
    expect(expectBody(edited, 200, recordedTransaction)).toMatchObject({
      amount: '1000.00',
      revision: 2,
      paymentMode: 'upi',
    })
    const passed = { toUserId: helper.id, amount: '1500', paymentMode: 'upi', narration: 'For the crew' }
    expectBody(await ravi.call('transfer', { body: passed, ...key('transfer') }), 201, recordedTransaction)

    expect(expectBody(await ravi.call('siteBalance'), 200, balance)).toEqual({
      currentBalance: '2500.00',
      totalReceived: '5000.00',
      totalSpent: '2500.00',
    })
    const sita = await fieldClient(helper.mobile)
    expect(expectBody(await sita.call('siteBalance'), 200, balance).currentBalance).toBe('1500.00')
    const list = await ravi.call('siteTransactions', { query: { limit: '2', type: 'debit' } })
    expect(expectBody(list, 200, z.array(transaction)).map((row) => row.amount)).toEqual(['1500.00', '1000.00'])
    const sites = expectBody(await office.call('adminSites'), 200, z.array(siteUser))
    expect(sites.map((site) => site.siteBalance.currentBalance)).toEqual(['2500.00'])
  })

  it('reads every list and what the audit has, with no field that the document does not have', async () => {
    const ravi = await fieldClient(incharge.mobile)
    for (const call of ['siteAuth', 'siteBeneficiaries', 'siteSupervisors', 'beneficiaries']) {
      expect((await ravi.call(call)).status, call).toBe(200)
    }
    for (const call of ['adminAuth', 'adminSupervisors', 'adminTransactions', 'auditors', 'beneficiaries']) {
      expect((await office.call(call)).status, call).toBe(200)
    }
    expect((await office.call('revealUser', { path: { id: incharge.id } })).status).toBe(200)
    const page = await ravi.call('siteTransactions', { query: { limit: '1' } })
    expect(page.headers.link).toMatch(/rel="next"/)
    for (const call of ['auditEvents', 'auditAsOf', 'auditVerify', 'auditCheckpoints', 'auditExport']) {
      expect((await office.call(call)).status, call).toBe(200)
    }
    const [row] = expectBody(await ravi.call('siteTransactions'), 200, z.array(transaction))
    expect((await office.call('auditHistory', { path: { id: row?.id ?? '' } })).status).toBe(200)
  })

  it('is refused with nothing but codes that the document has', async () => {
    const ravi = await fieldClient(incharge.mobile)
    const nobody = clientOf()
    const body = { type: 'debit', amount: '1', recipient: 'A', purpose: 'B', paymentMode: 'cash', narration: 'C' }
    const transfer = { toUserId: helper.id, amount: '999999', paymentMode: 'upi', narration: 'Too much' }
    const absent = { path: { id: '0198c0de-7b1a-7c3e-9f00-5b1e2d3c4f5a' } }
    const answers = [
      await nobody.call('siteLogin', { body: { mobile: incharge.mobile, password: 'Wrong-Pass-1' } }),
      await nobody.call('adminLogin', { body: { ...FIRST_ADMIN, password: 'Wrong-Pass-1' } }),
      await nobody.call('siteBalance'),
      await ravi.call('adminSites'),
      await ravi.call('transfer', { body: transfer }),
      await ravi.call('editExpense', { ...absent, body }),
      await ravi.call('deleteExpense', absent),
      await ravi.call('recordExpense', { body: { ...body, date: '2999-01-01' } }),
      await office.call('createSupervisor', {
        body: { name: 'Other', mobile: helper.mobile, password: TEST_PASSWORD },
      }),
      await office.call('revealUser', { path: { id: 'site_0000000000' } }),
    ]
    expect(answers.map((answer) => answer.status)).toEqual([401, 401, 401, 403, 422, 404, 404, 400, 409, 404])
  })

  it('ends the accounts and the session', async () => {
    const ravi = await fieldClient(incharge.mobile)
    const [row] = expectBody(await ravi.call('siteTransactions', { query: { q: 'Sharma' } }), 200, z.array(transaction))
    expect((await ravi.call('deleteExpense', { path: { id: row?.id ?? '' } })).status).toBe(200)
    expect((await ravi.call('deleteExpense', { path: { id: row?.id ?? '' } })).status).toBe(409)
    expect((await ravi.call('siteLogout')).status).toBe(204)
    const disabled = await office.call('setSupervisorStatus', { path: { id: helper.id }, body: { status: 'disabled' } })
    expect(expectBody(disabled, 200, supervisor).status).toBe('disabled')
    expect((await office.call('deleteSupervisor', { path: { id: helper.id } })).status).toBe(204)
    expect((await office.call('deleteSiteUser', { path: { id: incharge.id } })).status).toBe(204)
    expect((await office.call('adminLogout')).status).toBe(204)
    expect((await office.call('adminAuth')).status).toBe(401)
  })
})

if (isFullRun)
  describe('the client itself', () => {
    it('finds a field that the document does not have', async () => {
      const api = await startTestService()
      const document = expectBody(await api.client().get('/api/openapi.json'), 200, z.custom<OpenApi>())
      const { email: _, ...properties } = z
        .record(z.string(), z.unknown())
        .parse(document.components.schemas.OfficeUser?.properties)
      document.components.schemas.OfficeUser = { type: 'object', properties, additionalProperties: false }
      const client = new OpenApiClient(document, api.origin)
      await expect(client.call('adminLogin', { body: FIRST_ADMIN })).rejects.toThrow('not what the document says')
      await api.close()
    })
  })
