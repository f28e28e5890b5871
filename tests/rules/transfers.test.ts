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
import { logEnd } from '../environment/service/read-events.ts'
import { startTestService, type TestService } from '../environment/service/test-service.ts'
import { balanceBody, postingsAfter, shownBalanceOf } from './postings-and-balance.ts'

/** A transfer is one event with two sides, which move together or not at all. */

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

describe('a transfer', () => {
  it('is one event with two sides, each a row of its own', async () => {
    const before = await logEnd(api)
    const debit = await transferMoney(incharge, supervisor, '300.00', { narration: 'For the crew' })
    expect(await postingsAfter(api, before, { incharge, supervisor })).toEqual([
      ['TransferRecorded', 'incharge spent 30000', 'supervisor received 30000'],
    ])
    const list = async ({ client }: FieldUser) =>
      expectBody(await client.get('/api/site/transactions'), 200, ROUTES.siteTransactions.answer)
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
    // The number follows from the log, so only the list has it.
    expect(sent).toEqual({ ...row, voucher: expect.stringMatching(/^T\//) })
  })

  it('puts its receiver first where money is sent next, until it is deleted', async () => {
    const later = await hireFieldUser(office, 'supervisor')
    const payees = async () => {
      const reply = await incharge.client.get('/api/site/supervisors')
      const all = expectBody(reply, 200, ROUTES.siteSupervisors.answer)
      return all.flatMap(({ id, lastTransfer, lastSent }) =>
        lastTransfer === null ? [] : [[id, lastTransfer.slice(0, 10), lastSent]],
      )
    }
    const tea = { paymentMode: 'upi', narration: 'Tea' }
    const wages = { paymentMode: 'cash', narration: 'Wages' }
    expect(await payees()).toEqual([])
    await transferMoney(incharge, supervisor, '10.00', { ...tea, date: '2026-05-04' })
    await transferMoney(incharge, later, '30.00', { ...wages, date: '2026-05-05' })
    await transferMoney(incharge, supervisor, '20.00', { ...wages, date: '2026-05-06' })
    await transferMoney(incharge, supervisor, '40.00', { ...tea, date: '2026-05-02' })
    expect(await payees()).toEqual([
      [supervisor.id, '2026-05-06', { amount: '20.00', ...wages }],
      [later.id, '2026-05-05', { amount: '30.00', ...wages }],
    ])
    const [newest] = expectBody(
      await supervisor.client.get('/api/site/transactions'),
      200,
      ROUTES.siteTransactions.answer,
    )
    expect((await office.delete(`/api/admin/transactions/${newest?.id}`)).status).toBe(200)
    expect(await payees()).toEqual([
      [later.id, '2026-05-05', { amount: '30.00', ...wages }],
      [supervisor.id, '2026-05-04', { amount: '10.00', ...tea }],
    ])
  })

  it('is changed and deleted by the admin at the credit side, both sides together', async () => {
    const { id } = await transferMoney(incharge, supervisor, '300.00')
    const before = await logEnd(api)
    const at = `/api/admin/transactions/${id}-in`
    const { type: _, ...fields } = sampleExpenseBody
    const edited = expectBody(await office.put(at, { ...fields, amount: '250.00' }), 200, ROUTES.editCredit.answer)
    expect(edited).toMatchObject({
      id: `${id}-in`,
      type: 'credit',
      amount: '250.00',
      revision: 2,
      userId: supervisor.id,
    })
    expect(await shownBalanceOf(incharge)).toEqual(balanceBody('750.00', '1000.00', '250.00'))
    expect(await shownBalanceOf(supervisor)).toEqual(balanceBody('250.00', '250.00', '0.00'))
    await office.delete(at)
    expect(await postingsAfter(api, before, { incharge, supervisor })).toEqual([
      ['TransactionEdited', 'incharge spent -5000', 'supervisor received -5000'],
      ['TransactionDeleted', 'incharge spent -25000', 'supervisor received -25000'],
    ])
    expect(await shownBalanceOf(incharge)).toEqual(balanceBody('1000.00', '1000.00', '0.00'))
    expect(await shownBalanceOf(supervisor)).toEqual(balanceBody('0.00', '0.00', '0.00'))
  })

  it('is nobody’s to change at the debit side, nor a field user’s at either', async () => {
    const { id } = await transferMoney(incharge, supervisor, '300.00')
    const expense = await recordExpenseOf(incharge)
    const before = await logEnd(api)
    const { type: _, ...fields } = sampleExpenseBody
    for (const debit of [id, expense.id]) {
      expect((await office.put(`/api/admin/transactions/${debit}`, fields)).status).toBe(403)
      expect((await office.delete(`/api/admin/transactions/${debit}`)).status).toBe(403)
    }
    expect((await incharge.client.put(`/api/site/transactions/${id}`, sampleExpenseBody)).status).toBe(403)
    expect((await incharge.client.delete(`/api/site/transactions/${id}`)).status).toBe(403)
    expect((await supervisor.client.put(`/api/site/transactions/${id}-in`, sampleExpenseBody)).status).toBe(403)
    // The other side of one's own transfer belongs to the other account.
    expect((await supervisor.client.put(`/api/site/transactions/${id}`, sampleExpenseBody)).status).toBe(404)
    expect((await incharge.client.put(`/api/site/transactions/${id}-in`, sampleExpenseBody)).status).toBe(404)
    expect((await incharge.client.put(`/api/site/transactions/${expense.id}-in`, sampleExpenseBody)).status).toBe(404)
    expect(await logEnd(api)).toBe(before)
  })

  it('cannot be raised above what the sender has, but may be as high as that', async () => {
    const { id } = await transferMoney(incharge, supervisor, '300.00')
    const { type: _, ...fields } = sampleExpenseBody
    const to = (amount: string) => office.put(`/api/admin/transactions/${id}-in`, { ...fields, amount })
    expect(await to('1000.01')).toMatchObject({ status: 422, json: { code: 'insufficient_balance' } })
    expect((await to('1000.00')).status).toBe(200)
    expect(await shownBalanceOf(incharge)).toEqual(balanceBody('0.00', '1000.00', '1000.00'))
  })

  it('offers nobody as a payee from whom money came, or to whom it was passed on', async () => {
    await transferMoney(incharge, supervisor, '10.00')
    const offered = async ({ client }: FieldUser) => {
      const list = await client.get('/api/site/frequent-payees')
      return expectBody(list, 200, ROUTES.siteFrequentPayees.answer).map(({ name }) => name)
    }
    expect([await offered(incharge), await offered(supervisor)]).toEqual([[], []])
    await recordExpenseOf(incharge, { amount: '5.00' })
    expect(await offered(incharge)).toEqual([sampleExpenseBody.recipient])
  })

  it('of the whole balance is taken, of one paisa more refused, whatever is owed', async () => {
    const body = { toUserId: supervisor.id, paymentMode: 'cash', narration: 'For the crew' }
    const send = (amount: string) => incharge.client.post('/api/site/transfer', { ...body, amount })
    expect((await send('1000.01')).status).toBe(422)
    expect((await send('1000.00')).status).toBe(201)
    expect((await send('0.01')).status).toBe(422)
    await recordExpenseOf(incharge, { amount: '50.00' })
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
