import { entryBeforeAndAfter } from '@ledger/contracts/events/entry-before-and-after-event.ts'
import type { Entry } from '@ledger/contracts/events/event-schemas.ts'
import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { PROJECTION_LABELS } from '@ledger/contracts/projection-names-and-labels.ts'
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
import { eventsAfter } from '../environment/service/read-events.ts'
import { startTestService, type TestService } from '../environment/service/test-service.ts'

/** api.md, Books: cash that was counted, beside what the ledger has in mode cash. */

let api: TestService
let office: TestClient
let incharge: FieldUser
let supervisor: FieldUser
beforeAll(async () => {
  api = await startTestService()
  office = await signInAdmin(api.origin)
  incharge = await hireFieldUser(office, 'site_incharge')
  supervisor = await hireFieldUser(office, 'supervisor')
  await sendMoneyTo(office, incharge, '5000', { paymentMode: 'bank_transfer' })
  await sendMoneyTo(office, incharge, '2000', { paymentMode: 'cash' })
})
afterAll(() => api.close())

const count = async ({ client }: FieldUser, amount: unknown) =>
  expectBody(await client.post('/api/site/cash-counts', { amount }), 201, ROUTES.countCash.answer)
const own = async ({ client }: FieldUser, query = '') =>
  expectBody(await client.get(`/api/site/cash-counts${query}`), 200, ROUTES.siteCashCounts.answer)
const all = async (query = '') =>
  expectBody(await office.get(`/api/admin/cash-counts${query}`), 200, ROUTES.cashCounts.answer)
const differing = async () => expectBody(await office.get('/api/admin/worklists'), 200, ROUTES.worklists.answer)

it('expects the cash of all entries that were answered before, and no other mode', async () => {
  await recordExpenseOf(incharge, { amount: '450.50', paymentMode: 'cash' })
  await recordExpenseOf(incharge, { amount: '900', paymentMode: 'upi' })
  expect(await count(incharge, '1549.50')).toEqual({ counted: '1549.50', expected: '1549.50', difference: '0.00' })
  // A transfer in cash leaves one drawer and reaches another.
  await transferMoney(incharge, supervisor, '300', { paymentMode: 'cash' })
  await transferMoney(incharge, supervisor, '200', { paymentMode: 'upi' })
  expect(await count(incharge, 1200)).toEqual({ counted: '1200.00', expected: '1249.50', difference: '-49.50' })
  expect(await count(supervisor, '310')).toEqual({ counted: '310.00', expected: '300.00', difference: '10.00' })
  const gone = await recordExpenseOf(incharge, { amount: '77', paymentMode: 'cash' })
  expect((await incharge.client.delete(`/api/site/transactions/${gone.id}`)).status).toBe(200)
  const moved = await recordExpenseOf(incharge, { amount: '33', paymentMode: 'cash' })
  const inUpi = { type: 'debit', amount: '33', recipient: 'Tea', purpose: 'Tea', paymentMode: 'upi', narration: 'Tea' }
  expect((await incharge.client.put(`/api/site/transactions/${moved.id}`, inUpi)).status).toBe(200)
  expect(await count(incharge, '1249.50')).toMatchObject({ difference: '0.00' })
})

it('an empty drawer is 0, and cash that the ledger does not have is below zero', async () => {
  const poor = await hireFieldUser(office, 'supervisor')
  await recordExpenseOf(poor, { amount: '20', paymentMode: 'cash' })
  expect(await count(poor, '0')).toEqual({ counted: '0.00', expected: '-20.00', difference: '20.00' })
  // The ledger has no figure that the drawer could differ from.
  expect((await all('?last=differing')).map(({ account }) => account)).toEqual([supervisor.id])
  expect(await differing()).toMatchObject({ cashCounts: 1 })
  expect((await office.get(`/api/admin/supervisors`)).status).toBe(200)
  expect((await office.delete(`/api/admin/supervisors/${poor.id}`)).status).toBe(204)
})

