import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
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

/** api.md, Books: `reference`, at most 40 characters, optional in all bodies that record money. */

let api: TestService
let office: TestClient
let incharge: FieldUser
let supervisor: FieldUser
beforeAll(async () => {
  api = await startTestService()
  office = await signInAdmin(api.origin)
  incharge = await hireFieldUser(office, 'site_incharge', { name: 'Ravi Kumar' })
  supervisor = await hireFieldUser(office, 'supervisor', { name: 'Sita Devi' })
})
afterAll(() => api.close())

const foundBy = async (client: TestClient, path: '/api/admin/transactions' | '/api/site/transactions', q: string) =>
  expectBody(
    await client.get(`${path}?q=${encodeURIComponent(q)}`),
    200,
    path === '/api/admin/transactions' ? ROUTES.adminTransactions.answer : ROUTES.siteTransactions.answer,
  )

it('is kept with money sent, a credit, a transfer and an expense, and finds them', async () => {
  await sendMoneyTo(office, incharge, '5000', { reference: 'UTR N0001' })
  const credit = { ...sampleExpenseBody, type: 'credit', recipient: 'Ravi Kumar', reference: ' utr n0002 ' }
  expect((await office.post('/api/admin/transactions', credit)).status).toBe(201)
  await transferMoney(incharge, supervisor, '250', { reference: 'UTR N0003' })
  await recordExpenseOf(incharge, { paymentMode: 'cheque', reference: 'चेक 000123' })
  const found = await foundBy(office, '/api/admin/transactions', 'utr')
  expect(found.map(({ reference }) => reference)).toEqual(['UTR N0003', 'UTR N0003', 'utr n0002', 'UTR N0001'])
  for (const q of ['000123', '०००१२३', 'चेक'])
    expect((await foundBy(incharge.client, '/api/site/transactions', q)).map(({ reference }) => reference)).toEqual([
      'चेक 000123',
    ])
  expect(await foundBy(supervisor.client, '/api/site/transactions', 'n0003')).toMatchObject([
    { type: 'credit', reference: 'UTR N0003' },
  ])
})

it('is null where none was given; an edit without it keeps it, and an empty one clears it', async () => {
  expect(await recordExpenseOf(incharge)).toMatchObject({ reference: null })
  const { id } = await recordExpenseOf(incharge, { reference: 'Challan 77' })
  const edited = async (change: object) => {
    const body = { ...sampleExpenseBody, amount: '99', ...change }
    return expectBody(await incharge.client.put(`/api/site/transactions/${id}`, body), 200, ROUTES.editExpense.answer)
  }
  expect(await edited({})).toMatchObject({ reference: 'Challan 77' })
  expect(await edited({ reference: 'Challan 78' })).toMatchObject({ reference: 'Challan 78' })
  expect(await edited({ reference: '' })).toMatchObject({ reference: null })
})

it('has at most 40 characters', async () => {
  await recordExpenseOf(incharge, { reference: 'x'.repeat(40) })
  const { status, json } = await incharge.client.post('/api/site/transactions', {
    ...sampleExpenseBody,
    reference: 'x'.repeat(41),
  })
  expect({ status, json }).toMatchObject({
    status: 400,
    json: { issues: [{ path: 'reference', message: 'Please use at most 40 characters' }] },
  })
})
