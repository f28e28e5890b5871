import type { Route } from '@ledger/contracts/http/route-type.ts'
import { ROUTES } from '@ledger/contracts/http/routes.ts'
import type { Transaction } from '@ledger/contracts/http/transaction-schemas.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { expectBody, type TestClient } from '../environment/network/http-client.ts'
import {
  askAbout,
  type FieldUser,
  hireFieldUser,
  recordExpenseOf,
  sampleExpenseBody,
  sendMoneyTo,
  signInAdmin,
} from '../environment/service/people-and-money.ts'
import { startTestService, type TestService } from '../environment/service/test-service.ts'

/** api.md, Lists: long ones come in pages, each named by the Link of the one before. */

let api: TestService
let office: TestClient
let supervisor: FieldUser
beforeAll(async () => {
  api = await startTestService()
  office = await signInAdmin(api.origin)
  supervisor = await hireFieldUser(office, 'supervisor')
  for (let site = 0; site < 4; site++) await hireFieldUser(office, 'site_incharge')
})
afterAll(() => api.close())

/** A list, or one with figures beside it; a statement says there what comes after its rows. */
const listOrFigures = z.union([
  z.array(z.unknown()).transform((rows) => ({ rows, next: null })),
  z.object({ rows: z.array(z.unknown()), next: z.string().nullable().default(null) }),
])

const hasPages = ({ query }: Route) => query instanceof z.ZodObject && 'cursor' in query.shape

async function list(client: TestClient, query = ''): Promise<Transaction[]> {
  return expectBody(await client.get(`/api/site/transactions${query}`), 200, ROUTES.siteTransactions.answer)
}

