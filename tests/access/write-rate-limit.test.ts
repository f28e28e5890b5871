import { setTimeout as sleep } from 'node:timers/promises'
import { openTokenBucket } from '@ledger/ledger-service/access/token-bucket.ts'
import { readApiConfiguration } from '@ledger/ledger-service/configuration/api-configuration.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HttpReply, TestClient } from '../environment/network/http-client.ts'
import { hireFieldUser, sampleExpenseBody, sendMoneyTo, signInAdmin } from '../environment/service/people-and-money.ts'
import { logEnd } from '../environment/service/read-events.ts'
import { startTestService, type TestService } from '../environment/service/test-service.ts'

/** api.md, WRITE_LIMIT: ten commands a second for each field account, with a burst of six hundred. */

describe('the limit', () => {
  it('is a burst, and then as many as time gives back; what was refused does not count', () => {
    let now = 5000
    const limit = openTokenBucket(() => now)
    const take = (count: number, account = 'asha') =>
      Array.from({ length: count }, () => limit.take(account)).filter((wait) => wait === 0).length
    expect(take(1000)).toBe(600)
    expect(limit.take('asha')).toBe(1)
    expect(take(600, 'ravi')).toBe(600)
    now += 1000
    expect(take(1000)).toBe(10)
    now += 30_000
    expect(take(1000)).toBe(300)
    now += 3_600_000
    expect(take(1000)).toBe(600)
  })

  it('is off only where that is said, and never in production', () => {
    const read = (given: object) =>
      readApiConfiguration({ DATABASE_URL: 'postgres://ledger@localhost/ledger', ...given })
    expect(read({})).toMatchObject({ writeLimit: true })
    expect(read({ WRITE_LIMIT: 'off' })).toMatchObject({ writeLimit: false })
    expect(read({ WRITE_LIMIT: 'no' })).toEqual({ wrong: 'WRITE_LIMIT must be on or off' })
    const production = { NODE_ENV: 'production', EMBEDDED_POSTGRES: '1', WRITE_LIMIT: 'off' }
    expect(read(production)).toEqual({ wrong: 'WRITE_LIMIT=off is for load tests only and is refused in production' })
  })
})

describe('a field user who writes without end', () => {
  let api: TestService
  let office: TestClient
  beforeAll(async () => {
    api = await startTestService({ limitsWrites: true })
    office = await signInAdmin(api.origin)
  })
  afterAll(() => api.close())

  it('is told to wait, books nothing meanwhile, and keeps nobody else from writing', async () => {
    const worker = await hireFieldUser(office, 'site_incharge')
    const other = await hireFieldUser(office, 'supervisor')
    const write = (index: number, client = worker.client): Promise<HttpReply> =>
      client.post(
        '/api/site/transactions',
        { ...sampleExpenseBody, amount: '1.00', narration: `Number ${index}` },
        key(index),
      )
    const key = (index: number) => ({ 'idempotency-key': `write-number-${index}` })
    const before = await logEnd(api)
    const begun = performance.now()
    const replies: HttpReply[] = []
    // On a slow machine more tokens are added meanwhile.
    for (let from = 0; from < 800 || !replies.some(({ status }) => status === 429); from += 50)
      replies.push(...(await Promise.all(Array.from({ length: 50 }, (_, index) => write(from + index)))))
    const gained = Math.ceil((performance.now() - begun) / 100) + 1
    // While this account waits, another one has a burst of its own: more at once than a second gives back.
    const others = await Promise.all(Array.from({ length: 50 }, (_, index) => write(index, other.client)))
    expect(new Set(others.map(({ status }) => status))).toEqual(new Set([201]))
    const written = replies.filter(({ status }) => status === 201)
    const refused = replies.filter(({ status }) => status === 429)
    expect(written.length + refused.length).toBe(replies.length)
    expect(written.length).toBeGreaterThanOrEqual(600)
    expect(written.length).toBeLessThanOrEqual(600 + gained)
    expect(await logEnd(api)).toBe(before + written.length + others.length)
    for (const { json, headers } of refused) {
      expect(json).toMatchObject({
        code: 'too_fast',
        title: 'Error',
        message: 'Too many entries at once. Please wait a little and try again.',
      })
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    }
    // A command that was recorded is answered again byte for byte, also to an account at its limit, and is not recorded
    // twice.
    const again = await Promise.all(Array.from({ length: 50 }, (_, index) => write(index)))
    expect(again.map(({ text }) => text)).toEqual(replies.slice(0, 50).map(({ text }) => text))
    await sendMoneyTo(office, worker, '100.00')
    expect((await worker.client.get('/api/site/balance')).status).toBe(200)
    // The refused command is accepted after the wait, with its own key.
    const late = replies.findLastIndex(({ status }) => status === 429)
    await sleep(Number(replies[late]?.headers['retry-after']) * 1000)
    await expect.poll(async () => (await write(late)).status).toBe(201)
  })
})
