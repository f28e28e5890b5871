import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HttpReply, TestClient } from '../environment/network/http-client.ts'
import {
  hireFieldUser,
  recordExpenseOf,
  sendMoneyTo,
  signInAdmin,
  TEST_PASSWORD,
} from '../environment/service/people-and-money.ts'
import { eventsAfter, logEnd } from '../environment/service/read-events.ts'
import { startTestService, type TestService } from '../environment/service/test-service.ts'
import { FORMS_OF_SECTION_5, type FormObjectIds, type FormRule, type ValidatedForm } from './form-rules-table.ts'

/** Every rule of §5 broken by a direct call: the answer has its sentence, word for word, and nothing is recorded. */

let api: TestService
let clients: Record<ValidatedForm['as'], TestClient>
let ids: FormObjectIds
beforeAll(async () => {
  api = await startTestService()
  const office = await signInAdmin(api.origin)
  const incharge = await hireFieldUser(office, 'site_incharge')
  const supervisor = await hireFieldUser(office, 'supervisor')
  const credit = await sendMoneyTo(office, incharge, '2000.00')
  const expense = await recordExpenseOf(incharge, { amount: '1000.00' })
  clients = { admin: office, incharge: incharge.client, nobody: api.client() }
  ids = { incharge: incharge.id, supervisor: supervisor.id, credit: credit.id, expense: expense.id }
})
afterAll(() => api.close())

function send({ as, method, path, valid }: ValidatedForm, ...changes: Record<string, unknown>[]): Promise<HttpReply> {
  return clients[as].call(method, path(ids), Object.assign(valid(ids), ...changes))
}

function isRefusal(reply: HttpReply, { message, title = 'Error', status = 400 }: FormRule, broken: unknown): void {
  expect(reply.json, JSON.stringify(broken)).toMatchObject({ status, title, message })
  expect(reply.status).toBe(status)
}

describe.each(FORMS_OF_SECTION_5)('$name', (form) => {
  it('says which rule is broken', async () => {
    const before = await logEnd(api)
    for (const rule of form.rules(ids)) {
      for (const broken of rule.brokenBodies) isRefusal(await send(form, broken), rule, broken)
    }
    expect(await eventsAfter(api, before)).toEqual([])
  })

  it('names the first of two that are broken, in the order of §5', async () => {
    const before = await logEnd(api)
    const rules = form.rules(ids)
    let pairs = 0
    for (const [index, first] of rules.entries()) {
      for (const second of rules.slice(index + 1)) {
        for (const [one, other] of first.brokenBodies.flatMap((one) =>
          second.brokenBodies.map((other) => [one, other] as const),
        )) {
          if (Object.keys(other).some((field) => field in one)) continue
          pairs++
          // Every pair of rules, not every pair of ways to break them, which are many and alike.
          if (pairs % 7 === 1) isRefusal(await send(form, other, one), first, { ...other, ...one })
        }
      }
    }
    if (rules.length > 1) expect(pairs).toBeGreaterThan(0)
    expect(await eventsAfter(api, before)).toEqual([])
  })

  it('takes no field that it does not know, and no body that is none', async () => {
    const before = await logEnd(api)
    const extra = { id: 'x', userId2: 'x', isTransfer: true, transferFrom: 'x', role: 'admin', balance: 1, epoch: 0 }
    const known = form.valid(ids)
    for (const [field, value] of Object.entries(extra)) {
      if (field in known) continue
      expect(await send(form, { [field]: value }), field).toMatchObject({
        status: 400,
        json: { code: 'invalid_request' },
      })
    }
    for (const body of ['null', '[]', '7', '"text"', 'true', '', '{', '{"a":1,}', 'undefined', '[{}]', '\ufeff{}x']) {
      const reply = await clients[form.as].call(form.method, form.path(ids), body)
      expect(reply.status, `${body}: ${reply.text}`).toBe(400)
    }
    const right = JSON.stringify(form.valid(ids))
    const reply = await clients[form.as].call(form.method, form.path(ids), right, {
      headers: { 'content-type': 'text/plain' },
    })
    expect(reply.status).toBe(415)
    expect(await eventsAfter(api, before)).toEqual([])
  })
})

