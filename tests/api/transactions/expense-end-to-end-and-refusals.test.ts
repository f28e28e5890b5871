import { DATE_IN_FUTURE_MESSAGE } from '@ledger/contracts/dates.ts'
import type { LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectBody, type HttpReply, type TestClient } from '../../environment/network/http-client.ts'
import {
  type FieldUser,
  hireFieldUser,
  recordExpenseOf,
  sampleExpenseBody,
  sendMoneyTo,
  signInAdmin,
  signInFieldUser,
} from '../../environment/service/people-and-money.ts'
import { eventsAfter, logEnd } from '../../environment/service/read-events.ts'
import { startTestService, type TestService } from '../../environment/service/test-service.ts'

/** One expense and the steps before it, as a client sees them. */

let api: TestService
let office: TestClient
let worker: FieldUser
beforeAll(async () => {
  api = await startTestService()
  office = await signInAdmin(api.origin)
  worker = await hireFieldUser(office, 'site_incharge', { name: 'Asha Devi Rao', siteName: 'Pune Bypass' })
})
afterAll(() => api.close())

const UUID = /^[0-9a-f-]{36}$/
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

test('an admin opens an account: it is history without the number, and active with nothing in it', async () => {
  const before = await logEnd(api)
  const body = { firstName: 'Bala', mobile: '9812345610', password: 'Secret-12', siteName: 'Salem', email: 'b@x.in' }
  const reply = await office.post('/api/admin/users', body)
  expect(reply.status).toBe(201)
  expect(reply.json).toEqual({
    id: 'site_9812345610',
    role: 'site_incharge',
    firstName: 'Bala',
    lastName: '',
    email: 'b@x.in',
    mobile: '9812345610',
    siteName: 'Salem',
    status: 'active',
    siteBalance: { currentBalance: '0.00', totalReceived: '0.00', totalSpent: '0.00' },
  })
  const events = await eventsAfter(api, before)
  expect(events.map(({ type }) => type)).toEqual(['AccountOpened', 'PasswordSet'])
  expect(events[0]?.data).toMatchObject({ profile: { firstName: 'Bala', site: 'Salem', mobile: '98xxxxxx10' } })
  expect(events[0]?.actor).toMatchObject({ role: 'admin' })
  expect(JSON.stringify(events)).not.toMatch(/9812345610|b@x\.in|Secret-12/)
  const sites = expectBody(await office.get('/api/admin/sites'), 200, ROUTES.adminSites.answer)
  expect(sites).toContainEqual({ ...Object(reply.json), alertLevel: null })
})

test('a second account with the number is refused, and nothing is appended', async () => {
  const before = await logEnd(api)
  const body = { name: 'Other', mobile: worker.mobile, password: 'Secret-12' }
  expectError(await office.post('/api/admin/users', body), 409, 'mobile_in_use', 'This mobile number is already in use')
  expect(await logEnd(api)).toBe(before)
})

test('the incharge signs in, and sees who and what it is', async () => {
  const client = api.client()
  const reply = await client.post('/api/site/login', { mobile: worker.mobile, password: 'Site-Pass-1' })
  const { id, mobile } = worker
  expect(reply.json).toEqual({
    user: { id, name: 'Asha Devi Rao', siteName: 'Pune Bypass', mobile, role: 'site_incharge' },
  })
  const who = await client.get('/api/site/auth')
  // A header identifies the account for the phone, whatever its number.
  expect(reply.headers['ledger-account']).toMatch(UUID)
  expect(who.headers['ledger-account']).toBe(reply.headers['ledger-account'])
  expect(who.json).toMatchObject({ id, firstName: 'Asha', lastName: 'Devi Rao', status: 'active' })
  expect(who.text).not.toContain('assword')
})

test('money sent and an expense are answered whole, listed as answered, and counted', async () => {
  const before = await logEnd(api)
  const credit = await sendMoneyTo(office, worker, '2000')
  expect(credit).toMatchObject({ type: 'credit', amount: '2000.00', recipient: 'Asha Devi Rao', userId: worker.id })
  expect(credit.paymentMode).toBe('bank_transfer')
  const reply = await worker.client.post('/api/site/transactions', { ...sampleExpenseBody, amount: 2250.5 })
  const { balance, ...row } = expectBody(reply, 201, ROUTES.recordExpense.answer)
  expect(row).toEqual({
    id: expect.stringMatching(UUID),
    type: 'debit',
    amount: '2250.50',
    recipient: 'Sharma Traders',
    purpose: 'Cement',
    paymentMode: 'cash',
    narration: 'Ten bags',
    reference: null,
    userId: worker.id,
    revision: 1,
    isTransfer: false,
    transferFrom: null,
    transferTo: null,
    date: expect.stringMatching(INSTANT),
    recordedAt: expect.stringMatching(INSTANT),
    recordedBy: { id: worker.id, name: 'Asha Devi Rao', role: 'site_incharge' },
    voucher: null,
    acknowledgedAt: null,
    siteId: worker.id,
    siteName: 'Pune Bypass',
    bills: [],
  })
  // A deficit is shown, not refused (§1).
  expect(balance).toEqual({ currentBalance: '-250.50', totalReceived: '2000.00', totalSpent: '2250.50' })
  expect((await worker.client.get('/api/site/balance')).json).toEqual(balance)
  const { balance: _, ...sent } = credit
  // The number follows from the log, so only the list has it.
  expect((await worker.client.get('/api/site/transactions')).json).toEqual([
    { ...row, voucher: expect.stringMatching(/^P.*\/000001$/) },
    { ...sent, voucher: expect.stringMatching(/^R.*\/000001$/) },
  ])
  expect((await worker.client.get('/api/site/beneficiaries')).json).toEqual([
    { id: 'b:sharma traders', name: 'Sharma Traders' },
  ])
  const events = await eventsAfter(api, before)
  expect(events.map(({ type }) => type)).toEqual(['CreditRecorded', 'DebitRecorded'])
  expect(events[1]).toMatchObject({ meta: { requestId: reply.headers['x-request-id'], ip: '127.0.0.1' } })
})

