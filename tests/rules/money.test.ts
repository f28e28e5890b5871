import { ROUTES } from '@ledger/contracts/routes.ts'
import type { Balance } from '@ledger/contracts/shapes.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bodyOf, type Client } from '../environment/client.ts'
import { eventsAfter, position } from '../environment/log.ts'
import { admin, anExpense, fund, hire, pass, spend, type Worker } from '../environment/people.ts'
import { startService, type TestService } from '../environment/service.ts'

/** Money that moves, is changed and is taken back: by whom, and what it posts. */

let api: TestService
let office: Client
let incharge: Worker
let supervisor: Worker
beforeAll(async () => {
  api = await startService()
  office = await admin(api.origin)
})
afterAll(() => api.close())
beforeEach(async () => {
  incharge = await hire(office, 'site_incharge')
  supervisor = await hire(office, 'supervisor')
  await fund(office, incharge, '1000.00')
})

async function balanceOf({ client }: Worker): Promise<Balance> {
  return bodyOf(await client.get('/api/site/balance'), 200, ROUTES.siteBalance.answer)
}
const balance = (currentBalance: string, totalReceived: string, totalSpent: string): Balance => ({
  ...{ currentBalance, totalReceived, totalSpent },
})

/** The postings of the events after a position, by what the accounts are to this test. */
async function postedAfter(from: number): Promise<string[][]> {
  const { rows } = await api.sql.query<{ account_id: string; mobile: string }>(
    'SELECT account_id, mobile FROM contacts',
  )
  const nameOf = (account: string) => {
    const mobile = rows.find((row) => row.account_id === account)?.mobile
    if (mobile === incharge.mobile) return 'incharge'
    return mobile === supervisor.mobile ? 'supervisor' : account
  }
  const events = await eventsAfter(api, from)
  return events.map((event) => {
    const postings = 'postings' in event.data ? event.data.postings : []
    const sum = postings.reduce((total, { side, paise }) => total + (side === 'received' ? paise : -paise), 0)
    expect(sum, 'the trial balance of one event').toBe(0)
    return [event.type, ...postings.map(({ account, side, paise }) => `${nameOf(account)} ${side} ${paise}`)]
  })
}

describe('a field user', () => {
  it.each([undefined, 'credit', 'CREDIT', 'Debit', ''])('cannot make money with type %j', async (type) => {
    const before = await position(api)
    for (const { client } of [incharge, supervisor]) {
      const reply = await client.post('/api/site/transactions', { ...anExpense, type })
      expect(reply.status, reply.text).toBe(403)
    }
    expect(await position(api)).toBe(before)
  })

  it('cannot make money with what else an expense could say', async () => {
    for (const extra of [
      { isTransfer: true },
      { transferFrom: 'x' },
      { userId: supervisor.id },
      { toUserId: supervisor.id },
    ]) {
      expect((await incharge.client.post('/api/site/transactions', { ...anExpense, ...extra })).status).toBe(400)
    }
    expect(await balanceOf(incharge)).toEqual(balance('1000.00', '1000.00', '0.00'))
  })

  it('cannot change or delete a credit, nor turn an expense into one', async () => {
    const credit = await fund(office, incharge, '5.00')
    const expense = await spend(incharge)
    const before = await position(api)
    const at = (id: string) => `/api/site/transactions/${id}`
    expect((await incharge.client.put(at(credit.id), anExpense)).status).toBe(403)
    expect((await incharge.client.delete(at(credit.id))).status).toBe(403)
    expect((await incharge.client.put(at(expense.id), { ...anExpense, type: 'credit' })).status).toBe(403)
    expect(await position(api)).toBe(before)
  })
})

describe('an edit', () => {
  it('posts the difference and keeps who recorded it, and when', async () => {
    const first = await spend(incharge, { amount: '100.00' })
    const before = await position(api)
    const put = (change: object) =>
      incharge.client.put(`/api/site/transactions/${first.id}`, { ...anExpense, ...change })
    const less = bodyOf(await put({ amount: '70.50' }), 200, ROUTES.editExpense.answer)
    expect(less).toMatchObject({
      id: first.id,
      amount: '70.50',
      revision: 2,
      date: first.date,
      recordedAt: first.recordedAt,
    })
    expect(less.balance).toEqual(balance('929.50', '1000.00', '70.50'))
    await put({ amount: '80.50', recipient: 'Gupta Steel' })
    await put({ amount: '80.50', recipient: 'gupta  steel', narration: 'Only a word' })
    expect(await postedAfter(before)).toEqual([
      ['TransactionEdited', 'incharge spent -2950', 'b:sharma traders received -2950'],
      ['TransactionEdited', 'incharge spent 1000', 'b:sharma traders received -7050', 'b:gupta steel received 8050'],
      ['TransactionEdited'],
    ])
    expect(await balanceOf(incharge)).toEqual(balance('919.50', '1000.00', '80.50'))
  })

  it('that changes nothing records nothing', async () => {
    const { id } = await spend(incharge)
    const before = await position(api)
    const reply = await incharge.client.put(`/api/site/transactions/${id}`, anExpense)
    expect(bodyOf(reply, 200, ROUTES.editExpense.answer)).toMatchObject({ revision: 1 })
    expect(await position(api)).toBe(before)
  })
})

