import { randomBytes } from 'node:crypto'
import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { timestampedKey } from '@ledger/contracts/http/timestamped-idempotency-keys.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectBody, type TestClient } from '../../environment/network/http-client.ts'
import {
  type FieldUser,
  hireFieldUser,
  nextUnusedMobile,
  recordExpenseOf,
  sampleExpenseBody,
  sendMoneyTo,
  signInAdmin,
} from '../../environment/service/people-and-money.ts'
import { eventsAfter, logEnd } from '../../environment/service/read-events.ts'
import { startTestService, type TestService } from '../../environment/service/test-service.ts'

let api: TestService
let other: TestService
let office: TestClient
let worker: FieldUser
beforeAll(async () => {
  api = await startTestService()
  other = await startTestService({ sharesDatabaseWith: api })
  office = await signInAdmin(api.origin)
  worker = await hireFieldUser(office, 'site_incharge')
})
afterAll(async () => {
  await other.close()
  await api.close()
})

const key = (value: string) => ({ 'idempotency-key': value })
const EXPENSES = '/api/site/transactions'

test('the same key answers byte for byte, and books once, fifty at once in two processes', async () => {
  const before = await logEnd(api)
  const clients = [worker.client, worker.client.withSameCookies(other.origin)]
  const replies = await Promise.all(
    Array.from({ length: 50 }).map((_, n) => clients[n % 2]?.post(EXPENSES, sampleExpenseBody, key('fifty-at-once'))),
  )
  expect(new Set(replies.map((reply) => reply?.status))).toEqual(new Set([201]))
  expect(new Set(replies.map((reply) => reply?.text)).size).toBe(1)
  expect(await eventsAfter(api, before)).toHaveLength(1)
})

test('it answers the first answer, even when the balance in it is long past', async () => {
  const first = await worker.client.post(EXPENSES, sampleExpenseBody, key('first-answer'))
  await sendMoneyTo(office, worker, '5000')
  await recordExpenseOf(worker)
  const again = await worker.client.post(EXPENSES, sampleExpenseBody, key('first-answer'))
  expect({ status: again.status, text: again.text }).toEqual({ status: first.status, text: first.text })
  expect(again.headers['content-type']).toBe(first.headers['content-type'])
})

test('the same meaning in other words is the same body; another meaning is refused', async () => {
  await worker.client.post(EXPENSES, { ...sampleExpenseBody, amount: '7.50' }, key('same-or-other'))
  const before = await logEnd(api)
  const reversed = Object.fromEntries(Object.entries({ ...sampleExpenseBody, amount: 7.5 }).reverse())
  expect((await worker.client.post(EXPENSES, reversed, key('same-or-other'))).status).toBe(201)
  const refused = await worker.client.post(EXPENSES, { ...sampleExpenseBody, amount: '7.51' }, key('same-or-other'))
  expect(refused.json).toMatchObject({ status: 422, code: 'key_reused' })
  expect(await logEnd(api)).toBe(before)
})

test("a key is the account's own: another's is another", async () => {
  const neighbour = await hireFieldUser(office, 'site_incharge')
  const replies = []
  for (const { client } of [worker, neighbour])
    replies.push(await client.post(EXPENSES, sampleExpenseBody, key('shared-key')))
  const ids = replies.map((reply) => expectBody(reply, 201, ROUTES.recordExpense.answer).id)
  expect(new Set(ids).size).toBe(2)
})

test('a key for one call is no key for another', async () => {
  const money = { siteInchargeId: worker.id, amount: '5', narration: 'n' }
  expect((await office.post('/api/admin/send-money', money, key('one-call-only'))).status).toBe(201)
  const user = { name: 'N', mobile: nextUnusedMobile(), password: 'Secret-12' }
  expect((await office.post('/api/admin/users', user, key('one-call-only'))).json).toMatchObject({ code: 'key_reused' })
})

test('opening an account with one key opens one, and a refusal is kept as well', async () => {
  const user = { name: 'N', mobile: nextUnusedMobile(), password: 'Secret-12' }
  const replies = await Promise.all([1, 2, 3].map(() => office.post('/api/admin/users', user, key('open-account'))))
  expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  expect(replies[0]?.status).toBe(201)
  const taken = [1, 2].map(() => office.post('/api/admin/users', { ...user, name: 'M' }, key('taken-number')))
  expect((await Promise.all(taken)).map(({ status }) => status)).toEqual([409, 409])
})

test.each([['seven77'], ['x'.repeat(129)], ['with space'], ['ключ-ключ']])('%j is no key', async (value) => {
  const before = await logEnd(api)
  const bytes = Buffer.from(value).toString('latin1')
  const reply = await worker.client.post(EXPENSES, sampleExpenseBody, key(bytes))
  expect(reply.json).toMatchObject({ status: 400, code: 'invalid_request', issues: [{ path: 'Idempotency-Key' }] })
  expect(await logEnd(api)).toBe(before)
})

test("the app's keys stand in the index as they were made, and answer again as all others do", async () => {
  const keys = [1, 2, 3].map((second) => timestampedKey(Date.now() + 1000 * second, randomBytes(16)))
  for (const each of keys) {
    const [first, again] = [
      await worker.client.post(EXPENSES, sampleExpenseBody, key(each)),
      await worker.client.post(EXPENSES, sampleExpenseBody, key(each)),
    ]
    expect([first.status, again.status, again.text]).toEqual([201, 201, first.text])
  }
  const { rows } = await api.sql.query(
    'SELECT array_agg(answered_at ORDER BY key_digest) = array_agg(answered_at ORDER BY answered_at) AS "inOrder" FROM (SELECT * FROM answers ORDER BY answered_at DESC LIMIT 3) AS last',
  )
  expect(rows).toEqual([{ inOrder: true }])
})