test('two spellings are one beneficiary, the first stays, and the list begins with the last paid', async () => {
  await recordExpenseOf(worker, { recipient: 'Gupta Steel' })
  await recordExpenseOf(worker, { recipient: '  SHARMA   traders ' })
  expect((await worker.client.get('/api/site/beneficiaries')).json).toEqual([
    { id: 'b:sharma traders', name: 'Sharma Traders' },
    { id: 'b:gupta steel', name: 'Gupta Steel' },
  ])
})

test('a field user who says credit mints no money', async () => {
  const before = await logEnd(api)
  for (const type of ['credit', 'transfer', '', undefined])
    expectError(await worker.client.post('/api/site/transactions', { ...sampleExpenseBody, type }), 403, 'only_debits')
  expect(await logEnd(api)).toBe(before)
})

test('a date may lie back, and is kept beside when it was recorded', async () => {
  const past = await recordExpenseOf(worker, { date: '2026-01-15' })
  expect(past.date).toBe('2026-01-15T06:30:00.000Z')
  expect(Date.parse(past.recordedAt)).toBeGreaterThan(Date.parse(past.date))
  const reply = await worker.client.post('/api/site/transactions', { ...sampleExpenseBody, date: '2026-02-30' })
  expectError(reply, 400, 'invalid_request', 'Please enter a valid date')
  expect(reply.json).toMatchObject({ issues: [{ path: 'date', message: 'Please enter a valid date' }] })
  const ahead = new Date(Date.now() + 3 * 86_400_000).toISOString()
  for (const date of [ahead, ahead.slice(0, 10)])
    expectError(
      await worker.client.post('/api/site/transactions', { ...sampleExpenseBody, date }),
      400,
      'invalid_request',
      DATE_IN_FUTURE_MESSAGE,
    )
})

test('wrong passwords and unknown numbers answer alike, and are history', async () => {
  const before = await logEnd(api)
  const wrong = { mobile: worker.mobile, password: 'wrong' }
  const unknown = { mobile: '9000000000', password: 'wrong' }
  const texts = []
  for (const body of [wrong, unknown]) {
    const reply = await api.client().post('/api/site/login', body)
    expectError(reply, 401, 'wrong_mobile_or_password', 'Invalid mobile number or password')
    texts.push(reply.text)
  }
  expect(texts[0]).toBe(texts[1])
  const office = await api.client().post('/api/admin/login', { email: 'nobody@x', password: 'wrong' })
  expectError(office, 401, 'wrong_email_or_password', 'Invalid email or password')
  const events: LedgerEvent[] = await eventsAfter(api, before)
  expect(events.map(({ type }) => type)).toEqual(['SignInRefused', 'SignInRefused', 'SignInRefused'])
  // An existing number and an unknown one cannot be distinguished, in the log either.
  const refused = { account: null, reason: 'wrong_name_or_password' }
  const names = [`${worker.mobile.slice(0, 2)}xxxxxx${worker.mobile.slice(-2)}`, '90xxxxxx00', expect.any(String)]
  expect(events.map(({ data }) => data)).toEqual(names.map((name) => ({ ...refused, name })))
})

test('who is not signed in is 401, and who may not, 403; neither appends', async () => {
  const before = await logEnd(api)
  for (const path of ['/api/site/auth', '/api/site/balance', '/api/site/transactions', '/api/admin/sites'])
    expectError(await api.client().get(path), 401, 'unauthorized', 'Unauthorized')
  expectError(await api.client().post('/api/site/transactions', sampleExpenseBody), 401, 'unauthorized')
  expectError(await worker.client.get('/api/admin/sites'), 403, 'forbidden')
  expectError(await worker.client.post('/api/admin/send-money', {}), 403, 'forbidden')
  expectError(await office.get('/api/site/balance'), 403, 'forbidden')
  expectError(await office.post('/api/site/transactions', sampleExpenseBody), 403, 'forbidden')
  expect(await logEnd(api)).toBe(before)
})

test('what is not there is 404 with the error body, whatever the method', async () => {
  for (const reply of [await office.get('/api/nothing'), await office.delete('/api/site/balance')])
    expectError(reply, 404, 'not_found')
})

test('an error body holds a sentence and a code, and nothing of the inside', async () => {
  const other = await signInFieldUser(api.origin, worker.mobile)
  const reply = await other.post('/api/site/transactions', { ...sampleExpenseBody, amount: '', purpose: '' })
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(reply.json).toEqual({
    status: 400,
    code: 'invalid_request',
    title: 'Error',
    message: 'Amount is required',
    issues: [
      { path: 'amount', message: 'Amount is required' },
      { path: 'purpose', message: 'Purpose is required' },
    ],
  })
})

function expectError(reply: HttpReply, status: number, code: string, message?: string): void {
  expect(reply.status, reply.text).toBe(status)
  expect(reply.json).toMatchObject({ status, code, title: expect.any(String), ...(message ? { message } : {}) })
}
