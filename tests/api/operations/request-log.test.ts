import { LOG_OPTIONS, maskMobileNumbers } from '@ledger/contracts/text/log-redaction.ts'
import { addCompany, addCompanyHost, setCompanyDisabled } from '@ledger/ledger-service/companies/manage-companies.ts'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { TestClient } from '../../environment/network/http-client.ts'
import {
  type FieldUser,
  hireFieldUser,
  recordExpenseOf,
  signInAdmin,
} from '../../environment/service/people-and-money.ts'
import { eventsAfter, logEnd } from '../../environment/service/read-events.ts'
import { startTestService, type TestService } from '../../environment/service/test-service.ts'

/** Every field that the log line of a request may have. */
const requestLine = z.strictObject({
  level: z.literal('info'),
  time: z.int(),
  pid: z.int(),
  hostname: z.string(),
  reqId: z.uuidv7(),
  companyId: z.uuid().optional(),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  route: z.string().startsWith('/').optional(),
  status: z.int(),
  ms: z.int(),
  account: z.uuid().optional(),
  msg: z.literal('request'),
})

describe('the log of requests', () => {
  let api: TestService
  let office: TestClient
  let incharge: FieldUser
  /** Returns the lines that are logged from here on; the line of a request is written after its answer. */
  async function linesOf(work: () => Promise<unknown>, count = 1): Promise<string[]> {
    const from = api.logs.length
    await work()
    await expect.poll(() => api.logs.length).toBeGreaterThanOrEqual(from + count)
    return api.logs.slice(from)
  }

  beforeAll(async () => {
    api = await startTestService()
    office = await signInAdmin(api.origin)
    incharge = await hireFieldUser(office, 'site_incharge')
    // Two sign-ins and the request that opens the account.
    await vi.waitFor(() => expect(api.logs.filter((line) => line.includes('"msg":"request"'))).toHaveLength(3))
  })
  afterAll(() => api.close())

  it('has one line of JSON for each, with these fields and no other', async () => {
    const lines = await linesOf(async () => {
      await recordExpenseOf(incharge)
      await incharge.client.get('/api/site/transactions?q=Sharma&limit=5')
      await incharge.client.get('/api/admin/sites')
      await api.client().post('/api/site/login', '{')
    }, 4)
    expect(lines).toHaveLength(4)
    for (const line of lines) {
      expect(line.indexOf('\n')).toBe(line.length - 1)
      requestLine.parse(JSON.parse(line))
    }
  })

  it('has the pattern of an address and never the address, its query, a name or a body', async () => {
    const [line = ''] = await linesOf(() => office.get(`/api/admin/users/${incharge.id}?note=Sharma-Traders`))
    expect(requestLine.parse(JSON.parse(line))).toMatchObject({ route: '/api/admin/users/:id', status: 200 })
    const others = await linesOf(async () => {
      await office.get(`/${incharge.mobile}`)
      await office.get(`/api/${incharge.id}/x`)
      await office.get(`/%/${incharge.id}`)
      await office.get(`/api/admin/users/${incharge.id}${'0'.repeat(100)}`)
      await api.client().post('/api/site/login', { mobile: incharge.mobile, password: 'Canary-Pass-9' })
      await office.get('/healthz', { 'user-agent': 'Canary Agent', 'x-secret': 'Canary-Header' })
    }, 4)
    for (const text of [line, ...others]) {
      expect(text).not.toContain(incharge.mobile)
      expect(text).not.toContain(incharge.id)
      expect(text).not.toMatch(/Sharma|Canary/)
    }
  })

  it('names the account by its inner id, and nobody without a session', async () => {
    const [mine = ''] = await linesOf(() => incharge.client.get('/api/site/balance'))
    const [nobodys = ''] = await linesOf(() => api.client().get('/api/site/balance'))
    expect(requestLine.parse(JSON.parse(mine)).account).toBeDefined()
    expect(requestLine.parse(JSON.parse(nobodys))).toMatchObject({ status: 401 })
    expect(requestLine.parse(JSON.parse(nobodys)).account).toBeUndefined()
  })

  it('has the request id that is in the answer and in the event', async () => {
    const before = await logEnd(api)
    const from = api.logs.length
    const body = { type: 'debit', amount: '5', recipient: 'A', purpose: 'B', paymentMode: 'cash', narration: 'C' }
    const reply = await incharge.client.post('/api/site/transactions', body, { 'user-agent': 'site phone\t1' })
    expect(reply.status).toBe(201)
    const id = reply.headers['x-request-id']
    const [event, ...more] = await eventsAfter(api, before)
    expect(more).toEqual([])
    expect(event?.meta).toEqual({ requestId: id, ip: '127.0.0.1', agent: 'site phone\t1' })
    await expect.poll(() => api.logs.slice(from).some((line) => line.includes(`"reqId":"${id}"`))).toBe(true)
  })

  it('takes no request id from outside, and gives each its own', async () => {
    const ids = new Set<unknown>()
    for (let call = 0; call < 50; call += 1) {
      const reply = await api.client().get('/healthz', { 'x-request-id': 'forged', 'request-id': 'forged' })
      ids.add(reply.headers['x-request-id'])
    }
    expect(ids.size).toBe(50)
    expect(ids).not.toContain('forged')
  })
})

