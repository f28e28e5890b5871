import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http'
import type { Route } from '@ledger/contracts/http/route-type.ts'
import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isFullRun } from '../../environment/full-run.ts'
import { type HttpReply, TestClient } from '../../environment/network/http-client.ts'
import { randomSeed } from '../../environment/random-seed.ts'
import { hireFieldUser, signInAdmin, TEST_PASSWORD } from '../../environment/service/people-and-money.ts'
import { FIRST_ADMIN, startTestService, type TestService } from '../../environment/service/test-service.ts'

const POLICY = new Map([
  ['default-src', "'none'"],
  ['script-src', "'self'"],
  ['style-src', "'self'"],
  ['img-src', "'self' data:"],
  ['font-src', "'self'"],
  ['connect-src', "'self'"],
  ['manifest-src', "'self'"],
  ['worker-src', "'self'"],
  ['base-uri', "'none'"],
  ['form-action', "'self'"],
  ['frame-ancestors', "'none'"],
])

/** Every call of the contract and every path outside it. */
const everywhere: [string, string, string][] = [
  ...Object.entries(ROUTES as Record<string, Route>).map(([name, { method, path }]): [string, string, string] => [
    name,
    method,
    path.replace(':id', 'site_9876543210'),
  ]),
  ...['/healthz', '/readyz', '/metrics', '/api/openapi.json', '/api/docs', '/api/docs/page.js'].map(
    (path): [string, string, string] => [path, 'GET', path],
  ),
  ['nothing', 'GET', '/api/nothing'],
  ['nothing, posted', 'POST', '/api/nothing'],
  ['no screen', 'GET', '/nothing.txt'],
  ['an unreadable address', 'GET', '/%'],
  ['a preflight', 'OPTIONS', '/api/site/balance'],
]

/** `npm test` asks every fifth, others with each seed: the headers are set in one place for all. */
const everyFifth = (from: number) => everywhere.filter((_, index) => isFullRun || index % 5 === (randomSeed + from) % 5)

const origins: [string, string | undefined, typeof everywhere][] = [
  ['http on this machine', undefined, everyFifth(0)],
  ['https', 'https://ledger.example.in', everyFifth(1)],
]

