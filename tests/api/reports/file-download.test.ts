import { Readable } from 'node:stream'
import { sendFileDownload } from '@ledger/ledger-service/http/streams/file-download.ts'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
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
