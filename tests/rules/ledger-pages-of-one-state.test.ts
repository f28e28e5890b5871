import type { AccountLedger } from '@ledger/contracts/http/reports/account-ledger-and-cash-book-schemas.ts'
import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { paiseOf } from '@ledger/contracts/money.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { expectBody, type HttpReply, type TestClient } from '../environment/network/http-client.ts'
import {
  type FieldUser,
  hireFieldUser,
  recordExpenseOf,
  sendMoneyTo,
  signInAdmin,
  signInFieldUser,
  transferMoney,
} from '../environment/service/people-and-money.ts'
import { startTestService, type TestService } from '../environment/service/test-service.ts'

/** The pages of a ledger have running balances: a balance of one page follows from all entries of the pages before. */

let api: TestService
let office: TestClient
let incharge: FieldUser
let other: FieldUser
beforeAll(async () => {
  api = await startTestService()
  office = await signInAdmin(api.origin)
  other = await hireFieldUser(office, 'site_incharge')
  await sendMoneyTo(office, other, '1000')
})
afterAll(() => api.close())

const DAYS = ['2026-04-03', '2026-04-02', '2026-04-01'] as const
beforeEach(async () => {
  incharge = await hireFieldUser(office, 'site_incharge')
  await sendMoneyTo(office, incharge, '1000', { date: '2026-03-01' })
  for (const date of DAYS) await recordExpenseOf(incharge, { date, amount: '10' })
})

function expectError({ status, json }: HttpReply, expected: number, code: string): void {
  expect({ status, json }).toMatchObject({ status: expected, json: { code } })
}

interface Page {
  ledger: AccountLedger
  next: string | undefined
}

async function read(client: TestClient, path: string): Promise<Page> {
  const reply = await client.get(path)
  const next = /^<([^>]+)>; rel="next"$/.exec(String(reply.headers.link))?.[1]
  return { ledger: expectBody(reply, 200, ROUTES.adminLedger.answer), next }
}

async function readAll(client: TestClient, first: string): Promise<AccountLedger[]> {
  const pages: AccountLedger[] = []
  for (let path: string | undefined = first; path !== undefined; ) {
    const { ledger, next }: Page = await read(client, path)
    pages.push(ledger)
    path = next
  }
  return pages
}

/** Every balance follows from the one before, from the opening balance to the closing one, and so do the sums. */
function expectUnbroken(pages: readonly AccountLedger[]): void {
  const [first] = pages
  if (!first) throw new Error('There is no page')
  let balance = paiseOf(first.openingBalance)
  for (const { type, amount, balance: after } of pages.flatMap(({ rows }) => rows).reverse()) {
    balance += type === 'credit' ? paiseOf(amount) : -paiseOf(amount)
    expect(paiseOf(after)).toBe(balance)
  }
  for (const { position, openingBalance, closingBalance, received, spent } of pages) {
    expect(paiseOf(closingBalance)).toBe(balance)
    expect(paiseOf(openingBalance) + paiseOf(received) - paiseOf(spent)).toBe(balance)
    expect(position).toBe(first.position)
  }
}

const ledgerOf = ({ id }: FieldUser, query = '') => `/api/admin/ledger?account=${id}${query}`

it.each([
  ['two rows', '&limit=2'],
  ['one row', '&limit=1'],
  ['two rows, of a period', '&limit=2&from=2026-04-01&to=2026-04-02'],
])('in pages of %s each balance follows from the one before it', async (_, query) => {
  expectUnbroken(await readAll(office, ledgerOf(incharge, query)))
})

it.each<[string, () => Promise<unknown>]>([
  ['an entry dated before the page', () => recordExpenseOf(incharge, { date: '2026-03-15', amount: '5' })],
  ['an entry dated into a page that was read', () => recordExpenseOf(incharge, { date: DAYS[0], amount: '5' })],
  ['money from head office', () => sendMoneyTo(office, incharge, '5')],
  [
    'a transfer',
    async () => transferMoney(incharge, await hireFieldUser(office, 'supervisor'), '5', { narration: 'Crew' }),
  ],
  [
    'the deletion of an entry',
    async () => {
      const { id } = await recordOld()
      expect((await incharge.client.delete(`/api/site/transactions/${id}`)).status).toBe(200)
    },
  ],
  [
    'another amount of an entry',
    async () => {
      const { id, type, amount: _, ...entry } = await recordOld()
      const { recipient, purpose, paymentMode, narration } = entry
      const body = { type, amount: '7', recipient, purpose, paymentMode, narration }
      expect((await incharge.client.put(`/api/site/transactions/${id}`, body)).status).toBe(200)
    },
  ],
])('after %s the next page is refused, and a new reading is whole', async (_, change) => {
  const { ledger, next } = await read(office, ledgerOf(incharge, '&limit=2'))
  await change()
  expectError(await office.get(next ?? ''), 409, 'ledger_changed')
  const again = await readAll(office, ledgerOf(incharge, '&limit=2'))
  expectUnbroken(again)
  expect(again[0]?.position).toBeGreaterThan(ledger.position)
})