describe('pages', () => {
  const next = (link: unknown) => /^<([^>]+)>; rel="next"$/.exec(String(link))?.[1]

  it('of 1,000 rows show each once, in order, while others are added', async () => {
    await fillWith1000(supervisor)
    const seen: Transaction[] = []
    let added = 0
    for (let path: string | undefined = '/api/site/transactions?limit=37&type=debit'; path; ) {
      const reply = await supervisor.client.get(path)
      seen.push(...expectBody(reply, 200, ROUTES.siteTransactions.answer))
      path = next(reply.headers.link)
      // Newer entries are added above, older ones below: those below are seen, in their place.
      const date = added % 2 === 0 ? new Date().toISOString() : '2020-01-01'
      if (added < 12) await recordExpenseOf(supervisor, { narration: `added ${added++}`, date, amount: '1.00' })
    }
    const filled = seen.filter((row) => row.narration.startsWith('row '))
    expect(filled).toHaveLength(1000)
    expect(new Set(seen.map((row) => row.id)).size).toBe(seen.length)
    expect(seen.filter((row) => row.date.startsWith('2020')).length).toBe(6)
    const order = seen.map((row) => row.date)
    expect(order).toEqual([...order].sort().reverse())
    // Many have one date: their order is that of the log, the last one first.
    const { rows } = await api.sql.query<{ row_id: string }>(
      `SELECT row_id FROM read.ledger_rows WHERE narration LIKE 'row %' ORDER BY date DESC, position DESC`,
    )
    expect(filled.map((row) => row.id)).toEqual(rows.map((row) => row.row_id))
  })

  it('keep their filters from page to page, and end without a link', async () => {
    const reply = await supervisor.client.get('/api/site/transactions?q=row%201&limit=200&from=2026-01-01')
    const path = next(reply.headers.link) ?? ''
    expect(path).toMatch(/q=row(\+|%20)1/)
    expect(path).toContain('from=2026-01-01')
    const rest = await supervisor.client.get(path)
    expect(rest.headers.link).toBeUndefined()
    const both = [reply, rest].flatMap((page) => expectBody(page, 200, ROUTES.siteTransactions.answer))
    // The numbers up to 1000 that have the digit 1.
    expect(new Set(both.map((row) => row.narration)).size).toBe(272)
  })

  it('have 200 rows unless told, and at most 1000', async () => {
    expect(await list(supervisor.client)).toHaveLength(200)
    expect(await list(supervisor.client, '?limit=1000')).toHaveLength(1000)
    expect(await list(supervisor.client, '?limit=1')).toHaveLength(1)
  })

  it('of people come in order too', async () => {
    const seen: string[] = []
    const counts: number[] = []
    for (let path: string | undefined = '/api/admin/sites?limit=1'; path; ) {
      const reply = await office.get(path)
      seen.push(...expectBody(reply, 200, ROUTES.adminSites.answer).map((user) => user.id))
      counts.push(Number(reply.headers['ledger-count']))
      path = next(reply.headers.link)
    }
    const all = expectBody(await office.get('/api/admin/sites'), 200, ROUTES.adminSites.answer).map((user) => user.id)
    expect(seen).toEqual(all)
    expect(all.length).toBeGreaterThan(3)
    // Each page says how many there are in all.
    expect(new Set(counts)).toEqual(new Set([all.length]))
  })

  it('have a link only where a row comes after them, in every list that has pages', async () => {
    const worker = await hireFieldUser(office, 'site_incharge')
    // A count differs only from cash that is not below zero.
    await sendMoneyTo(office, worker, '50000', { paymentMode: 'cash' })
    for (const recipient of ['Sharma', 'Gupta', 'Verma']) {
      const { id } = await recordExpenseOf(worker, { recipient })
      await askAbout(office, id, 'Where is the bill?')
      expect((await worker.client.post('/api/site/cash-counts', { amount: '0' })).status).toBe(201)
    }
    const { companyId } = api.company
    for (const size of [1, 2, 3])
      await api.sql.query("INSERT INTO signed_checkpoints (company_id, size, note) VALUES ($1, $2, 'a note')", [
        companyId,
        size,
      ])
    const paths: [TestClient, string][] = [
      [worker.client, '/api/site/transactions?type=debit'],
      [worker.client, '/api/site/transactions?q=Ten'],
      [worker.client, '/api/site/ledger?from=2020-01-01'],
      [office, `/api/admin/transactions?account=${worker.id}`],
      [office, `/api/admin/transactions?account=${worker.id}&deleted=include`],
      [office, `/api/admin/ledger?account=${worker.id}`],
      [office, `/api/admin/statement?account=${worker.id}`],
      [office, `/api/admin/statement?site=${worker.id}`],
      [worker.client, '/api/site/questions?'],
      [worker.client, '/api/site/questions?state=open'],
      [office, '/api/admin/questions?'],
      [worker.client, '/api/site/cash-counts?'],
      [office, '/api/admin/cash-counts?'],
      [office, `/api/admin/cash-counts?account=${worker.id}&last=differing`],
      [office, '/api/admin/sites?q=Worker'],
      [office, '/api/admin/supervisors?q=Worker'],
      [office, '/api/admin/beneficiaries?q=a'],
      [office, '/api/audit/checkpoints?'],
    ]
    const routes = Object.values<Route>(ROUTES).filter(hasPages)
    expect(new Set(paths.map(([, path]) => path.split('?')[0]))).toEqual(new Set(routes.map(({ path }) => path)))
    for (const [client, path] of paths) {
      const page = async (limit: number) => {
        const { headers, json } = await client.get(`${path}&limit=${limit}`)
        const { rows, next } = listOrFigures.parse(json)
        return { count: rows.length, hasNext: headers.link !== undefined || next !== null }
      }
      const { count } = await page(1000)
      expect(count, path).toBeGreaterThan(0)
      expect(await page(count), path).toEqual({ count, hasNext: false })
      if (count > 1) expect(await page(count - 1), path).toEqual({ count: count - 1, hasNext: true })
    }
    const events = async (limit: number) => {
      const reply = await office.get(`/api/audit/events?type=AccountOpened&limit=${limit}`)
      return expectBody(reply, 200, ROUTES.auditEvents.answer)
    }
    const { events: all } = await events(1000)
    expect(all.length).toBeGreaterThan(3)
    const counted = async (query: string) =>
      expectBody(await office.get(`/api/audit/events/count?${query}`), 200, ROUTES.auditEventCount.answer).count
    const { id } = await recordExpenseOf(worker)
    expect(await counted('type=AccountOpened')).toBe(all.length)
    expect(await counted(`transaction=${id}`)).toBe(1)
    expect((await office.get('/api/admin/transactions?account=site_9999999999')).json).toEqual([])
    expect((await events(all.length)).next).toBeNull()
    expect((await events(all.length - 1)).next).toBe(String(all.at(-2)?.position))
  })

  it('of the edit log, a history and a ledger at a moment name a next one only where it has rows', async () => {
    const worker = await hireFieldUser(office, 'site_incharge')
    const [{ id }] = [await recordExpenseOf(worker), await recordExpenseOf(worker), await recordExpenseOf(worker)]
    const ledgerAsOf = async (limit: number) => {
      const reply = await office.get(`/api/audit/as-of/ledger?account=${worker.id}&limit=${limit}`)
      return expectBody(reply, 200, ROUTES.auditLedgerAsOf.answer).next
    }
    expect(await ledgerAsOf(2)).toBe(2)
    expect(await ledgerAsOf(3)).toBeNull()
    const change = { ...sampleExpenseBody, amount: '2' }
    expect((await worker.client.put(`/api/site/transactions/${id}`, change)).status).toBe(200)
    const history = async (limit: number) => {
      const reply = await office.get(`/api/audit/transactions/${id}/history?limit=${limit}`)
      const { revisions, next } = expectBody(reply, 200, ROUTES.auditHistory.answer)
      return { revisions: revisions.length, hasNext: next !== null }
    }
    expect(await history(1)).toEqual({ revisions: 1, hasNext: true })
    expect(await history(2)).toEqual({ revisions: 2, hasNext: false })
    // The edit log has 200 rows on a page.
    const created = `account=${worker.id}&action=created`
    const counted = await office.get(`/api/audit/edit-log/count?${created}`)
    const { count } = expectBody(counted, 200, ROUTES.auditEditLogCount.answer)
    await Promise.all(Array.from({ length: 200 - count }, () => recordExpenseOf(worker)))
    const editLog = async () => {
      const reply = await office.get(`/api/audit/edit-log?${created}`)
      const { rows, next } = expectBody(reply, 200, ROUTES.auditEditLog.answer)
      return { rows: rows.length, last: String(rows.at(-1)?.position), next }
    }
    expect(await editLog()).toMatchObject({ rows: 200, next: null })
    await recordExpenseOf(worker)
    const { last, next } = await editLog()
    expect(next).toBe(last)
  })

  it('of people have one order through all pages, that of the reader’s language', async () => {
    for (const name of ['Zeta Rao', 'कमला', 'anil Joshi', 'अनिल']) await hireFieldUser(office, 'supervisor', { name })
    const namesIn = async (language: string) => {
      const seen: string[] = []
      for (let path: string | undefined = `/api/admin/supervisors?limit=2&language=${language}`; path; ) {
        const reply = await office.get(path)
        const page = expectBody(reply, 200, ROUTES.adminSupervisors.answer)
        expect(reply.headers['ledger-count']).toBe('5')
        seen.push(...page.map(({ firstName }) => firstName))
        path = next(reply.headers.link)
      }
      return seen
    }
    expect(await namesIn('en')).toEqual(['anil', 'Worker', 'Zeta', 'अनिल', 'कमला'])
    expect(await namesIn('hi')).toEqual(['अनिल', 'कमला', 'anil', 'Worker', 'Zeta'])
  })
})

/** Expenses "row 1" to "row 1000" on four dates, all at once: they share their appends. */
async function fillWith1000(worker: FieldUser): Promise<void> {
  const dates = ['2026-05-04', '2026-05-05', '2026-05-06', '2026-05-05T12:00:00.001+05:30']
  for (let from = 1; from <= 1000; from += 100) {
    const some = Array.from({ length: 100 }, (_, index) => from + index)
    await Promise.all(
      some.map((number) =>
        recordExpenseOf(worker, { narration: `row ${number}`, date: dates[number % 4], amount: '7.00' }),
      ),
    )
  }
}
