import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
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
import { eventsAfter, logEnd } from '../environment/service/read-events.ts'
import { startTestService, type TestService } from '../environment/service/test-service.ts'
import { balanceBody, postingsAfter, shownBalanceOf } from './postings-and-balance.ts'

/** Money that moves, is changed and is taken back: who may do it, and what it posts. */

let api: TestService
let office: TestClient
let incharge: FieldUser
let supervisor: FieldUser
beforeAll(async () => {
  api = await startTestService()
  office = await signInAdmin(api.origin)
})
afterAll(() => api.close())
beforeEach(async () => {
  incharge = await hireFieldUser(office, 'site_incharge')
  supervisor = await hireFieldUser(office, 'supervisor')
  await sendMoneyTo(office, incharge, '1000.00')
})

describe('a field user', () => {
  it.each([undefined, 'credit', 'CREDIT', 'Debit', ''])('cannot make money with type %j', async (type) => {
    const before = await logEnd(api)
    for (const { client } of [incharge, supervisor]) {
      const reply = await client.post('/api/site/transactions', { ...sampleExpenseBody, type })
      expect(reply.status, reply.text).toBe(403)
    }
    expect(await logEnd(api)).toBe(before)
  })

  it('cannot make money with what else an expense could say', async () => {
    for (const extra of [
      { isTransfer: true },
      { transferFrom: 'x' },
      { userId: supervisor.id },
      { toUserId: supervisor.id },
    ]) {
      expect((await incharge.client.post('/api/site/transactions', { ...sampleExpenseBody, ...extra })).status).toBe(
        400,
      )
    }
    expect(await shownBalanceOf(incharge)).toEqual(balanceBody('1000.00', '1000.00', '0.00'))
  })

  it('cannot change or delete a credit, nor turn an expense into one', async () => {
    const credit = await sendMoneyTo(office, incharge, '5.00')
    const expense = await recordExpenseOf(incharge)
    const before = await logEnd(api)
    const at = (id: string) => `/api/site/transactions/${id}`
    expect((await incharge.client.put(at(credit.id), sampleExpenseBody)).status).toBe(403)
    expect((await incharge.client.delete(at(credit.id))).status).toBe(403)
    expect((await incharge.client.put(at(expense.id), { ...sampleExpenseBody, type: 'credit' })).status).toBe(403)
    expect(await logEnd(api)).toBe(before)
  })
})

describe('an edit', () => {
  it('posts the difference and keeps who recorded it, and when', async () => {
    const first = await recordExpenseOf(incharge, { amount: '100.00' })
    const before = await logEnd(api)
    const put = (change: object) =>
      incharge.client.put(`/api/site/transactions/${first.id}`, { ...sampleExpenseBody, ...change })
    const less = expectBody(await put({ amount: '70.50' }), 200, ROUTES.editExpense.answer)
    expect(less).toMatchObject({
      id: first.id,
      amount: '70.50',
      revision: 2,
      date: first.date,
      recordedAt: first.recordedAt,
    })
    expect(less.balance).toEqual(balanceBody('929.50', '1000.00', '70.50'))
    await put({ amount: '80.50', recipient: 'Gupta Steel' })
    await put({ amount: '80.50', recipient: 'gupta  steel', narration: 'Only a word' })
    expect(await postingsAfter(api, before, { incharge, supervisor })).toEqual([
      ['TransactionEdited', 'incharge spent -2950', 'b:sharma traders received -2950'],
      ['TransactionEdited', 'incharge spent 1000', 'b:sharma traders received -7050', 'b:gupta steel received 8050'],
      ['TransactionEdited'],
    ])
    expect(await shownBalanceOf(incharge)).toEqual(balanceBody('919.50', '1000.00', '80.50'))
  })

  it('that changes nothing records nothing', async () => {
    const { id } = await recordExpenseOf(incharge)
    const before = await logEnd(api)
    const reply = await incharge.client.put(`/api/site/transactions/${id}`, sampleExpenseBody)
    expect(expectBody(reply, 200, ROUTES.editExpense.answer)).toMatchObject({ revision: 1 })
    expect(await logEnd(api)).toBe(before)
  })
})

it('a deletion posts the reverse, once', async () => {
  const { id } = await recordExpenseOf(incharge, { amount: '100.00' })
  const before = await logEnd(api)
  const remove = () => incharge.client.delete(`/api/site/transactions/${id}`)
  expect(expectBody(await remove(), 200, ROUTES.deleteExpense.answer).balance).toEqual(
    balanceBody('1000.00', '1000.00', '0.00'),
  )
  expect(await postingsAfter(api, before, { incharge, supervisor })).toEqual([
    ['TransactionDeleted', 'incharge spent -10000', 'b:sharma traders received -10000'],
  ])
  expect(await remove()).toMatchObject({ status: 409, json: { code: 'already_deleted' } })
  expect((await incharge.client.put(`/api/site/transactions/${id}`, sampleExpenseBody)).status).toBe(409)
  expect((await incharge.client.get('/api/site/transactions')).text).not.toContain(id)
})

