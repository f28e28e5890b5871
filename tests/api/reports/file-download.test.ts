import { Readable } from 'node:stream'
import { sendFileDownload } from '@ledger/ledger-service/http/streams/file-download.ts'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { rowsOfCsv } from '../../environment/files/independent-file-readers.ts'
import type { TestClient } from '../../environment/network/http-client.ts'
import {
  type FieldUser,
  hireFieldUser,
  recordExpenseOf,
  sendMoneyTo,
  signInAdmin,
} from '../../environment/service/people-and-money.ts'
import { eventsAfter } from '../../environment/service/read-events.ts'
import { startTestService, type TestService } from '../../environment/service/test-service.ts'

let api: TestService
let office: TestClient
let incharge: FieldUser
beforeAll(async () => {
  api = await startTestService()
  office = await signInAdmin(api.origin)
  incharge = await hireFieldUser(office, 'site_incharge')
  await sendMoneyTo(office, incharge, '1000.00')
  await recordExpenseOf(incharge)
})
afterAll(() => api.close())

it('records how many rows of the edit log somebody took away', async () => {
  for (const [query, years] of [
    ['', 1],
    ['&year=2001', 0],
  ] as const) {
    const reply = await office.get(`/api/audit/edit-log/file?format=csv${query}`)
    expect(reply.status).toBe(200)
    const [recorded] = (await eventsAfter(api, 0, 'ReportExported')).slice(-1)
    const rows = await rowsOfCsv(reply.text)
    // A change has one line for each field, all with its position.
    const changes = new Set(rows.slice(1).map(([position]) => position)).size
    expect(recorded?.data).toEqual({ report: 'edit-log', format: 'csv', rows: changes })
    expect(changes > 0).toBe(years === 1)
  }
})

it('sends no file to somebody whose session ended before the file was recorded', async () => {
  const march = 'from=2026-03-01&to=2026-03-31'
  expect((await office.get(`/api/admin/tally?${march}&format=csv`)).status).toBe(200)
  const [tally] = (await eventsAfter(api, 0, 'TallyExported')).slice(-1)
  const before = await eventsAfter(api, 0)
  const { log } = api.company
  const submit = log.submit.bind(log)
  // The password was changed while the export was prepared.
  vi.spyOn(log, 'submit').mockImplementation((submission) => {
    const { command } = submission
    const by = 'account' in command.by ? { ...command.by, epoch: command.by.epoch + 1 } : command.by
    return submit({ ...submission, command: { ...command, by } })
  })
  const asks = [
    '/api/audit/export',
    '/api/audit/edit-log/file?format=csv',
    `/api/admin/statement/file?account=${incharge.id}&format=csv`,
    `/api/admin/cash-book/file?account=${incharge.id}&${march}&format=csv`,
    `/api/admin/tax-list/file?${march}&format=csv`,
    '/api/admin/trial-balance/file?dated=2026-03-31&format=csv',
    `/api/admin/tally?${march}&format=csv`,
    `/api/admin/tally/exports/${tally?.position}/file`,
  ].map((path) => [path, () => office.get(path)] as const)
  const told = { report: 'transactions', format: 'xlsx', rows: 3 }
  for (const [what, ask] of [
    ...asks,
    ['an export made in the browser', () => office.post('/api/audit/exported', told)],
  ] as const)
    expect(await ask(), what).toMatchObject({ status: 401, json: { code: 'unauthorized' } })
  vi.restoreAllMocks()
  expect(await eventsAfter(api, 0)).toEqual(before)
})

it('breaks a file off that fails half-way, so that no browser takes it for whole, and logs why', async () => {
  const logged: string[] = []
  const app = Fastify({ logger: { level: 'error', stream: { write: (line: string) => logged.push(line) } } })
  async function* halves() {
    yield 'the first half, '
    await new Promise((resolve) => setTimeout(resolve, 50))
    throw new RangeError('no second half')
  }
  app.get('/', (_, reply) => sendFileDownload(reply, Readable.from(halves()), { type: 'text/plain', name: 'half.txt' }))
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const response = await fetch(address)
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="half.txt"')
  await expect(response.blob()).rejects.toThrow()
  await expect.poll(() => logged.join('')).toContain('no second half')
  expect(logged.join('')).toContain('"file":"half.txt"')
  await app.close()
})

it('logs nothing where whoever asked for a file went away', async () => {
  const logged: string[] = []
  const app = Fastify({ logger: { level: 'error', stream: { write: (line: string) => logged.push(line) } } })
  const file = new Readable({ read: () => undefined })
  app.get('/', (_, reply) => sendFileDownload(reply, file, { type: 'text/plain', name: 'long.txt' }))
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const leaving = new AbortController()
  file.push('begun')
  const response = await fetch(address, { signal: leaving.signal })
  leaving.abort()
  await expect(response.text()).rejects.toThrow()
  await expect.poll(() => file.destroyed).toBe(true)
  expect(logged).toEqual([])
  await app.close()
})