describe.each(origins)('over %s', (_, publicOrigin, asked) => {
  let api: TestService
  let office: TestClient
  const secure = publicOrigin !== undefined
  /** Sends the headers of a proxy that received the request over https. */
  const proxied = secure ? { 'x-forwarded-proto': 'https' } : {}

  beforeAll(async () => {
    api = await startTestService(publicOrigin === undefined ? {} : { publicOrigin })
    office = new TestClient(api.origin)
    expect((await office.post('/api/admin/login', FIRST_ADMIN, proxied)).status).toBe(200)
  })
  afterAll(() => api.close())

  it.each(asked)('%s has every header, whoever asks: %s %s', async (_name, method, path) => {
    for (const cookie of ['', [...office.cookies].map(([name, value]) => `${name}=${value}`).join('; ')]) {
      const { status, headers } = await headOf(`${api.origin}${path}`, method, { ...proxied, cookie })
      expect(headers['content-security-policy']).toBe([...POLICY].map((entry) => entry.join(' ')).join('; '))
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['referrer-policy']).toBe('no-referrer')
      expect(headers['cross-origin-opener-policy']).toBe('same-origin')
      expect(headers['cross-origin-resource-policy']).toBe('same-origin')
      expect(headers['permissions-policy']).toBe('microphone=(self), camera=(), geolocation=()')
      expect(headers['x-request-id']).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/)
      expect(headers['strict-transport-security']).toBe(secure ? 'max-age=31536000; includeSubDomains' : undefined)
      for (const name of ['server', 'x-powered-by', 'access-control-allow-origin', 'access-control-allow-methods']) {
        expect(headers[name], name).toBeUndefined()
      }
      if (path.startsWith('/api/')) expect(headers['cache-control']).toMatch(/^(private, no-cache|no-store)$/)
      const type = [204, 302].includes(status)
        ? undefined
        : /; charset=utf-8$|^application\/x-ndjson$|^text\/event-stream$/
      if (type) expect(headers['content-type']).toMatch(type)
      if (office.cookies.size > 0 && path.endsWith('/logout')) await signInAgain()
    }
  })

  async function signInAgain() {
    expect((await office.post('/api/admin/login', FIRST_ADMIN, proxied)).status).toBe(200)
  }

  it('sets cookies that scripts, other sites and plain http never see', async () => {
    const client = new TestClient(api.origin)
    const reply = await client.post('/api/admin/login', FIRST_ADMIN, proxied)
    const cookies = cookiesOf(reply)
    expect([...cookies.keys()].toSorted()).toEqual(secure ? ['__Host-device', '__Host-sid'] : ['device', 'sid'])
    for (const [name, attributes] of cookies) {
      expect(attributes, name).toContain('HttpOnly')
      expect(attributes, name).toContain('SameSite=Strict')
      expect(attributes, name).toContain('Path=/')
      expect(attributes.includes('Secure'), name).toBe(secure)
      expect(
        attributes.filter((attribute) => attribute.startsWith('Domain')),
        name,
      ).toEqual([])
    }
    // The session cookie ends with the browser; the device cookie lasts for a year.
    expect(cookies.get(secure ? '__Host-sid' : 'sid')?.filter((text) => /^(Expires|Max-Age)/.test(text))).toEqual([])
    expect(cookies.get(secure ? '__Host-device' : 'device')).toContain('Max-Age=31536000')
  })

  it('knows a device by the cookie that fits its scheme, and by no other', async () => {
    const [own, other] = secure ? ['__Host-device', 'device'] : ['device', '__Host-device']
    const device = office.cookies.get(own) ?? ''
    for (const [name, isKnown] of [[own, true] as const, [other, false] as const]) {
      const client = new TestClient(api.origin, [[name, device]])
      expect((await client.post('/api/admin/login', FIRST_ADMIN, proxied)).status).toBe(200)
      expect(client.cookies.get(own), name).toMatch(/^[\w-]{32}$/)
      expect(client.cookies.get(own) === device, name).toBe(isKnown)
    }
  })

  it('sets none for a stranger, and none with an error', async () => {
    for (const path of ['/', '/healthz', '/api/site/balance', '/api/docs', '/api/nothing']) {
      expect((await new TestClient(api.origin).get(path, proxied)).headers['set-cookie'], path).toBeUndefined()
    }
    const wrong = await new TestClient(api.origin).post(
      '/api/admin/login',
      { ...FIRST_ADMIN, password: 'Wrong-Pass-1' },
      proxied,
    )
    expect([wrong.status, wrong.headers['set-cookie']]).toEqual([401, undefined])
  })

  it('tells the browser to forget at sign-out', async () => {
    const client = new TestClient(api.origin)
    await client.post('/api/admin/login', FIRST_ADMIN, proxied)
    const reply = await client.post('/api/admin/logout', undefined, proxied)
    expect(reply.headers['clear-site-data']).toBe('"cache"')
  })
})

describe('another site', () => {
  it('gets no leave to read, and cannot make a browser post', async () => {
    const api = await startTestService()
    const office = await signInAdmin(api.origin)
    const foreign = { origin: 'https://evil.example' }
    const read = await office.get('/api/admin/sites', foreign)
    expect(read.headers['access-control-allow-origin']).toBeUndefined()
    const preflight = await api.app.inject({
      method: 'OPTIONS',
      url: '/api/admin/users',
      headers: { ...foreign, 'access-control-request-method': 'POST' },
    })
    expect([preflight.statusCode, preflight.headers['access-control-allow-origin']]).toEqual([404, undefined])
    expect((await office.post('/api/admin/logout', undefined, foreign)).status).toBe(403)
    expect((await office.post('/api/admin/logout', undefined, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    await api.close()
  })
})

describe('a shown password', () => {
  it('is kept by no cache', async () => {
    const api = await startTestService()
    const office = await signInAdmin(api.origin)
    const { id } = await hireFieldUser(office, 'site_incharge')
    const reply = await office.get(`/api/admin/users/${id}`)
    expect(reply.text).toContain(TEST_PASSWORD)
    expect(reply.headers['cache-control']).toBe('no-store')
    await api.close()
  })
})

function cookiesOf({ headers }: HttpReply): Map<string, string[]> {
  const lines = headers['set-cookie'] ?? []
  return new Map(
    lines.map((line) => {
      const [pair = '', ...attributes] = line.split(/; ?/)
      return [pair.split('=')[0] ?? '', attributes]
    }),
  )
}

/** Returns the head of an answer without waiting for the rest, because a stream has no end. */
function headOf(address: string, method: string, headers: OutgoingHttpHeaders) {
  return new Promise<{ status: number; headers: IncomingHttpHeaders }>((resolve, reject) => {
    const asked = request(address, { method, headers, agent: false }, (answer) => {
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers })
      answer.destroy()
    })
    asked.on('error', reject)
    asked.end()
  })
}
