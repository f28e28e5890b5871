import { dayOf, daysBefore } from '@ledger/contracts/dates.ts'
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

/** api.md, GET /api/site/days: the days of the own account that have entries, each with the balance at its end. */

let api: TestService
let office: TestClient
let incharge: FieldUser
let supervisor: FieldUser
const today = dayOf(new Date().toISOString())
beforeAll(async () => {
  api = await startTestService()
  office = await signInAdmin(api.origin)
  incharge = await hireFieldUser(office, 'site_incharge')
  supervisor = await hireFieldUser(office, 'supervisor')
  await sendMoneyTo(office, incharge, '5000', { date: '2026-03-02', paymentMode: 'cash' })
  await recordExpenseOf(incharge, { amount: '400.50', date: '2026-04-01' })
  await recordExpenseOf(incharge, { amount: '99.50', date: '2026-04-01' })
  await transferMoney(incharge, supervisor, '1000', { date: '2026-04-01', paymentMode: 'upi' })
  const gone = await recordExpenseOf(incharge, { amount: '77', date: '2026-04-03' })
  expect((await incharge.client.delete(`/api/site/transactions/${gone.id}`)).status).toBe(200)
  await recordExpenseOf(incharge, { amount: '4000', date: '2026-04-04' })
  await recordExpenseOf(supervisor, { amount: '12', date: daysBefore(today, 6) })
  await recordExpenseOf(supervisor, { amount: '3', date: daysBefore(today, 7) })
})
afterAll(() => api.close())

const daysOf = async ({ client }: FieldUser, query = '') =>
  expectBody(await client.get(`/api/site/days${query}`), 200, ROUTES.siteDays.answer)

it('has the days of a period that have entries, the newest first, on top of what was before', async () => {
  expect(await daysOf(incharge, '?from=2026-04-01&to=2026-04-04')).toEqual([
    {
      date: '2026-04-04',
      received: '0.00',
      spent: '4000.00',
      expenses: 1,
      spentOnExpenses: '4000.00',
      closing: '-500.00',
    },
    {
      date: '2026-04-01',
      received: '0.00',
      spent: '1500.00',
      expenses: 2,
      spentOnExpenses: '500.00',
      closing: '3500.00',
    },
  ])
})

it('is a ledger that counts transfers, given and received, in its sums and in its numbers of rows', async () => {
  const ledgerOf = async ({ client }: FieldUser) =>
    expectBody(await client.get('/api/site/ledger?from=2026-04-01&to=2026-04-04'), 200, ROUTES.siteLedger.answer)
  expect(await ledgerOf(incharge)).toMatchObject({ received: '0.00', credits: 0, spent: '5500.00', debits: 4 })
  expect(await ledgerOf(supervisor)).toMatchObject({ received: '1000.00', credits: 1, spent: '0.00', debits: 0 })
})

it('counts a received transfer as money received, at the receiver alone', async () => {
  expect(await daysOf(supervisor, '?from=2026-04-01&to=2026-04-01')).toEqual([
    {
      date: '2026-04-01',
      received: '1000.00',
      spent: '0.00',
      expenses: 0,
      spentOnExpenses: '0.00',
      closing: '1000.00',
    },
  ])
})

it('has the last seven days where none are named', async () => {
  expect(await daysOf(supervisor)).toEqual([
    {
      date: daysBefore(today, 6),
      received: '0.00',
      spent: '12.00',
      expenses: 1,
      spentOnExpenses: '12.00',
      closing: '985.00',
    },
  ])
})

it('refuses more than 366 days, also up to today, and takes as many', async () => {
  const { client } = incharge
  expect((await client.get('/api/site/days?from=2025-04-01&to=2026-04-02')).status).toBe(400)
  expect((await client.get('/api/site/days?from=2020-01-01')).status).toBe(400)
  expect(await daysOf(incharge, '?from=2025-04-01&to=2026-04-01')).toHaveLength(2)
})