it('takes the right form of each call, so that the refusals above are for what was broken', async () => {
  for (const form of FORMS_OF_SECTION_5) {
    const reply = await send(form)
    expect(reply.status, `${form.name}: ${reply.text}`).toBe(form.answer)
  }
})

it('lists every broken rule with its field, the message being the first', async () => {
  const reply = await clients.incharge.post('/api/site/transactions', { type: 'debit', paymentMode: 'card' })
  expect(reply.json).toEqual({
    status: 400,
    code: 'invalid_request',
    title: 'Error',
    message: 'Amount is required',
    issues: [
      { path: 'amount', message: 'Amount is required' },
      { path: 'recipient', message: 'Recipient is required' },
      { path: 'purpose', message: 'Purpose is required' },
      { path: 'paymentMode', message: 'Payment mode is required' },
      { path: 'narration', message: 'Narration is required' },
    ],
  })
})

it('keeps the password, the site and the number that an edit leaves empty', async () => {
  const office = clients.admin
  const worker = await hireFieldUser(office, 'site_incharge', { siteName: 'Canal Bridge', email: 'ravi@example.in' })
  const kept = { ...{ mobile: worker.mobile, siteName: 'Canal Bridge', email: 'ravi@example.in' } }
  for (const body of [{ name: 'Ravi' }, { name: 'Ravi', password: '', mobile: '' }, { name: 'Ravi', password: null }]) {
    expect((await office.put(`/api/admin/users/${worker.id}`, body)).json).toMatchObject(kept)
  }
  // An unchanged password ends no session.
  expect((await worker.client.get('/api/site/auth')).status).toBe(200)
  const leader = await hireFieldUser(office, 'supervisor')
  for (const body of [{ name: 'Sunil' }, { name: 'Sunil', password: '', mobile: '' }]) {
    const edited = await office.put(`/api/admin/supervisors/${leader.id}`, body)
    // A supervisor may be without an e-mail address.
    expect(edited.json).toMatchObject({ mobile: leader.mobile, email: null })
  }
  expect((await leader.client.get('/api/site/auth')).status).toBe(200)
  const again = await api.client().post('/api/site/login', { mobile: leader.mobile, password: TEST_PASSWORD })
  expect(again.status).toBe(200)
  const cleared = await office.put(`/api/admin/users/${worker.id}`, { name: 'Ravi', siteName: '', email: '' })
  expect(cleared.json).toMatchObject({ siteName: null, email: null })
  const withAddress = await office.put(`/api/admin/users/${worker.id}`, { name: 'Ravi', email: 'new@example.in' })
  expect(withAddress.json).toMatchObject({ siteName: null, email: 'new@example.in' })
  const before = await logEnd(api)
  const without = await office.put(`/api/admin/users/${worker.id}`, { name: 'Ravi', email: '' })
  expect(without.json).toMatchObject({ email: null })
  expect((await eventsAfter(api, before)).map(({ type }) => type)).toEqual(['AccountEdited'])
})

it('takes a name in one field or in two', async () => {
  const office = clients.admin
  const split = await hireFieldUser(office, 'site_incharge', { name: '  Ravi   Kumar  Singh ' })
  expect((await split.client.get('/api/site/auth')).json).toMatchObject({ firstName: 'Ravi', lastName: 'Kumar Singh' })
  const given = { name: undefined, firstName: 'Anna Maria', lastName: 'Lobo' }
  expect((await (await hireFieldUser(office, 'supervisor', given)).client.get('/api/site/auth')).json).toMatchObject({
    firstName: 'Anna Maria',
    lastName: 'Lobo',
  })
  // §7: a site incharge is created with a first name only.
  const one = await hireFieldUser(office, 'site_incharge', { name: undefined, firstName: 'Madhu' })
  expect((await one.client.get('/api/site/auth')).json).toMatchObject({ firstName: 'Madhu', lastName: '' })
})
