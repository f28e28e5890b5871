import { errorBodySchema } from '@ledger/contracts/http/error-body-schema.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectBody, type HttpReply, type TestClient } from '../../environment/network/http-client.ts'
import {
  type FieldUser,
  hireFieldUser,
  sampleExpenseBody,
  signInAdmin,
} from '../../environment/service/people-and-money.ts'
import { logEnd } from '../../environment/service/read-events.ts'
import { startTestService, type TestService } from '../../environment/service/test-service.ts'
import { errorOf, sendRaw } from './raw-socket.ts'

let api: TestService
let office: TestClient
let incharge: FieldUser
let before: number

beforeAll(async () => {
  api = await startTestService()
  office = await signInAdmin(api.origin)
  incharge = await hireFieldUser(office, 'site_incharge')
  before = await logEnd(api)
})
afterAll(async () => {
  // No refused request was recorded.
  const after = await logEnd(api)
  await api.close()
  expect(after).toBe(before)
})

const PATH = '/api/site/transactions'
const refused = (reply: HttpReply, status: number) => expectBody(reply, status, errorBodySchema).code

describe('a body', () => {
  it('of more than 16 kB is 413, of 16 kB it is read', async () => {
    const padded = (bytes: number) => {
      const text = JSON.stringify({ ...sampleExpenseBody, narration: '' })
      return JSON.stringify({ ...sampleExpenseBody, narration: 'x'.repeat(bytes - text.length) })
    }
    expect(refused(await incharge.client.post(PATH, padded(16_385)), 413)).toBe('body_too_large')
    // Its narration is too long, so the error proves that the server read the body.
    const read = await incharge.client.post(PATH, padded(16_384))
    expect(expectBody(read, 400, errorBodySchema).message).toBe('Please use at most 1000 characters')
  })

  it('of unknown length is 413 as soon as it is too long', async () => {
    const cookie = [...incharge.client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const head = `POST ${PATH} HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\nContent-Type: application/json\r\n`
    const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`
    const answer = await sendRaw(api.origin, [
      `${head}Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n`,
      chunk,
      chunk,
    ])
    expect(answer.status).toBe(413)
    expect(errorOf(answer).code).toBe('body_too_large')
  })

  it.each(['{', '[1,', '{"a":}', 'null x', '\u0000', '"\\ud800', '{"type":"debit",}', 'NaN', "{'a':1}"])(
    'that is no JSON is 400: %j',
    async (text) => {
      expect(refused(await incharge.client.post(PATH, text), 400)).toBe('invalid_request')
    },
  )

  it.each([1000, 5000])('nested %i deep is 400', async (depth) => {
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const times = Math.min(depth, Math.floor(16_000 / (open.length + close.length)))
      const nested = `${open.repeat(times)}1${close.repeat(times)}`
      expect(refused(await incharge.client.post(PATH, nested), 400)).toBe('invalid_request')
      const inside = JSON.stringify(sampleExpenseBody).replace('"100.00"', nested).slice(0, 16_384)
      expect(refused(await incharge.client.post(PATH, inside), 400)).toBe('invalid_request')
    }
  })

  it.each([
    'text/plain',
    'application/json\ta',
    'application/json2',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/json',
    'application/ld+json',
    '',
  ])('of the type %j is 415', async (type) => {
    const reply = await incharge.client.post(PATH, sampleExpenseBody, { 'content-type': type })
    expect(refused(reply, 415)).toBe('unsupported_media_type')
  })

  it('may say that it is UTF-8', async () => {
    const wrong = { ...sampleExpenseBody, amount: 'x' }
    const reply = await incharge.client.post(PATH, wrong, { 'content-type': 'Application/JSON; charset=utf-8' })
    expect(expectBody(reply, 400, errorBodySchema).message).toBe('Amount must be a positive number')
  })
})

describe('an address', () => {
  it('of more than 2 kB is 400, of 2 kB it is read', async () => {
    const of = (bytes: number) => `${PATH}?q=`.padEnd(bytes, 'a')
    const long = await incharge.client.get(of(2049))
    expect(expectBody(long, 400, errorBodySchema).message).toBe('The address is too long')
    const read = await incharge.client.get(of(2048))
    expect(expectBody(read, 400, errorBodySchema).issues?.[0]?.path).toBe('q')
  })

  it.each([
    '/api/site/transactions?limit=1&limit=2',
    '/api/site/balance?a=1&a=2',
    '/api/admin/users/site_1?x=1&x=2',
    '/healthz?a&a',
  ])('that names something twice is 400: %s', async (path) => {
    expect(refused(await incharge.client.get(path), 400)).toBe('invalid_request')
  })

  it.each(['/%', '/api/site/transactions/%zz', '/api/%E0%A4%A', `/api/admin/users/${'a'.repeat(101)}`])(
    'that cannot be read names nothing: %s',
    async (path) => {
      const reply = await office.get(path)
      expect(refused(reply, 404)).toBe('not_found')
      expect(reply.headers['x-content-type-options']).toBe('nosniff')
      expect(reply.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    },
  )

  it.each(['OPTIONS', 'TRACE', 'PROPFIND', 'HEAD'])('asked with %s gives nothing away', async (method) => {
    const answer = await sendRaw(api.origin, [`${method} ${PATH} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`])
    expect([401, 404]).toContain(answer.status)
    expect(answer.text).not.toContain('Connection: close\r\nHost')
  })
})

describe('headers', () => {
  it('are at most 100', async () => {
    const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`x-${index}`, '1']))
    expect(expectBody(await api.client().get('/healthz', many(120)), 400, errorBodySchema).message).toBe(
      'The request has too many headers',
    )
    expect((await api.client().get('/healthz', many(80))).status).toBe(200)
  })

  it('name a type of at most 200 letters, because Fastify keeps types as they came', async () => {
    const typed = (length: number) => ({ 'content-type': 'application/json; a='.padEnd(length, 'a') })
    const post = (length: number) => api.client().post('/api/site/login', {}, typed(length))
    expect(expectBody(await post(201), 400, errorBodySchema).message).toBe('The content type is too long')
    expect(expectBody(await post(200), 400, errorBodySchema).message).toBe(
      'Please enter both mobile number and password',
    )
  })

  it('are at most 16 kB', async () => {
    const answer = await sendRaw(api.origin, [
      `GET /healthz HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(17_000)}\r\n\r\n`,
    ])
    expect(answer.status).toBe(400)
    expect(errorOf(answer).message).toBe('The headers are too large')
  })

  it('name a host', async () => {
    const answer = await sendRaw(api.origin, ['GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n'])
    expect(answer.status).toBe(400)
    expect(errorOf(answer).message).toBe('The request names no host')
  })
})

describe('a header that decides something', () => {
  const get = (...lines: string[]) =>
    sendRaw(api.origin, [`GET /healthz HTTP/1.1\r\n${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`])

  it.each([
    ['Host: ledger.example.in', 'Host: other.example.in'],
    ['Host: x', 'hOST: x'],
    ['Origin: http://localhost', 'Origin: https://evil.example'],
    ['Sec-Fetch-Site: same-origin', 'Sec-Fetch-Site: cross-site'],
    ['Cookie: sid=a', 'Cookie: sid=b'],
    ['Authorization: Bearer a', 'Authorization: Bearer b'],
    ['Content-Type: application/json', 'Content-Type: text/plain'],
    ['Idempotency-Key: one-of-two', 'Idempotency-Key: two-of-two'],
    ['If-Match: "1"', 'If-Match: "2"'],
    ['User-Agent: a', 'User-Agent: b'],
  ])('is there once, or the request is 400: %s, %s', async (one, other) => {
    const host = one.startsWith('Host') ? [] : ['Host: x']
    const twice = await get(...host, one, other)
    expect(twice.status).toBe(400)
    expect(errorOf(twice).message).toBe(`The request has two headers ${one.split(':')[0]?.toLowerCase()}`)
    expect((await get(...host, one)).status).toBe(200)
  })

  it('is left alone where a list may stand in several lines', async () => {
    expect(
      (await get('Host: x', 'X-Forwarded-For: 1.2.3.4', 'X-Forwarded-For: 1.2.3.5', 'Accept: a/b', 'Accept: */*'))
        .status,
    ).toBe(200)
  })

  it.each(['', 'a, b', 'a b', 'a/b', 'user@a', 'a:b', '[::1', 'a\t', 'x<script>'])(
    'names a host that can be: %j',
    async (host) => {
      // Blanks around a header value do not belong to it.
      expect((await get(`Host: ${host}`)).status).toBe(host.trim() === 'a' ? 200 : 400)
    },
  )

  it.each(['localhost', '127.0.0.1:3000', '[::1]:3000', 'ledger.example.in', 'LEDGER.example.in:', 'x_y-z'])(
    'is read: Host: %s',
    async (host) => {
      expect((await get(`Host: ${host}`)).status).toBe(200)
    },
  )
})

describe('what is no HTTP', () => {
  const post = `POST ${PATH} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`
  const smuggled = `GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n`
  const broken: [string, string][] = [
    ['both lengths', `${post}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`],
    [
      'both lengths, the other way',
      `${post}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n${smuggled}`,
    ],
    ['two lengths', `${post}Content-Length: 5\r\nContent-Length: 6\r\n\r\n12345${smuggled}`],
    ['the same length twice', `${post}Content-Length: 5\r\nContent-Length: 5\r\n\r\n12345${smuggled}`],
    ['a hidden encoding', `${post}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${smuggled}`],
    ['an encoding after chunked', `${post}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${smuggled}`],
    ['a negative length', `${post}Content-Length: -1\r\n\r\n${smuggled}`],
    ['a length with a sign', `${post}Content-Length: +5\r\n\r\n12345${smuggled}`],
    ['a space before the colon', `${post}Content-Length : 5\r\n\r\n12345${smuggled}`],
    ['a folded header', `${post}X-A: b\r\n Content-Length: 5\r\n\r\n${smuggled}`],
    ['a bare line feed', 'GET /healthz HTTP/1.1\nHost: x\n\n'],
    ['a NUL in a header', 'GET /healthz HTTP/1.1\r\nHost: x\r\nX-A: a\u0000b\r\n\r\n'],
    ['an odd chunk size', `${post}Transfer-Encoding: chunked\r\n\r\n0x5\r\n12345\r\n0\r\n\r\n${smuggled}`],
    ['HTTP of another version', 'GET /healthz HTTP/9.9\r\nHost: x\r\n\r\n'],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['TLS', '\u0016\u0003\u0001\u0000\u00a5\u0001\u0000\u0000'],
    ['words', 'hello, is anybody there?\r\n\r\n'],
  ]
  it.each(broken)('is 400 with the error body, and the end of the connection: %s', async (_, text) => {
    const answer = await sendRaw(api.origin, [text])
    expect(answer.status).toBe(400)
    expect(errorOf(answer).code).toBe('invalid_request')
    expect(answer.headers.get('connection')).toBe('close')
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    // One answer: the bytes after the broken request were not read as another request.
    expect(answer.text.match(/HTTP\/1\.1 /g)).toHaveLength(1)
  })

  it('is one line in the log, with the parser’s code and none of its bytes', async () => {
    const count = api.logs.length
    await sendRaw(api.origin, ['GET /api/admin/users/site_9876543210 HTTP/9.9\r\nX-Secret: canary-in-a-header\r\n\r\n'])
    const lines = api.logs.slice(count)
    expect(lines).toHaveLength(1)
    // Ignores the time, because its milliseconds may contain the digits by chance.
    const { time: _, ...line } = JSON.parse(lines[0] ?? '')
    expect(line).toMatchObject({ msg: 'malformed request', status: 400, code: 'HPE_INVALID_VERSION' })
    expect(JSON.stringify(line)).not.toMatch(/canary|site_|98765/)
  })
})
