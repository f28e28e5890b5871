import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectBody, type TestClient } from '../environment/network/http-client.ts'
import {
  hireFieldUser,
  nextUnusedMobile,
  sampleExpenseBody,
  sendMoneyTo,
  signInAdmin,
  TEST_PASSWORD,
} from '../environment/service/people-and-money.ts'
import { eventsAfter, logEnd } from '../environment/service/read-events.ts'
import { startTestService, type TestService } from '../environment/service/test-service.ts'

/** Many at once: where only one can succeed, one does, at whichever of two API processes they ask. */

let api: TestService
let second: TestService
let office: TestClient
beforeAll(async () => {
  api = await startTestService()
  second = await startTestService({ sharesDatabaseWith: api })
  office = await signInAdmin(api.origin)
})
afterAll(async () => {
  await second.close()
  await api.close()
})

const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))
const countOf = (replies: { status: number }[], status: number) =>
  replies.filter((reply) => reply.status === status).length

describe('forty transfers at once, each of more than half the balance', () => {
  it.each([1, 2, 3, 4, 5])('round %i: one wins, the others are told why', async () => {
    const incharge = await hireFieldUser(office, 'site_incharge')
    const supervisors = await Promise.all([hireFieldUser(office, 'supervisor'), hireFieldUser(office, 'supervisor')])
    await sendMoneyTo(office, incharge, '100.00')
    const clients = [incharge.client, incharge.client.withSameCookies(second.origin)]
    const before = await logEnd(api)
    const replies = await times(40, async (index) => {
      const toUserId = supervisors[index % 2]?.id
      const body = { toUserId, amount: '60.00', paymentMode: 'cash', narration: `Try ${index}` }
      return (clients[index % 3 === 0 ? 1 : 0] ?? incharge.client).post('/api/site/transfer', body)
    })
    expect(countOf(replies, 201)).toBe(1)
    expect(countOf(replies, 422)).toBe(39)
    for (const reply of replies.filter(({ status }) => status === 422)) {
      expect(reply.json).toMatchObject({
        title: 'Insufficient Balance',
        message: 'Transfer amount exceeds available balance',
      })
    }
    expect((await eventsAfter(api, before)).map((event) => event.type)).toEqual(['TransferRecorded'])
    expect((await incharge.client.get('/api/site/balance')).json).toMatchObject({ currentBalance: '40.00' })
  })
})

it('of accounts with one number that are created at once, one is there', async () => {
  const mobile = nextUnusedMobile()
  const replies = await times(8, (index) => {
    const client = index % 2 === 0 ? office : office.withSameCookies(second.origin)
    const path = index < 4 ? '/api/admin/users' : '/api/admin/supervisors'
    return client.post(path, { name: `Twin ${index}`, mobile, password: TEST_PASSWORD })
  })
  expect(countOf(replies, 201)).toBe(1)
  for (const reply of replies.filter(({ status }) => status !== 201)) {
    expect(reply).toMatchObject({ status: 409, json: { code: 'mobile_in_use' } })
  }
})

it('of edits that saw the same revision, one is made', async () => {
  const worker = await hireFieldUser(office, 'site_incharge')
  const reply = await worker.client.post('/api/site/transactions', sampleExpenseBody)
  const { id } = expectBody(reply, 201, ROUTES.recordExpense.answer)
  const replies = await times(20, (index) => {
    const client = index % 2 === 0 ? worker.client : worker.client.withSameCookies(second.origin)
    const headers = { 'if-match': '"1"' }
    if (index === 7) return client.delete(`/api/site/transactions/${id}`, headers)
    return client.put(`/api/site/transactions/${id}`, { ...sampleExpenseBody, amount: 200 + index }, headers)
  })
  expect(countOf(replies, 200)).toBe(1)
  expect(countOf(replies, 412) + countOf(replies, 409)).toBe(19)
})

it('of deletions at once, one is made', async () => {
  const worker = await hireFieldUser(office, 'site_incharge')
  const reply = await worker.client.post('/api/site/transactions', sampleExpenseBody)
  const { id } = expectBody(reply, 201, ROUTES.recordExpense.answer)
  const replies = await times(20, () => worker.client.delete(`/api/site/transactions/${id}`))
  expect(countOf(replies, 200)).toBe(1)
  expect(countOf(replies, 409)).toBe(19)
  expect((await worker.client.get('/api/site/balance')).json).toMatchObject({ totalSpent: '0.00' })
})
