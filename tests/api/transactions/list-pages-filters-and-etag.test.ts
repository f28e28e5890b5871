import { ROUTES } from '@ledger/contracts/http/routes.ts'
import type { Transaction } from '@ledger/contracts/http/transaction-schemas.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectBody, type TestClient } from '../../environment/network/http-client.ts'
import {
  type FieldUser,
  hireFieldUser,
  recordExpenseOf,
  sendMoneyTo,
  signInAdmin,
} from '../../environment/service/people-and-money.ts'
import { startTestService, type TestService } from '../../environment/service/test-service.ts'

let api: TestService
let office: TestClient
let worker: FieldUser
beforeAll(async () => {
  api = await startTestService()
  office = await signInAdmin(api.origin)
  worker = await hireFieldUser(office, 'site_incharge')
  // Dates that rise, fall and repeat, so that neither the date nor the position alone gives the order.
  for (let n = 0; n < 23; n++) await recordExpenseOf(worker, { amount: n + 1, date: `2026-02-${10 + ((n * 7) % 5)}` })
  await sendMoneyTo(office, worker, '99')
})
afterAll(() => api.close())

const page = async (path: string, client = worker.client) => {
  const reply = await client.get(path)
  const rows = expectBody(reply, 200, ROUTES.siteTransactions.answer)
  const [, next] = /^<([^>]+)>; rel="next"$/.exec(String(reply.headers.link ?? '')) ?? []
  expect(reply.headers.link === undefined || next !== undefined).toBe(true)
  return { rows, next }
}

/** Returns all pages, following `Link` from one to the next. */
async function walk(path: string): Promise<Transaction[][]> {
  const pages: Transaction[][] = []
  for (let next: string | undefined = path; next !== undefined; ) {
    const read: { rows: Transaction[]; next: string | undefined } = await page(next)
    pages.push(read.rows)
    next = read.next
  }
  return pages
}

test('a list is newest first: by date, then by position', async () => {
  const { rows, next } = await page('/api/site/transactions')
  expect(rows).toHaveLength(24)
  expect(next).toBeUndefined()
  const order = rows.map(({ date, recordedAt, amount }) => `${date} ${recordedAt} ${amount.padStart(9, '0')}`)
  expect(order).toEqual([...order].sort().reverse())
  expect(rows[0]).toMatchObject({ type: 'credit', amount: '99.00' })
})

test.each([1, 5, 7, 12, 23])(
  'pages of %i rows, followed by Link, are the whole list and nothing twice',
  async (limit) => {
    const pages = await walk(`/api/site/transactions?limit=${limit}`)
    expect(pages.flat()).toEqual((await page('/api/site/transactions')).rows)
    expect(pages.map(({ length }) => length).slice(0, -1)).toEqual(pages.slice(1).map(() => limit))
  },
)

test('a page that holds exactly what there is has no next', async () => {
  expect((await walk('/api/site/transactions?limit=24')).map(({ length }) => length)).toEqual([24])
  expect((await walk('/api/site/transactions?limit=8')).map(({ length }) => length)).toEqual([8, 8, 8])
})

test('rows that come while pages are turned change nothing of the pages behind', async () => {
  const { rows } = await page('/api/site/transactions')
  const first = await page('/api/site/transactions?limit=10')
  await recordExpenseOf(worker, { amount: 500 })
  const rest = await walk(first.next ?? '')
  expect([...first.rows, ...rest.flat()]).toEqual(rows)
})

test('the filters stay in the address of the next page', async () => {
  const path = '/api/site/transactions?type=debit&limit=10&from=2026-02-10&to=2026-02-14'
  const first = await page(path)
  expect(new URL(first.next ?? '', api.origin).search).toMatch(/type=debit.*from=2026-02-10.*to=2026-02-14/)
  const rows = (await walk(path)).flat()
  expect(rows).toHaveLength(23)
  expect(rows.every(({ type }) => type === 'debit')).toBe(true)
})

test.each(['0', '1001', '-1', '1.5', 'x', '1e2', ''])('limit=%s is refused', async (limit) => {
  const reply = await worker.client.get(`/api/site/transactions?limit=${limit}`)
  expect(reply.json).toMatchObject({ status: 400, code: 'invalid_request', issues: [{ path: 'limit' }] })
})

test('a limit given twice is refused', async () => {
  expect((await worker.client.get('/api/site/transactions?limit=1&limit=20')).status).toBe(400)
})

test('a query that is not known is refused', async () => {
  const reply = await worker.client.get('/api/site/transactions?userId=site_9800000001')
  expect(reply.json).toMatchObject({ status: 400, issues: [{ path: 'userId' }] })
})

test('a list shows its own account and nobody else', async () => {
  const neighbour = await hireFieldUser(office, 'site_incharge')
  await recordExpenseOf(neighbour, { amount: '77.77' })
  expect((await page('/api/site/transactions', neighbour.client)).rows.map(({ amount }) => amount)).toEqual(['77.77'])
  expect((await page('/api/site/transactions')).rows.every(({ userId }) => userId === worker.id)).toBe(true)
})

test('a list that has not changed costs no body: 304 for its ETag, and 200 once it has', async () => {
  const first = await worker.client.get('/api/site/transactions')
  const headers = { 'if-none-match': String(first.headers.etag) }
  const same = await worker.client.get('/api/site/transactions', headers)
  expect([same.status, same.text]).toEqual([304, ''])
  await recordExpenseOf(worker)
  expect((await worker.client.get('/api/site/transactions', headers)).status).toBe(200)
})
