import { ROUTES } from '@ledger/contracts/routes.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bodyOf, type Client } from '../environment/client.ts'
import { admin, anExpense, fund, hire, pass, spend, type Worker } from '../environment/people.ts'
import { startService, type TestService } from '../environment/service.ts'

let api: TestService
let office: Client
let incharge: Worker
let supervisor: Worker

beforeAll(async () => {
  api = await startService()
  office = await admin(api.origin)
  incharge = await hire(office, 'site_incharge', { name: 'Ravi Kumar' })
  supervisor = await hire(office, 'supervisor', { name: 'Sita Devi' })
})
afterAll(() => api.close())

const path = (id: string) => `/api/site/transactions/${id}`
const entryOf = async ({ client }: Worker, id: string) =>
  bodyOf(await client.get(path(id)), 200, ROUTES.siteTransaction.answer)

it('gives one entry as its list does, and says that it was never changed', async () => {
  const { id } = await fund(office, incharge, '5000', { narration: 'First line\nsecond line' })
  const [listed] = bodyOf(await incharge.client.get('/api/site/transactions'), 200, ROUTES.siteTransactions.answer)
  expect(await entryOf(incharge, id)).toEqual({ ...listed, edited: null })
  expect(listed).toMatchObject({ narration: 'First line\nsecond line', recordedBy: { role: 'admin' } })
})

it('says when and by whom it was last changed, to both sides of a transfer', async () => {
  const { id } = await spend(incharge)
  for (const amount of ['101', '102'])
    expect((await incharge.client.put(path(id), { ...anExpense, amount })).status).toBe(200)
  const expense = await entryOf(incharge, id)
  expect(expense).toMatchObject({ amount: '102.00', revision: 3 })
  expect(expense.edited?.by).toEqual({ id: incharge.id, name: 'Ravi Kumar', role: 'site_incharge' })
  expect(Date.parse(expense.edited?.at ?? '')).toBeGreaterThan(Date.parse(expense.recordedAt))

  const given = await pass(incharge, supervisor, '250')
  const edit = { ...anExpense, type: 'credit', recipient: 'Ravi Kumar', amount: '260', narration: 'For two weeks' }
  expect((await office.put(`/api/admin/transactions/${given.id}-in`, edit)).status).toBe(200)
  const [own, received] = await Promise.all([entryOf(incharge, given.id), entryOf(supervisor, `${given.id}-in`)])
  expect(own).toMatchObject({ type: 'debit', amount: '260.00', edited: { by: { role: 'admin' } } })
  expect(received).toMatchObject({ type: 'credit', amount: '260.00', edited: own.edited })
})

it('is not there for anybody else, nor after it was deleted', async () => {
  const { id } = await spend(incharge)
  expect((await supervisor.client.get(path(id))).status).toBe(404)
  expect((await incharge.client.get(path(`${id}-in`))).status).toBe(404)
  expect((await incharge.client.call('DELETE', path(id))).status).toBe(200)
  expect((await incharge.client.get(path(id))).status).toBe(404)
})