describe('a reason of head office for an edit or a deletion', () => {
  const { type: _, ...fields } = sampleExpenseBody
  const [why, whyGone] = ['Sent less', 'Sent twice']
  const at = (id: string) => `/api/admin/transactions/${id}`
  const put = (id: string, change: object) => office.put(at(id), { ...fields, ...change })
  const remove = (id: string, body?: object) => office.call('DELETE', at(id), body)
  const reasonsOf = async (id: string) =>
    expectBody(
      await office.get(`/api/audit/transactions/${id}/history`),
      200,
      ROUTES.auditHistory.answer,
    ).revisions.map(({ reason }) => reason)

  it.each(['credit', 'transfer'])('of a %s is in event, history and edit log, and in no answer', async (kind) => {
    const id =
      kind === 'credit'
        ? (await sendMoneyTo(office, incharge, '60')).id
        : `${(await transferMoney(incharge, supervisor, '60')).id}-in`
    const before = await logEnd(api)
    const replies = [await put(id, { amount: '50', reason: ` ${why} ` }), await put(id, { amount: '40' })]
    replies.push(await remove(id, { reason: whyGone }))
    for (const { status, text } of replies) {
      expect(status, text).toBe(200)
      expect(text).not.toContain('reason')
    }
    const events = await eventsAfter(api, before)
    expect(events.map(({ data }) => ('reason' in data ? data.reason : undefined))).toEqual([why, null, whyGone])
    expect(await reasonsOf(id)).toEqual([null, why, null, whyGone])
    const log = expectBody(await office.get(`/api/audit/edit-log?after=${before}`), 200, ROUTES.auditEditLog.answer)
    const told = log.rows.map(({ fields }) => fields.find(({ field }) => field === 'reason')?.after)
    expect(told.sort()).toEqual([why, whyGone, undefined].sort())
    expect((await incharge.client.get('/api/site/transactions')).text).not.toContain(why)
  })

  it('is not required, and a deletion needs no body', async () => {
    for (const body of [undefined, {}]) {
      const { id } = await sendMoneyTo(office, incharge, '60')
      expect((await remove(id, body)).status).toBe(200)
      expect(await reasonsOf(id)).toEqual([null, null])
    }
  })

  it('is refused where it is empty or too long, and from the field', async () => {
    const credit = await sendMoneyTo(office, incharge, '60')
    const expense = await recordExpenseOf(incharge)
    const before = await logEnd(api)
    for (const reason of ['', ' ', null, 'r'.repeat(201), 'two\nlines', 7])
      expect((await remove(credit.id, { reason })).status, String(reason)).toBe(400)
    expect((await remove(credit.id, { reasons: why })).status).toBe(400)
    const own = `/api/site/transactions/${expense.id}`
    expect((await incharge.client.put(own, { ...sampleExpenseBody, reason: why })).status).toBe(400)
    expect((await incharge.client.call('DELETE', own, { reason: why })).status).toBe(400)
    expect(
      (await office.post('/api/admin/transactions', { ...fields, recipient: incharge.id, reason: why })).status,
    ).toBe(400)
    expect(await logEnd(api)).toBe(before)
  })
})

describe('a credit that names its account in words', () => {
  const { type: _, ...fields } = sampleExpenseBody
  const to = (recipient: string, more: object = {}) =>
    office.post('/api/admin/transactions', { ...fields, recipient, ...more })

  it('goes to the one incharge of that id, name or site, in any case', async () => {
    for (const word of [incharge.id, `worker  ${incharge.mobile}`, `SITE ${incharge.mobile}`]) {
      expect(expectBody(await to(word), 201, ROUTES.recordCredit.answer)).toMatchObject({
        userId: incharge.id,
        type: 'credit',
      })
    }
  })

  it('goes to who has the site now, not to who had it before', async () => {
    expect((await office.delete(`/api/admin/users/${incharge.id}`)).status).toBe(204)
    const now = await hireFieldUser(office, 'site_incharge', { siteName: `Site ${incharge.mobile}` })
    const credit = expectBody(await to(`Site ${incharge.mobile}`), 201, ROUTES.recordCredit.answer)
    expect(credit.userId).toBe(now.id)
  })

  it('keeps its date where an edit names none', async () => {
    const { id, date } = expectBody(await to(incharge.id, { date: '2026-05-04' }), 201, ROUTES.recordCredit.answer)
    const edited = await office.put(`/api/admin/transactions/${id}`, { ...fields, amount: '77.00', recipient: 'x' })
    expect(expectBody(edited, 200, ROUTES.editCredit.answer)).toMatchObject({ amount: '77.00', date })
  })

  it('is refused where there is none, or several, or it is a supervisor', async () => {
    await hireFieldUser(office, 'site_incharge', { siteName: `Site ${incharge.mobile}` })
    const before = await logEnd(api)
    for (const word of ['Nobody', supervisor.id, `Worker ${supervisor.mobile}`, `Site ${incharge.mobile}`]) {
      expect(await to(word), word).toMatchObject({ status: 400, json: { message: 'Please select a site incharge' } })
    }
    // The id decides where it is given; a field beside it changes nothing.
    expect((await to(incharge.id, { userId: supervisor.id })).status).toBe(400)
    expect((await to('x', { type: 'debit' })).status).toBe(403)
    expect(await logEnd(api)).toBe(before)
  })
})
