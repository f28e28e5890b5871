import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectBody, type TestClient } from '../../environment/network/http-client.ts'
import {
  type FieldUser,
  hireFieldUser,
  recordExpenseOf,
  sampleExpenseBody,
  sendMoneyTo,
  signInAdmin,
  transferMoney,
} from '../../environment/service/people-and-money.ts'
import { startTestService, type TestService } from '../../environment/service/test-service.ts'

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

const path = (id: string) => `/api/site/transactions/${id}`
const entryOf = async ({ client }: FieldUser, id: string) =>
  expectBody(await client.get(path(id)), 200, ROUTES.siteTransaction.answer)

it('gives one entry as its list does, and says that it was never changed', async () => {
  const { id } = await sendMoneyTo(office, incharge, '5000', { narration: 'First line\nsecond line' })
  const [listed] = expectBody(await incharge.client.get('/api/site/transactions'), 200, ROUTES.siteTransactions.answer)
  expect(await entryOf(incharge, id)).toEqual({ ...listed, edited: null, isClosed: false })
  expect(listed).toMatchObject({ narration: 'First line\nsecond line', recordedBy: { role: 'admin' } })
})

it('says when and by whom it was last changed, to both sides of a transfer', async () => {
  const { id } = await recordExpenseOf(incharge)
  for (const amount of ['101', '102'])
    expect((await incharge.client.put(path(id), { ...sampleExpenseBody, amount })).status).toBe(200)
  const expense = await entryOf(incharge, id)
  expect(expense).toMatchObject({ amount: '102.00', revision: 3 })
  expect(expense.edited?.by).toEqual({ id: incharge.id, name: 'Ravi Kumar', role: 'site_incharge' })
  expect(Date.parse(expense.edited?.at ?? '')).toBeGreaterThan(Date.parse(expense.recordedAt))

  const given = await transferMoney(incharge, supervisor, '250')
  const edit = {
    ...sampleExpenseBody,
    type: 'credit',
    recipient: 'Ravi Kumar',
    amount: '260',
    narration: 'For two weeks',
  }
  expect((await office.put(`/api/admin/transactions/${given.id}-in`, edit)).status).toBe(200)
  const [own, received] = await Promise.all([entryOf(incharge, given.id), entryOf(supervisor, `${given.id}-in`)])
  expect(own).toMatchObject({ type: 'debit', amount: '260.00', edited: { by: { role: 'admin' } } })
  expect(received).toMatchObject({ type: 'credit', amount: '260.00', edited: own.edited })
})

it('is not there for anybody else, nor after it was deleted', async () => {
  const { id } = await recordExpenseOf(incharge)
  expect((await supervisor.client.get(path(id))).status).toBe(404)
  expect((await incharge.client.get(path(`${id}-in`))).status).toBe(404)
  expect((await incharge.client.call('DELETE', path(id))).status).toBe(200)
  expect((await incharge.client.get(path(id))).status).toBe(404)
})
