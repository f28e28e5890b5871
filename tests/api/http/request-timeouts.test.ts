import { REQUEST_BODY_LIMIT, SERVER_LIMITS, UPLOAD_RATE } from '@ledger/ledger-service/http/plugins/request-limits.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { samplePdf } from '../../environment/files/sample-bills.ts'
import { isFullRun } from '../../environment/full-run.ts'
import type { TestClient } from '../../environment/network/http-client.ts'
import {
  type FieldUser,
  hireFieldUser,
  sampleExpenseBody,
  signInAdmin,
} from '../../environment/service/people-and-money.ts'
import { logEnd } from '../../environment/service/read-events.ts'
import { startTestService, type TestService } from '../../environment/service/test-service.ts'
import { errorOf, type RawAnswer, sendRaw } from './raw-socket.ts'

/** The precision of Node's limits (LIMITS.http.connectionsCheckingInterval), and the delay of a busy machine. */
const SLACK_MS = 2500
const SHORT_MS = 600
/** The product's own limits of a body; `npm test` waits for shorter ones. */
const USUAL = { body: { ...REQUEST_BODY_LIMIT }, upload: { ...UPLOAD_RATE } }
const SLOW_BODY = `POST /api/site/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`

describe('a request that does not end', () => {
  let api: TestService
  let incharge: FieldUser
  let cookie: string
  /** Takes as long as a body may; meanwhile the other tests run against a service with shorter limits. */
  let usual: TestService
  let slowBody: Promise<RawAnswer>
  /** Take a window of the least rate: one sends a byte each half second, the other stops for longer in its middle. */
  let slowUpload: Promise<RawAnswer>
  let stoppedUpload: Promise<RawAnswer>
  beforeAll(async () => {
    if (!isFullRun) {
      REQUEST_BODY_LIMIT.timeoutMs = 5000
      UPLOAD_RATE.windowMs = 5000
    }
    usual = await startTestService()
    slowBody = sendRaw(usual.origin, [SLOW_BODY], { limitMs: 20_000 })
    const { client } = await hireFieldUser(await signInAdmin(usual.origin), 'site_incharge')
    const head = (length: number) =>
      `POST /api/bills HTTP/1.1\r\nHost: x\r\nConnection: close\r\nCookie: ${cookieOf(client)}\r\nContent-Length: ${length}\r\n\r\n`
    slowUpload = sendRaw(usual.origin, [head(5000), ...'x'.repeat(120)], { pauseMs: 500, limitMs: 60_000 })
    const pdf = samplePdf('x'.repeat(2 * UPLOAD_RATE.bytes)).toString('latin1')
    const [begin, rest] = [pdf.slice(0, 1.5 * UPLOAD_RATE.bytes), pdf.slice(1.5 * UPLOAD_RATE.bytes)]
    const stop = { pauseMs: UPLOAD_RATE.windowMs + 500, limitMs: 90_000 }
    stoppedUpload = sendRaw(usual.origin, [head(pdf.length) + begin, rest], stop)
    api = await startTestService()
    incharge = await hireFieldUser(await signInAdmin(api.origin), 'site_incharge')
    cookie = cookieOf(incharge.client)
  })
  afterAll(async () => {
    Object.assign(REQUEST_BODY_LIMIT, USUAL.body)
    Object.assign(UPLOAD_RATE, USUAL.upload)
    await Promise.all([api.close(), usual.close()])
  })

  it('has 120 s where it is a file, 10 s where it is none, and 5 s for its headers', () => {
    expect(USUAL).toEqual({ body: { timeoutMs: 10_000 }, upload: { windowMs: 20_000, bytes: 20_000 } })
    expect(api.app.server.requestTimeout).toBe(120_000)
    expect(api.app.server.headersTimeout).toBe(5000)
    expect(api.app.server.keepAliveTimeout).toBe(65_000)
  })

  it('in its body is 408 after the limit, however regularly a byte comes, and records nothing', async () => {
    api.app.server.requestTimeout = SHORT_MS
    const before = await logEnd(api)
    const body = JSON.stringify(sampleExpenseBody)
    const head = `POST /api/site/transactions HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\nContent-Type: application/json\r\n`
    const parts = [`${head}Content-Length: ${body.length}\r\n\r\n`, ...body.slice(0, 60)]
    const answer = await sendRaw(api.origin, parts, { pauseMs: 100 })
    expect(answer.status).toBe(408)
    expect(errorOf(answer)).toMatchObject({ status: 408, code: 'too_slow' })
    expect(answer.headers.get('connection')).toBe('close')
    expect(answer.openMs).toBeGreaterThan(SHORT_MS - 50)
    expect(answer.openMs).toBeLessThan(SHORT_MS + SLACK_MS + 60 * 100)
    expect(await logEnd(api)).toBe(before)
  })

  it('in its headers is 408 after the limit', async () => {
    api.app.server.headersTimeout = SHORT_MS
    const parts = [
      'GET /healthz HTTP/1.1\r\nHost: x\r\n',
      ...Array.from({ length: 60 }, (_, index) => `X-${index}: 1\r\n`),
    ]
    const answer = await sendRaw(api.origin, parts, { pauseMs: 100 })
    expect(answer.status).toBe(408)
    expect(errorOf(answer).code).toBe('too_slow')
    expect(answer.openMs).toBeLessThan(SHORT_MS + SLACK_MS + 60 * 100)
  })

  it('keeps nobody else waiting, a hundred of them at once', async () => {
    api.app.server.requestTimeout = SERVER_LIMITS.requestTimeout
    let isOver = false
    const over = () => {
      isOver = true
    }
    const slow = Array.from({ length: 100 }, () => sendRaw(api.origin, [SLOW_BODY], { limitMs: 20_000 }).finally(over))
    for (let call = 0; call < 20; call += 1) expect((await incharge.client.get('/api/site/balance')).status).toBe(200)
    expect(isOver).toBe(false)
    api.app.server.requestTimeout = SHORT_MS
    const answers = await Promise.all(slow)
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([408]))
  })

  it('has so long for its body, however slowly it comes', async () => {
    const answer = await slowBody
    expect(errorOf(answer)).toMatchObject({ status: 408, code: 'too_slow' })
    expect(answer.openMs).toBeGreaterThan(REQUEST_BODY_LIMIT.timeoutMs - 100)
  })

  // Two windows of the minimum rate pass, and more on a busy machine.
  const patience = { timeout: 120_000 }
  it(
    'and is a file ends with 408 where less comes than the least rate, and goes on where it only stops for a while',
    patience,
    async () => {
      const slow = await slowUpload
      expect(errorOf(slow)).toMatchObject({ status: 408, code: 'too_slow' })
      expect(slow.headers.get('connection')).toBe('close')
      expect((await stoppedUpload).status).toBe(201)
    },
  )

  it('is no fault of the ledger: no error is logged', () => {
    const lines = api.logs.map((line) => JSON.parse(line) as { level: string; status?: number })
    expect(lines.filter(({ level }) => level === 'error')).toEqual([])
    expect(lines.filter(({ status }) => status === 503)).toEqual([])
  })
})

const cookieOf = ({ cookies }: TestClient) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
