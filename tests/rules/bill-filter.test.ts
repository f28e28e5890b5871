import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { verifyReadModels } from '@ledger/projections/verification/verify-read-models.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { samplePhoto, uploadBillFileForId } from '../environment/files/sample-bills.ts'
import { expectBody, type TestClient } from '../environment/network/http-client.ts'
import {
  type FieldUser,
  hireFieldUser,
  recordExpenseOf,
  sampleExpenseBody,
  sendMoneyTo,
  signInAdmin,
  transferMoney,
} from '../environment/service/people-and-money.ts'
import { startTestService, type TestService } from '../environment/service/test-service.ts'

/** The filter for entries with or without a bill, in lists and in sums. */

let api: TestService
let office: TestClient
let asha: FieldUser
let ravi: FieldUser
let proven: string
beforeAll(async () => {
  api = await startTestService()
  office = await signInAdmin(api.origin)
  ;[asha, ravi] = [await hireFieldUser(office, 'site_incharge'), await hireFieldUser(office, 'site_incharge')]
  const sita = await hireFieldUser(office, 'supervisor')
  proven = await uploadBillFileForId(asha.client, await samplePhoto())
  await sendMoneyTo(office, asha, '1000.00', { bills: [await uploadBillFileForId(office, await samplePhoto())] })
  await sendMoneyTo(office, ravi, '500.00')
  await recordExpenseOf(asha, { amount: '10.00', bills: [proven], date: '2026-02-10' })
  await recordExpenseOf(asha, { amount: '20.00', date: '2026-02-11' })
  await recordExpenseOf(asha, { amount: '40.00', date: '2026-03-01' })
  await recordExpenseOf(ravi, { amount: '80.00', date: '2026-03-02' })
  await recordExpenseOf(ravi, {
    amount: '160.00',
    bills: [await uploadBillFileForId(ravi.client, await samplePhoto())],
  })
  const gone = await recordExpenseOf(ravi, { amount: '320.00' })
  await ravi.client.delete(`/api/site/transactions/${gone.id}`)
  await transferMoney(asha, sita, '5.00')
})
afterAll(() => api.close())

const amounts = async (client: TestClient, query: string) => {
  const path = client === office ? '/api/admin/transactions' : '/api/site/transactions'
  const rows = expectBody(await client.get(`${path}?${query}`), 200, ROUTES.siteTransactions.answer)
  return rows.map((row) => Number(row.amount)).sort((a, b) => a - b)
}

describe('a list', () => {
  it('of entries with a bill, or of expenses without one; transfers and money sent are not among the latter', async () => {
    expect(await amounts(asha.client, 'bill=with')).toEqual([10, 1000])
    expect(await amounts(asha.client, 'bill=without')).toEqual([20, 40])
    expect(await amounts(office, 'bill=with')).toEqual([10, 160, 1000])
    expect(await amounts(office, 'bill=without')).toEqual([20, 40, 80])
    expect(await amounts(office, 'bill=without&type=debit&from=2026-03-01&to=2026-03-31')).toEqual([40, 80])
    expect(await amounts(office, `bill=without&account=${ravi.id}`)).toEqual([80])
    expect(await amounts(office, 'bill=without&type=credit')).toEqual([])
    expect(await amounts(office, 'bill=without&q=sharma')).toEqual([20, 40, 80])
    expect(await amounts(office, 'bill=without&deleted=only')).toEqual([320])
    expect((await office.get('/api/admin/transactions?bill=perhaps')).status).toBe(400)
  })

  it('comes page by page', async () => {
    const first = await office.get('/api/admin/transactions?bill=without&limit=2')
    expect(first.headers.link).toContain('bill=without')
    const next = /<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? ''
    const rows = [first, await office.get(next)].flatMap((reply) =>
      expectBody(reply, 200, ROUTES.siteTransactions.answer),
    )
    expect(rows.map((row) => Number(row.amount)).sort((a, b) => a - b)).toEqual([20, 40, 80])
  })
})

describe('the sums of a list', () => {
  it.each([
    'bill=with',
    'bill=without',
    'bill=with&type=debit',
    'bill=without&type=credit',
    'bill=without&from=2026-02-11&to=2026-03-01',
    'bill=without&from=2026-02-01&to=2026-03-31',
    'bill=with&from=2026-02-10&to=2026-02-10',
    'bill=without&q=cement',
    'bill=without&deleted=include',
  ])('%s are of its rows', async (query) => {
    for (const [client, path] of [
      [office, '/api/admin/transactions/sums'],
      [asha.client, '/api/site/transactions/sums'],
    ] as const) {
      if (client !== office && query.includes('deleted')) continue
      const rows = await amounts(client, query)
      const sums = expectBody(await client.get(`${path}?${query}`), 200, ROUTES.siteTransactionSums.answer)
      const kinds = [sums.credits, sums.debits, sums.transfersReceived, sums.transfersGiven, sums.deleted]
      expect(sums.count).toBe(rows.length)
      expect(kinds.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(rows.reduce((sum, row) => sum + row, 0))
    }
  })
})

describe('what was spent without a bill', () => {
  const bySite = async (query = '') => {
    const { sites } = expectBody(await office.get(`/api/admin/summary${query}`), 200, ROUTES.adminSummary.answer)
    const of = (worker: FieldUser) => sites.find(({ id }) => id === worker.id)?.withoutBill
    return [of(asha), of(ravi)]
  }

  it('is told for each site, in all and of a period', async () => {
    expect(await bySite()).toEqual([
      { count: 2, amount: '60.00' },
      { count: 1, amount: '80.00' },
    ])
    expect(await bySite('?from=2026-03-01&to=2026-03-31')).toEqual([
      { count: 1, amount: '40.00' },
      { count: 1, amount: '80.00' },
    ])
    expect(await bySite('?from=2026-02-11&to=2026-03-01')).toEqual([
      { count: 2, amount: '60.00' },
      { count: 0, amount: '0.00' },
    ])
  })

  it('follows what edits do, and equals the log', async () => {
    const { id } = await recordExpenseOf(asha, { amount: '7.00' })
    const edit = (given: object) => asha.client.put(`/api/site/transactions/${id}`, { ...sampleExpenseBody, ...given })
    expect((await bySite())[0]).toEqual({ count: 3, amount: '67.00' })
    await edit({ amount: '9.00' })
    expect((await bySite())[0]).toEqual({ count: 3, amount: '69.00' })
    await edit({ amount: '9.00', bills: [proven] })
    expect((await bySite())[0]).toEqual({ count: 2, amount: '60.00' })
    await asha.client.delete(`/api/site/transactions/${id}`)
    expect((await bySite())[0]).toEqual({ count: 2, amount: '60.00' })
    const { db, companyId, freshness } = api.company
    await freshness.waitUntilCurrent(
      'bills',
      'ledger',
      'sums',
      'counts',
      'activity',
      'directory',
      'beneficiaries',
      'balances',
      'words',
    )
    expect(await verifyReadModels(db, companyId)).toMatchObject({ ok: true })
  })
})