it('a deletion posts the reverse, once', async () => {
  const { id } = await spend(incharge, { amount: '100.00' })
  const before = await position(api)
  const remove = () => incharge.client.delete(`/api/site/transactions/${id}`)
  expect(bodyOf(await remove(), 200, ROUTES.deleteExpense.answer).balance).toEqual(
    balance('1000.00', '1000.00', '0.00'),
  )
  expect(await postedAfter(before)).toEqual([
    ['TransactionDeleted', 'incharge spent -10000', 'b:sharma traders received -10000'],
  ])
  expect(await remove()).toMatchObject({ status: 409, json: { code: 'already_deleted' } })
  expect((await incharge.client.put(`/api/site/transactions/${id}`, anExpense)).status).toBe(409)
  expect((await incharge.client.get('/api/site/transactions')).text).not.toContain(id)
})

describe('a transfer', () => {
  it('is one event with two sides, each a row of its own', async () => {
    const before = await position(api)
    const debit = await pass(incharge, supervisor, '300.00', { narration: 'For the crew' })
    expect(await postedAfter(before)).toEqual([
      ['TransferRecorded', 'incharge spent 30000', 'supervisor received 30000'],
    ])
    const list = async ({ client }: Worker) =>
      bodyOf(await client.get('/api/site/transactions'), 200, ROUTES.siteTransactions.answer)
    const [sent] = await list(incharge)
    const [received] = await list(supervisor)
    const names = {
      transferFrom: `Worker ${incharge.mobile}`,
      transferTo: `Worker ${supervisor.mobile}`,
      isTransfer: true,
    }
    expect(sent).toMatchObject({
      ...names,
      id: debit.id,
      type: 'debit',
      recipient: names.transferTo,
      userId: incharge.id,
    })
    expect(received).toMatchObject({ ...names, type: 'credit', recipient: names.transferFrom, userId: supervisor.id })
    expect(received?.id).not.toBe(debit.id)
    const { balance: _, ...row } = debit
    expect(sent).toEqual(row)
  })

  it('is changed and deleted by the admin at the credit side, both sides together', async () => {
    const { id } = await pass(incharge, supervisor, '300.00')
    const before = await position(api)
    const at = `/api/admin/transactions/${id}-in`
    const { type: _, ...fields } = anExpense
    const edited = bodyOf(await office.put(at, { ...fields, amount: '250.00' }), 200, ROUTES.editCredit.answer)
    expect(edited).toMatchObject({
      id: `${id}-in`,
      type: 'credit',
      amount: '250.00',
      revision: 2,
      userId: supervisor.id,
    })
    expect(await balanceOf(incharge)).toEqual(balance('750.00', '1000.00', '250.00'))
    expect(await balanceOf(supervisor)).toEqual(balance('250.00', '250.00', '0.00'))
    await office.delete(at)
    expect(await postedAfter(before)).toEqual([
      ['TransactionEdited', 'incharge spent -5000', 'supervisor received -5000'],
      ['TransactionDeleted', 'incharge spent -25000', 'supervisor received -25000'],
    ])
    expect(await balanceOf(incharge)).toEqual(balance('1000.00', '1000.00', '0.00'))
    expect(await balanceOf(supervisor)).toEqual(balance('0.00', '0.00', '0.00'))
  })

  it('is nobody’s to change at the debit side, nor a field user’s at either', async () => {
    const { id } = await pass(incharge, supervisor, '300.00')
    const expense = await spend(incharge)
    const before = await position(api)
    const { type: _, ...fields } = anExpense
    for (const debit of [id, expense.id]) {
      expect((await office.put(`/api/admin/transactions/${debit}`, fields)).status).toBe(403)
      expect((await office.delete(`/api/admin/transactions/${debit}`)).status).toBe(403)
    }
    expect((await incharge.client.put(`/api/site/transactions/${id}`, anExpense)).status).toBe(403)
    expect((await incharge.client.delete(`/api/site/transactions/${id}`)).status).toBe(403)
    expect((await supervisor.client.put(`/api/site/transactions/${id}-in`, anExpense)).status).toBe(403)
    // The other's side of one's own transfer is somebody else's thing.
    expect((await supervisor.client.put(`/api/site/transactions/${id}`, anExpense)).status).toBe(404)
    expect((await incharge.client.put(`/api/site/transactions/${id}-in`, anExpense)).status).toBe(404)
    expect((await incharge.client.put(`/api/site/transactions/${expense.id}-in`, anExpense)).status).toBe(404)
    expect(await position(api)).toBe(before)
  })

  it('cannot be raised above what the sender has, but may be as high as that', async () => {
    const { id } = await pass(incharge, supervisor, '300.00')
    const { type: _, ...fields } = anExpense
    const to = (amount: string) => office.put(`/api/admin/transactions/${id}-in`, { ...fields, amount })
    expect(await to('1000.01')).toMatchObject({ status: 422, json: { code: 'insufficient_balance' } })
    expect((await to('1000.00')).status).toBe(200)
    expect(await balanceOf(incharge)).toEqual(balance('0.00', '1000.00', '1000.00'))
  })

  it('of the whole balance is taken, of one paisa more refused, whatever is owed', async () => {
    const body = { toUserId: supervisor.id, paymentMode: 'cash', narration: 'For the crew' }
    const send = (amount: string) => incharge.client.post('/api/site/transfer', { ...body, amount })
    expect((await send('1000.01')).status).toBe(422)
    expect((await send('1000.00')).status).toBe(201)
    expect((await send('0.01')).status).toBe(422)
    await spend(incharge, { amount: '50.00' })
    expect((await send('0.01')).status).toBe(422)
    // A back-dated one counts like any other: a balance has no date.
    expect(
      (await incharge.client.post('/api/site/transfer', { ...body, amount: '1', date: '2020-01-01' })).status,
    ).toBe(422)
  })

  it('to one who is disabled or deleted meanwhile is refused, and money to a deleted incharge too', async () => {
    const body = { toUserId: supervisor.id, amount: '1', paymentMode: 'cash', narration: 'For the crew' }
    const send = () => incharge.client.post('/api/site/transfer', body)
    await office.patch(`/api/admin/supervisors/${supervisor.id}/status`, { status: 'disabled' })
    expect(await send()).toMatchObject({ status: 422, json: { code: 'counterparty_unavailable' } })
    expect((await incharge.client.get('/api/site/supervisors')).text).not.toContain(supervisor.id)
    await office.patch(`/api/admin/supervisors/${supervisor.id}/status`, { status: 'active' })
    expect((await send()).status).toBe(201)
    await office.delete(`/api/admin/supervisors/${supervisor.id}`)
    expect(await send()).toMatchObject({ status: 422, json: { code: 'counterparty_unavailable' } })
    await office.delete(`/api/admin/users/${incharge.id}`)
    const money = { siteInchargeId: incharge.id, amount: '1', narration: 'Too late' }
    expect(await office.post('/api/admin/send-money', money)).toMatchObject({ status: 422 })
  })
})