/** The oldest expense of the incharge, which stands on the second page. */
async function recordOld() {
  const rows = expectBody(await incharge.client.get('/api/site/transactions'), 200, ROUTES.siteTransactions.answer)
  const old = rows.find(({ date }) => date.startsWith('2026-04-01'))
  if (!old) throw new Error('The oldest expense is missing')
  return old
}

it('what happens to other accounts, and signing in, refuses no page and changes no answer', async () => {
  const path = ledgerOf(incharge, '&limit=2')
  const first = await office.get(path)
  const { next } = await read(office, path)
  await recordExpenseOf(other)
  await signInFieldUser(api.origin, incharge.mobile)
  expect((await read(office, next ?? '')).ledger.rows).toHaveLength(2)
  expect((await office.get(path)).headers.etag).toBe(first.headers.etag)
})

it('is refused to a cursor that names no state, and so is a cursor of another account', async () => {
  const next = (await read(office, ledgerOf(incharge, '&limit=2'))).next ?? ''
  const cursor = new URL(next, api.origin).searchParams.get('cursor') ?? ''
  for (const wrong of [cursor.replace(/^\d+_/, ''), 'nothing', '1_nothing'])
    expectError(await office.get(ledgerOf(incharge, `&cursor=${encodeURIComponent(wrong)}`)), 409, 'ledger_changed')
  expectError(await office.get(ledgerOf(other, `&cursor=${encodeURIComponent(cursor)}`)), 409, 'ledger_changed')
})

it('is the same for the own ledger of the field', async () => {
  const { next } = await read(incharge.client, '/api/site/ledger?limit=2')
  expectUnbroken(await readAll(incharge.client, '/api/site/ledger?limit=2'))
  await recordExpenseOf(incharge, { date: '2026-03-15' })
  expectError(await incharge.client.get(next ?? ''), 409, 'ledger_changed')
})

it('has the position by which an auditor reads the same balances from the log', async () => {
  const [page] = await readAll(office, ledgerOf(incharge))
  await recordExpenseOf(incharge, { date: '2026-03-15' })
  const path = `/api/audit/as-of/ledger?account=${incharge.id}&position=${page?.position}`
  const then = expectBody(await office.get(path), 200, ROUTES.auditLedgerAsOf.answer)
  expect(then.rows.map(({ id, balance }) => [id, balance])).toEqual(page?.rows.map(({ id, balance }) => [id, balance]))
})

it('of an audit are of one position too: the later ones have to name it', async () => {
  const asOf = `/api/audit/as-of/ledger?account=${incharge.id}&limit=1`
  const { position, next } = expectBody(await office.get(`${asOf}&at=2100-01-01`), 200, ROUTES.auditLedgerAsOf.answer)
  const refused = await office.get(`${asOf}&at=2100-01-01&skip=${next}`)
  expectError(refused, 400, 'invalid_request')
  expect((await office.get(`${asOf}&position=${position}&skip=${next}`)).status).toBe(200)
})

it('while entries are booked, each page agrees with itself, and the trial balance with its two sides', async () => {
  let isBooking = true
  const booked = (async () => {
    for (let n = 0; n < 12; n += 1)
      await Promise.all([1, 2, 3, 4].map(() => recordExpenseOf(incharge, { date: DAYS[n % 3], amount: '1' })))
    isBooking = false
  })()
  let pages = 0
  for (; isBooking; pages += 1) {
    const { ledger } = await read(office, ledgerOf(incharge, '&limit=1000&from=2026-04-01'))
    expectUnbroken([ledger])
    const dated = await office.get('/api/admin/trial-balance?dated=2026-04-02')
    const { trialBalance } = expectBody(dated, 200, ROUTES.trialBalance.answer)
    expect(trialBalance.difference).toBe('0.00')
  }
  await booked
  expect(pages).toBeGreaterThan(0)
})

it('a question and a review change no figure, and no cursor', async () => {
  const { ledger, next } = await read(office, ledgerOf(incharge, '&limit=2'))
  const [row] = ledger.rows
  if (row === undefined || next === undefined) throw new Error('two pages')
  expect((await office.post(`/api/admin/transactions/${row.id}/questions`, { text: 'Why?' })).status).toBe(201)
  expect((await office.post(`/api/admin/transactions/${row.id}/reviews`, { as: 'seen' })).status).toBe(201)
  expect((await office.get(next)).status).toBe(200)
})
