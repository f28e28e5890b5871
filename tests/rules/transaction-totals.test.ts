import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectBody, type TestClient } from '../environment/network/http-client.ts'
import {
  type FieldUser,
  hireFieldUser,
  recordExpenseOf,
  sendMoneyTo,
  signInAdmin,
  transferMoney,
} from '../environment/service/people-and-money.ts'
import { startTestService, type TestService } from '../environment/service/test-service.ts'

/** The exact count and total of a list under a filter, and what each of them includes. */

let api: TestService
let office: TestClient
let incharge: FieldUser
let supervisor: FieldUser

beforeAll(async () => {
  api = await startTestService()
  office = await signInAdmin(api.origin)
  incharge = await hireFieldUser(office, 'site_incharge', { name: 'Ravi Kumar', siteName: 'Canal Bridge' })
  supervisor = await hireFieldUser(office, 'supervisor', { name: 'Sita Devi' })
  await sendMoneyTo(office, incharge, '5000', { date: '2026-03-01' })
  await recordExpenseOf(incharge, { recipient: 'Tea Stall', amount: '20.25', date: '2026-04-01' })
  await recordExpenseOf(incharge, { recipient: 'Steel Yard', amount: '400', date: '2026-04-03' })
  await transferMoney(incharge, supervisor, '250', { date: '2026-04-06' })
  await recordExpenseOf(supervisor, { recipient: 'tea  stall', amount: '30', date: '2026-04-07' })
  const { id } = await recordExpenseOf(incharge, { recipient: 'Tea Stall', amount: '7', date: '2026-04-08' })
  await incharge.client.delete(`/api/site/transactions/${id}`)
})
afterAll(() => api.close())

const company = async (query = '') =>
  expectBody(await office.get(`/api/admin/transactions/sums${query}`), 200, ROUTES.adminTransactionSums.answer)
const own = async (client: TestClient, query = '') =>
  expectBody(await client.get(`/api/site/transactions/sums${query}`), 200, ROUTES.siteTransactionSums.answer)
const none = { count: 0, amount: '0.00' }

it('says of all accounts what came from head office, what was paid, and what only went from one to another', async () => {
  expect(await company()).toEqual({
    count: 6,
    credits: { count: 1, amount: '5000.00' },
    debits: { count: 3, amount: '450.25' },
    transfersReceived: { count: 1, amount: '250.00' },
    transfersGiven: { count: 1, amount: '250.00' },
    deleted: none,
  })
})

it('adds up exactly the rows that the same filter lists', async () => {
  const filters = [
    '?purpose=CEMENT&type=debit',
    '?purpose=cem',
    '?q=tea',
    '?from=2026-04-02&to=2026-04-06',
    '?type=debit',
    `?account=${incharge.id}`,
    '?q=canal',
    '?q=3 Apr 2026',
  ]
  for (const filter of [...filters, '?deleted=include', '?deleted=only', '?q=nothing of it']) {
    const rows = expectBody(await office.get(`/api/admin/transactions${filter}`), 200, ROUTES.adminTransactions.answer)
    const sums = await company(filter)
    expect(sums.count, filter).toBe(rows.length)
    const paid = rows.filter((row) => row.type === 'debit' && !row.isTransfer && row.deleted === undefined)
    expect(sums.debits.count, filter).toBe(paid.length)
    expect(Number(sums.debits.amount), filter).toBeCloseTo(paid.reduce((sum, row) => sum + Number(row.amount), 0))
    expect(sums.deleted.count, filter).toBe(rows.filter((row) => row.deleted !== undefined).length)
  }
  expect((await company('?purpose=CEMENT&type=debit')).debits).toEqual({ count: 3, amount: '450.25' })
  expect(await company('?purpose=cem')).toMatchObject({ count: 0 })
  expect((await company('?deleted=include')).deleted).toEqual({ count: 1, amount: '7.00' })
  expect(await company('?account=site_9999999999')).toEqual({ ...(await company('?q=nothing of it')) })
})

it('has the statement of a beneficiary, whoever paid', async () => {
  const [tea] = expectBody(await office.get('/api/admin/beneficiaries?q=tea'), 200, ROUTES.beneficiaryReports.answer)
  const filter = `?beneficiary=${encodeURIComponent(tea?.id ?? '')}`
  const rows = expectBody(await office.get(`/api/admin/transactions${filter}`), 200, ROUTES.adminTransactions.answer)
  expect(rows.map(({ amount, accountName }) => [amount, accountName])).toEqual([
    ['30.00', 'Sita Devi'],
    ['20.25', 'Ravi Kumar'],
  ])
  expect((await company(filter)).debits).toEqual({ count: 2, amount: tea?.totalPaid })
  expect(await company('?beneficiary=nobody')).toMatchObject({ count: 0 })
})

it('is about oneself in the field', async () => {
  expect(await own(incharge.client)).toMatchObject({
    count: 4,
    credits: { count: 1, amount: '5000.00' },
    debits: { count: 2, amount: '420.25' },
    transfersReceived: none,
    transfersGiven: { count: 1, amount: '250.00' },
  })
  expect(await own(supervisor.client, '?type=credit')).toMatchObject({
    count: 1,
    credits: none,
    transfersReceived: { count: 1, amount: '250.00' },
  })
  expect((await incharge.client.get(`/api/site/transactions/sums?account=${supervisor.id}`)).status).toBe(400)
})
