import { dayOf } from '@ledger/contracts/dates.ts'
import { TRANSACTION_SORTS, type TransactionSort } from '@ledger/contracts/http/query-parameters.ts'
import { ROUTES } from '@ledger/contracts/http/routes.ts'
import type { CompanyTransaction } from '@ledger/contracts/http/transaction-schemas.ts'
import { paiseOf, sumOfAmounts } from '@ledger/contracts/money.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

/** The filters and orders of the office's one table, page by page, against the same done with plain rows. */

let api: TestService
let office: TestClient
let incharge: FieldUser
let other: FieldUser
let supervisor: FieldUser
let all: CompanyTransaction[]

const AMOUNTS = ['1', '12000', '12500.50', '12500.50', '13000', '99', '99', '250000']
const MODES = ['cash', 'upi', 'bank_transfer', 'cheque']
const DAYS = ['2026-03-31', '2026-04-01', '2026-04-01', '2026-04-02']
const pick = <T>(from: readonly T[], n: number): T => from[n % from.length] as T

beforeAll(async () => {
  api = await startTestService()
  office = await signInAdmin(api.origin)
  incharge = await hireFieldUser(office, 'site_incharge')
  other = await hireFieldUser(office, 'site_incharge')
  supervisor = await hireFieldUser(office, 'supervisor')
  for (const n of [0, 1, 2]) await sendMoneyTo(office, n === 2 ? other : incharge, '250000', { date: pick(DAYS, n) })
  // Many rows of one amount and one day, so that pages end among them.
  for (let n = 0; n < 24; n++)
    await recordExpenseOf(pick([incharge, other, supervisor], n), {
      amount: pick(AMOUNTS, n * 5),
      paymentMode: pick(MODES, n * 3 + (n >> 2)),
      date: pick(DAYS, n >> 1),
      recipient: pick(['Tea Stall', 'Steel Yard'], n),
      purpose: pick(['Tea', 'Steel', 'Cement'], n),
    })
  for (const amount of ['99', '99', '12000']) await transferMoney(incharge, supervisor, amount, { date: '2026-04-01' })
  const { id } = await recordExpenseOf(incharge, { amount: '99', date: '2026-04-01' })
  await incharge.client.delete(`/api/site/transactions/${id}`)
  all = await rowsOf('?limit=1000&deleted=include')
})
afterAll(() => api.close())

async function rowsOf(query: string): Promise<CompanyTransaction[]> {
  return expectBody(await office.get(`/api/admin/transactions${query}`), 200, ROUTES.adminTransactions.answer)
}

/** Reads all pages of a list by the links. */
async function pagesOf(query: URLSearchParams): Promise<CompanyTransaction[]> {
  const seen: CompanyTransaction[] = []
  for (let path: string | undefined = `/api/admin/transactions?${query}`; path; ) {
    const reply = await office.get(path)
    seen.push(...expectBody(reply, 200, ROUTES.adminTransactions.answer))
    path = /^<([^>]+)>; rel="next"$/.exec(String(reply.headers.link))?.[1]
  }
  return seen
}

interface Filter {
  query: Record<string, string>
  has: (row: CompanyTransaction) => boolean
}
const FILTERS = (): Filter[] => [
  { query: {}, has: () => true },
  { query: { site: incharge.id }, has: (row) => row.userId === incharge.id },
  { query: { site: incharge.id, account: incharge.id }, has: (row) => row.userId === incharge.id },
  { query: { site: incharge.id, account: supervisor.id }, has: () => false },
  { query: { site: supervisor.id }, has: () => false },
  { query: { site: 'site_1' }, has: () => false },
  { query: { site: 'none' }, has: (row) => row.siteId === null },
  { query: { site: 'none', account: incharge.id }, has: () => false },
  { query: { mode: 'cheque' }, has: (row) => row.paymentMode === 'cheque' },
  { query: { amountFrom: '12,000' }, has: (row) => paiseOf(row.amount) >= 12_000_00 },
  { query: { amountTo: '99' }, has: (row) => paiseOf(row.amount) <= 99_00 },
  {
    query: { amountFrom: '12000', amountTo: '13000', mode: 'cash' },
    has: (row) => row.paymentMode === 'cash' && paiseOf(row.amount) >= 12_000_00 && paiseOf(row.amount) <= 13_000_00,
  },
  {
    query: { beneficiary: 'b:tea stall', amountFrom: '99', from: '2026-04-01', type: 'debit' },
    has: (row) => row.recipient === 'Tea Stall' && paiseOf(row.amount) >= 99_00 && dayOf(row.date) >= '2026-04-01',
  },
  { query: { purpose: 'steel', mode: 'upi' }, has: (row) => row.purpose === 'Steel' && row.paymentMode === 'upi' },
  { query: { q: 'cement', amountTo: '99' }, has: (row) => row.purpose === 'Cement' && paiseOf(row.amount) <= 99_00 },
]

