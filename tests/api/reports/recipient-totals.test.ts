import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectBody, type TestClient } from '../../environment/network/http-client.ts'
import {
  type FieldUser,
  hireFieldUser,
  recordExpenseOf,
  sendMoneyTo,
  signInAdmin,
  transferMoney,
} from '../../environment/service/people-and-money.ts'
import { startTestService, type TestService } from '../../environment/service/test-service.ts'

let api: TestService
let incharge: FieldUser
let supervisor: FieldUser

beforeAll(async () => {
  api = await startTestService()
  const office = await signInAdmin(api.origin)
  incharge = await hireFieldUser(office, 'site_incharge', { name: 'Ravi Kumar' })
  supervisor = await hireFieldUser(office, 'supervisor', { name: 'Sita Devi' })
  await sendMoneyTo(office, incharge, '5000', { date: '2026-03-01' })
  await sendMoneyTo(office, incharge, '700.50', { date: '2026-04-02' })
  await recordExpenseOf(incharge, { recipient: 'Oldest Traders', amount: '1', date: '2026-01-01' })
  await recordExpenseOf(incharge, { recipient: 'Tea Stall', amount: '20.25', date: '2026-04-01' })
  await recordExpenseOf(incharge, { recipient: 'tea  stall', amount: '30', date: '2026-04-05' })
  await recordExpenseOf(incharge, { recipient: 'Steel Yard', amount: '400', date: '2026-04-03' })
  await recordExpenseOf(incharge, { recipient: 'Cement House', amount: '90', date: '2026-04-04' })
  await transferMoney(incharge, supervisor, '250', { date: '2026-04-06' })
})
afterAll(() => api.close())

const recipients = async (client: TestClient, period = '') =>
  expectBody(await client.get(`/api/site/recipients${period}`), 200, ROUTES.siteRecipients.answer)

it('adds up the first five of the list, newest first, head office being one of them', async () => {
  expect(await recipients(incharge.client)).toEqual([
    { recipient: 'Sita Devi', received: '0.00', paid: '250.00', count: 1 },
    { recipient: 'Tea Stall', received: '0.00', paid: '50.25', count: 2 },
    { recipient: 'Cement House', received: '0.00', paid: '90.00', count: 1 },
    { recipient: 'Steel Yard', received: '0.00', paid: '400.00', count: 1 },
    { recipient: null, received: '5700.50', paid: '0.00', count: 2 },
  ])
})

it('counts what lies within a period, both days in it', async () => {
  expect(await recipients(incharge.client, '?from=2026-01-01&to=2026-04-01')).toEqual([
    { recipient: 'Tea Stall', received: '0.00', paid: '20.25', count: 1 },
    { recipient: null, received: '5000.00', paid: '0.00', count: 1 },
    { recipient: 'Oldest Traders', received: '0.00', paid: '1.00', count: 1 },
  ])
  expect(await recipients(incharge.client, '?from=2027-01-01')).toEqual([])
})

it('tells a supervisor whom transfers came from, and drops what was deleted', async () => {
  expect(await recipients(supervisor.client)).toEqual([
    { recipient: 'Ravi Kumar', received: '250.00', paid: '0.00', count: 1 },
  ])
  const { id } = await recordExpenseOf(incharge, { recipient: 'A Mistake', amount: '9' })
  expect((await recipients(incharge.client))[0]?.recipient).toBe('A Mistake')
  expect((await incharge.client.call('DELETE', `/api/site/transactions/${id}`)).status).toBe(200)
  expect((await recipients(incharge.client))[0]?.recipient).toBe('Sita Devi')
})