it.each([
  ['-1', 'Please enter the cash that you counted: 0 or more'],
  ['', 'Please enter how much cash there is'],
  [undefined, 'Please enter how much cash there is'],
  ['1.005', 'Please use at most 2 digits after the decimal point'],
  ['1,000', 'Please enter the cash that you counted: 0 or more'],
  ['1000000000', 'Amount can be at most ₹99,99,99,999.99'],
])('%s is no amount of cash', async (amount, message) => {
  const { status, json } = await incharge.client.post('/api/site/cash-counts', { amount })
  expect([status, json]).toMatchObject([400, { code: 'invalid_request', message }])
})

it('the figures follow from the log up to the position that the event names', async () => {
  const events = await eventsAfter(api, 0)
  const counts = events.filter((event) => event.type === 'CashCounted')
  expect(counts.length).toBeGreaterThan(3)
  for (const { data, position } of counts) {
    expect(data.comparedAt).toBeLessThan(position)
    const standing = new Map<string, Entry>()
    for (const event of events.filter(({ position }) => position <= data.comparedAt)) {
      if (!('transaction' in event.data)) continue
      const { after } = entryBeforeAndAfter(event)
      if (after) standing.set(event.data.transaction, after)
      else standing.delete(event.data.transaction)
    }
    const cash = [...standing.values()]
      .filter(({ paymentMode }) => paymentMode === 'cash')
      .reduce((sum, entry) => sum + movementOf(entry, data.account.id), 0)
    expect(data.expectedPaise).toBe(cash)
  }
})

/** Returns what an entry adds to an account, in paise. */
function movementOf(entry: Entry, account: string): number {
  const isOwner = entry.account.id === account
  if (entry.kind === 'credit') return isOwner ? entry.paise : 0
  if (isOwner) return -entry.paise
  return entry.kind === 'transfer' && entry.counterparty.id === account ? entry.paise : 0
}

it('each person sees the own counts, and head office those of all', async () => {
  const mine = await own(incharge)
  expect(mine.map(({ counted, difference }) => [counted, difference])).toEqual([
    ['1249.50', '0.00'],
    ['1200.00', '-49.50'],
    ['1549.50', '0.00'],
  ])
  const first = await incharge.client.get('/api/site/cash-counts?limit=2')
  expect(first.json).toEqual(mine.slice(0, 2))
  const next = /<([^>]+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? ''
  expect((await incharge.client.get(next)).json).toEqual(mine.slice(2))
  expect((await all(`?account=${incharge.id}`)).map(({ at, counted, account }) => [at, counted, account])).toEqual(
    mine.map(({ at, counted }) => [at, counted, incharge.id]),
  )
  expect((await office.get('/api/admin/cash-counts?account=site_9999999999')).status).toBe(404)
})

it('only the last count of each account is one to look at, and it says whose it is', async () => {
  const name = `Worker ${supervisor.mobile}`
  expect(await all('?last=differing')).toMatchObject([
    { account: supervisor.id, accountName: name, role: 'supervisor', siteName: null, difference: '10.00' },
  ])
  expect(await differing()).toMatchObject({ cashCounts: 1 })
  await count(supervisor, '300')
  expect(await all('?last=differing')).toEqual([])
  expect(await differing()).toMatchObject({ cashCounts: 0 })
})

it('is a line of the edit log without an amount, and the read model is what the log makes of it', async () => {
  const log = await office.get(`/api/audit/edit-log?account=${incharge.id}`)
  const { rows } = expectBody(log, 200, ROUTES.auditEditLog.answer)
  const counts = rows.filter(({ subjectKind }) => subjectKind === 'cash_count')
  expect(counts).toHaveLength(3)
  expect(counts[1]).toMatchObject({
    ...{ action: 'created', subject: `Cash count of Worker ${incharge.mobile}`, amount: null },
    fields: [
      { field: 'cash counted', before: null, after: '1200.00' },
      { field: 'cash expected', before: null, after: '1249.50' },
      { field: 'difference', before: null, after: '-49.50' },
    ],
  })
  const report = expectBody(await office.get('/api/audit/verify'), 200, ROUTES.auditVerify.answer)
  expect(report.projections).toMatchObject(
    Object.fromEntries(Object.keys(PROJECTION_LABELS).map((name) => [name, 'equal'])),
  )
})