/** The place of each row in the default list, where the newest stands first. */
function inOrder(rows: readonly CompanyTransaction[], sort: TransactionSort): CompanyTransaction[] {
  const newest = new Map(all.map(({ id }, place) => [id, place]))
  const byDate = (one: CompanyTransaction, two: CompanyTransaction) =>
    (newest.get(two.id) ?? 0) - (newest.get(one.id) ?? 0)
  const byAmount = (one: CompanyTransaction, two: CompanyTransaction) =>
    paiseOf(one.amount) - paiseOf(two.amount) || byDate(one, two)
  const rising = rows.toSorted(sort.endsWith('amount') ? byAmount : byDate)
  return sort.startsWith('-') ? rising.toReversed() : rising
}

describe.each(TRANSACTION_SORTS)('in the order %s', (sort) => {
  it('every filter has its rows once, in order, over the seams of pages, and sums that are theirs', async () => {
    for (const { query, has } of FILTERS())
      for (const deleted of [undefined, 'include']) {
        const shown = (row: CompanyTransaction) => deleted === 'include' || row.deleted === undefined
        const expected = inOrder(
          all.filter((row) => has(row) && shown(row)),
          sort,
        )
        const given = { ...query, ...(deleted === undefined ? {} : { deleted }) }
        const what = JSON.stringify(given)
        const found = await pagesOf(new URLSearchParams({ ...given, sort, limit: '7' }))
        expect(
          found.map(({ id }) => id),
          what,
        ).toEqual(expected.map(({ id }) => id))
        const path = `/api/admin/transactions/sums?${new URLSearchParams({ ...given, sort })}`
        const { count, ...kinds } = expectBody(await office.get(path), 200, ROUTES.adminTransactionSums.answer)
        expect(count, what).toBe(expected.length)
        expect(sumOfAmounts(Object.values(kinds).map(({ amount }) => amount)), what).toBe(
          sumOfAmounts(expected.map(({ amount }) => amount)),
        )
      }
  })
})

it('a cursor of another order begins at the top, and one that nobody wrote does, too', async () => {
  const first = await office.get('/api/admin/transactions?sort=amount&limit=5')
  const cursor = /cursor=([^&>]+)/.exec(String(first.headers.link))?.[1] ?? ''
  expect(await rowsOf(`?limit=5&cursor=${cursor}`)).toEqual(await rowsOf('?limit=5'))
  for (const broken of ['1_2', '99999999999999999999_x', '12_2026-04-01T00:00:00.000Z_1', '-1_x'])
    expect(await rowsOf(`?sort=amount&limit=5&cursor=${broken}`)).toEqual(first.json)
})

it('an amount, a mode or an order that is none is refused with its sentence', async () => {
  const refused: [string, string][] = [
    ['amountFrom=abc', 'Please enter a valid amount greater than 0'],
    ['amountFrom=0', 'Please enter a valid amount greater than 0'],
    ['amountFrom=1500,50', 'Please enter a valid amount greater than 0'],
    ['amountTo=1.234', 'Please use at most 2 digits after the decimal point'],
    ['sort=name', 'A list is sorted by date or amount'],
    ['worklist=all', 'There is no such worklist'],
  ]
  for (const [query, message] of refused)
    expect((await office.get(`/api/admin/transactions?${query}`)).json, query).toMatchObject({ status: 400, message })
  expect((await office.get('/api/admin/transactions?mode=gold')).status).toBe(400)
})

it('answers 304 for the same rows in the same order', async () => {
  const path = '/api/admin/transactions?sort=-amount&amountFrom=12000'
  const { etag } = (await office.get(path)).headers
  const again = await office.get(path, { 'if-none-match': String(etag) })
  expect(again.status).toBe(304)
})