it('of several companies each line of a request says whose it was, and of none where it was nobody’s', async () => {
  const api = await startTestService({ servesEveryCompany: true })
  const acme = api.company.companyId
  await addCompanyHost(api.sql, acme, 'acme.localhost')
  const made = await addCompany(api.sql, { name: 'Beta', hosts: ['beta.localhost'] })
  if ('refused' in made) return expect.fail(made.refused)
  const beta = made.companyId
  await api.atCompany(beta, 'beta.localhost')
  async function lineOf(host: string, path = '/api/site/auth') {
    const { headers } = await new TestClient(api.origin.replace('127.0.0.1', host)).get(path)
    const isOfIt = (line: string) => line.includes(`"reqId":"${headers['x-request-id']}"`)
    await expect.poll(() => api.logs.some(isOfIt)).toBe(true)
    return requestLine.parse(JSON.parse(api.logs.find(isOfIt) ?? ''))
  }
  expect(await lineOf('acme.localhost')).toMatchObject({ status: 401, companyId: acme })
  expect(await lineOf('beta.localhost')).toMatchObject({ status: 401, companyId: beta })
  expect((await lineOf('nobody.localhost')).companyId).toBe(undefined)
  expect((await lineOf('beta.localhost', '/healthz')).companyId).toBe(undefined)
  await setCompanyDisabled(api.sql, beta, true)
  await api.atCompany(acme, 'acme.localhost')
  expect(await lineOf('beta.localhost')).toMatchObject({ status: 404, companyId: beta })
  await api.close()
})

describe('a line, whoever writes it', () => {
  function written(write: (log: pino.Logger) => void): string {
    const lines: string[] = []
    write(pino({ ...LOG_OPTIONS, base: null, timestamp: false }, { write: (line: string) => lines.push(line) }))
    return lines.join('')
  }

  it('has no mobile number in clear', () => {
    const line = written((log) =>
      log.info({ id: 'site_9876543210', path: '/x/9876543210' }, 'called +919876543210, 9876543210'),
    )
    expect(JSON.parse(line)).toEqual({
      level: 'info',
      id: 'site_98xxxxxx10',
      path: '/x/98xxxxxx10',
      msg: 'called 98xxxxxx10, 98xxxxxx10',
    })
  })

  it('keeps numbers, times and ids as they are', () => {
    const text = JSON.stringify({
      time: 1795250694007,
      count: 1234567890,
      list: [1, 1234567890],
      share: 0.1234567891,
      id: '01a1fd47-a376-70ea-ab15-123456789012',
      hash: 'a1234567890bcdef1234567890abcdef',
    })
    expect(maskMobileNumbers(text)).toBe(text)
  })

  it('is one line, whatever a text holds', () => {
    const line = written((log) => log.info({ text: 'a\r\n{"level":"fatal"}\u2028\u0000' }, 'b\r\nc'))
    expect(line.trimEnd().split(/[\r\n]/)).toHaveLength(1)
    expect(JSON.parse(line)).toMatchObject({ level: 'info', msg: 'b\r\nc' })
  })

  it('has of an error its name, code and stack, and of a request nothing', () => {
    const error = Object.assign(new Error('broken'), {
      code: '23505',
      detail: 'Key (name)=(canary)',
      rawPacket: 'canary',
    })
    const line = written((log) => {
      log.error(error)
      log.error({ err: error, req: { url: '/canary' }, res: { canary: true } }, 'failed')
    })
    expect(line).not.toContain('canary')
    expect(line).toContain('23505')
  })
})
