import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestClient } from '../../environment/network/http-client.ts'
import { type FieldUser, hireFieldUser, signInAdmin } from '../../environment/service/people-and-money.ts'
import { startTestService, type TestService } from '../../environment/service/test-service.ts'
import { sendRaw } from './raw-socket.ts'

let api: TestService
let office: TestClient

beforeAll(async () => {
  api = await startTestService()
  office = await signInAdmin(api.origin)
})
afterAll(() => api.close())

describe('several requests in one packet', () => {
  const asked = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`
  const statuses = (text: string) => text.match(/HTTP\/1\.1 \d+/g) ?? []
  const last = 'Connection: close\r\n'
  const cookieOf = ({ client }: FieldUser) =>
    `Cookie: ${[...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')}\r\n`

  const signOut = (cookie: string) => `POST /api/site/logout HTTP/1.1\r\nHost: x\r\n${cookie}\r\n`

  it('are answered, each in its turn', async () => {
    const all = [...Array.from({ length: 7 }, () => asked('/healthz')), asked('/healthz', last)]
    const { text } = await sendRaw(api.origin, [all.join('')])
    expect(statuses(text)).toEqual(all.map(() => 'HTTP/1.1 200'))
  })

  it('are done one after the other: who has signed out is nobody to the one behind', async () => {
    const leaving = cookieOf(await hireFieldUser(office, 'supervisor'))
    const balance = asked('/api/site/balance', leaving)
    const { text } = await sendRaw(api.origin, [[balance, signOut(leaving), balance, asked('/healthz', last)].join('')])
    expect(statuses(text)).toEqual([200, 204, 401, 200].map((status) => `HTTP/1.1 ${status}`))
  })

  it('end the connection where they are more than anybody asks at once, and nothing of them is done', async () => {
    const worker = await hireFieldUser(office, 'supervisor')
    const { text, openMs } = await sendRaw(api.origin, [signOut(cookieOf(worker)).repeat(9)])
    expect(statuses(text)).toEqual([])
    expect(openMs).toBeLessThan(5000)
    expect((await worker.client.get('/api/site/balance')).status).toBe(200)
  })

  it('leave nothing in memory: no answers pile up', async () => {
    const before = process.memoryUsage().rss
    const { text, openMs } = await sendRaw(api.origin, [asked('/api/openapi.json').repeat(1000)])
    expect(statuses(text)).toEqual([])
    expect(openMs).toBeLessThan(5000)
    // A thousand buffered answers of 170 kB would take 170 MB.
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000)
  })
})