describe('a credit that names its account in words', () => {
  const { type: _, ...fields } = anExpense
  const to = (recipient: string, more: object = {}) =>
    office.post('/api/admin/transactions', { ...fields, recipient, ...more })

  it('goes to the one incharge of that id, name or site, in any case', async () => {
    for (const word of [incharge.id, `worker  ${incharge.mobile}`, `SITE ${incharge.mobile}`]) {
      expect(bodyOf(await to(word), 201, ROUTES.recordCredit.answer)).toMatchObject({
        userId: incharge.id,
        type: 'credit',
      })
    }
  })

  it('is refused where there is none, or several, or it is a supervisor', async () => {
    await hire(office, 'site_incharge', { siteName: `Site ${incharge.mobile}` })
    const before = await position(api)
    for (const word of ['Nobody', supervisor.id, `Worker ${supervisor.mobile}`, `Site ${incharge.mobile}`]) {
      expect(await to(word), word).toMatchObject({ status: 400, json: { message: 'Please select a site incharge' } })
    }
    // The id decides where it is given; a word beside it mends nothing.
    expect((await to(incharge.id, { userId: supervisor.id })).status).toBe(400)
    expect((await to('x', { type: 'debit' })).status).toBe(403)
    expect(await position(api)).toBe(before)
  })
})
