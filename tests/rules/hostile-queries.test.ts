import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../environment/files/temporary-folder.ts'
import type { TestClient } from '../environment/network/http-client.ts'
import {
  type FieldUser,
  hireFieldUser,
  recordExpenseOf,
  sampleExpenseBody,
  signInAdmin,
  TEST_PASSWORD,
} from '../environment/service/people-and-money.ts'
import { logEnd } from '../environment/service/read-events.ts'
import { startTestService, type TestService } from '../environment/service/test-service.ts'
import { INJECTION_STRINGS } from './injection-strings.ts'

/** security.md, Input, in addresses and headers. */

let api: TestService
let office: TestClient
let incharge: FieldUser
let ids: { expense: string }
beforeAll(async () => {
  // The web app's files are found by address, too.
  const web = temporaryFolder()
  writeFileSync(join(web, 'index.html'), '<!doctype html>')
  api = await startTestService({ web })
  office = await signInAdmin(api.origin)
  incharge = await hireFieldUser(office, 'site_incharge')
  await recordExpenseOf(incharge)
  ids = { expense: (await recordExpenseOf(incharge)).id }
})
afterAll(() => api.close())

describe('an address', () => {
  // Sent unchanged: a browser would normalise the path.
  it.each(['//x', '/..', '/%00', '/a/../b', '/./x', '/assets/../../package.json', '/%2e%2e/package.json', '/x%2fy'])(
    '%s that is none is answered as one',
    async (path) => {
      const reply = await api.client().get(path)
      expect(reply.status, reply.text).toBeLessThan(405)
      expect([400, 404].includes(reply.status) || reply.text.includes('<!doctype html>')).toBe(true)
    },
  )
})

describe('a query of the audit', () => {
  it.each([
    'type=%00',
    'account=%00',
    'actor=a%00b',
    'transaction=%E2%80%8B',
    'from=0000-01-01T00:00:00%2B14:00',
    'to=9999-12-31T23:59:59-14:00',
    'from=2026-02-30T00:00:00Z',
    'from=2026-02-30',
    'to=2026-01-01T00:00:00%2B99:99',
    'from=2026-01-01T00:00:00',
  ])('%s is refused', async (query) => {
    const reply = await office.get(`/api/audit/events?${query}`)
    expect(reply.status, reply.text).toBe(400)
  })

  it('takes a day, an instant with an offset, and nothing', async () => {
    const at = ['2026-04-01', '2026-04-01T06:30:00Z', '2026-04-01T06:30:00.123456%2B05:30', '']
    for (const from of at) expect((await office.get(`/api/audit/events?from=${from}&to=${from}`)).status).toBe(200)
  })

  it.each(['a\0b@c.in', 'a\ud800@c.in', 'a@\u202ec.in'])(
    'an e-mail address %j of an auditor is refused',
    async (email) => {
      const reply = await office.post('/api/admin/auditors', { name: 'Asha Auditor', email, password: TEST_PASSWORD })
      expect(reply.status, reply.text).toBe(400)
    },
  )
})

describe('a query', () => {
  const QUERIES = [
    ...[
      'limit=0',
      'limit=1001',
      'limit=-1',
      'limit=1e3',
      'limit=x',
      'limit=',
      'limit=1&limit=2',
      'limit[]=1',
      'limit[a]=1',
    ],
    ...[
      'from=2026-02-30',
      'from=today',
      'to=1',
      'from=2026-04-01&from=2026-04-02',
      'type=transfer',
      'type=credit&type=debit',
    ],
    ...[
      'type=',
      'q=a&q=b',
      `q=${'x'.repeat(101)}`,
      'unknown=1',
      '__proto__=1',
      'constructor=1',
      'account=x',
      'cursor=a&cursor=b',
    ],
  ]
  it.each(QUERIES)('%s is refused', async (query) => {
    const reply = await incharge.client.get(`/api/site/transactions?${query}`)
    expect(reply.status, reply.text).toBe(400)
    expect(reply.json).toMatchObject({ code: 'invalid_request' })
  })

  it('is never a fault, whatever is looked for', async () => {
    for (const text of [...INJECTION_STRINGS, '\u0000', '%', '_', '\\', '\\\\', "'", '\ud83d']) {
      const q = encodeURIComponent(text.isWellFormed() ? text : 'x').slice(0, 300)
      for (const path of [`/api/site/transactions?q=${q}`, `/api/site/transactions?cursor=${q}`]) {
        const reply = await incharge.client.get(path)
        expect([200, 400, 404], `${path}: ${reply.text}`).toContain(reply.status)
      }
      for (const path of [
        `/api/admin/sites?q=${q}`,
        `/api/admin/transactions?account=${q}`,
        `/api/admin/sites?cursor=${q}`,
      ]) {
        const reply = await office.get(path)
        expect([200, 400, 404], `${path}: ${reply.text}`).toContain(reply.status)
      }
    }
  })

  it('is refused where a name or a value of it is no text, and so is a path', async () => {
    for (const query of ['q=a%00b', 'cursor=%00', '%00=1', 'account=%00'])
      expect((await office.get(`/api/admin/transactions?${query}`)).json, query).toMatchObject({
        ...{ status: 400, message: 'Please remove characters that cannot be printed' },
      })
    for (const path of ['/api/admin/users/%00', `/api/admin/transactions/${ids.expense}%00`])
      expect((await office.delete(path)).status, path).toBe(400)
  })

  it('with a cursor of nobody begins at the top or is refused, and shows nobody else', async () => {
    const stranger = await hireFieldUser(office, 'site_incharge')
    const rows = await incharge.client.get('/api/site/transactions?limit=1')
    const cursor = /cursor=([^&>]+)/.exec(String(rows.headers.link))?.[1] ?? ''
    expect(cursor).not.toBe('')
    expect((await stranger.client.get(`/api/site/transactions?cursor=${cursor}`)).text).toBe('[]')
    for (const wrong of [
      'x',
      '0',
      '-1',
      '9999-99-99T99:99:99.999Z_1_x',
      `9999-99-99T99:99:99.999Z_1_${'a'.repeat(36)}`,
    ]) {
      expect([200, 400], wrong).toContain((await incharge.client.get(`/api/site/transactions?cursor=${wrong}`)).status)
      expect([200, 400], wrong).toContain((await office.get(`/api/admin/sites?cursor=${wrong}`)).status)
    }
  })
})

it('refuses hostile headers, and logs no line of a stranger’s making', async () => {
  const before = await logEnd(api)
  const keys = ['short', 'x'.repeat(129), 'with space', 'tab\tin', 'ünïcode-key', '']
  for (const key of keys) {
    const reply = await incharge.client.post('/api/site/transactions', sampleExpenseBody, {
      'idempotency-key': Buffer.from(key).toString('latin1'),
    })
    expect(reply.status, key).toBe(400)
  }
  for (const revision of ['x', '-1', '0', '"0"', '1.5', '99999999999', '"1", "2"', 'W/"x"']) {
    const reply = await incharge.client.delete(`/api/site/transactions/${ids.expense}`, { 'if-match': revision })
    expect(reply.status, revision).toBe(400)
  }
  expect(await logEnd(api)).toBe(before)
  await api.client().post('/api/site/login', { mobile: '9\n{"level":60,"msg":"forged"}', password: TEST_PASSWORD })
  for (const line of api.logs) expect(() => JSON.parse(line)).not.toThrow()
  expect(api.logs.join('')).not.toContain('forged')
})
