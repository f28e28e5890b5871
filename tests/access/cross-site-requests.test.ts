import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type FieldUser,
  hireFieldUser,
  sampleExpenseBody,
  signInAdmin,
  signInFieldUser,
} from '../environment/service/people-and-money.ts'
import { startTestService, type TestService } from '../environment/service/test-service.ts'

/** api.md, Cookies: an unsafe method from another site is refused; a client other than a browser is served. */

let api: TestService
let worker: FieldUser
beforeAll(async () => {
  api = await startTestService()
  worker = await hireFieldUser(await signInAdmin(api.origin), 'site_incharge')
})
afterAll(() => api.close())

describe('a request from another site', () => {
  const foreign = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost.evil.example' },
    { origin: 'http://127.0.0.1:1' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site', origin: 'http://localhost' },
    { origin: '' },
  ]
  it.each(foreign)('%j changes nothing', async (headers) => {
    const client = await signInFieldUser(api.origin, worker.mobile)
    for (const path of ['/api/site/transactions', '/api/site/logout', '/api/site/login']) {
      const reply = await client.post(path, sampleExpenseBody, headers)
      expect(reply, path).toMatchObject({ status: 403, json: { code: 'cross_site' } })
      expect(reply.headers['access-control-allow-origin']).toBeUndefined()
    }
    expect((await client.get('/api/site/auth')).status).toBe(200)
  })

  it('its own is served', async () => {
    const port = new URL(api.origin).port
    for (const headers of [
      { origin: `http://localhost:${port}` },
      { origin: api.origin, 'sec-fetch-site': 'same-origin' },
    ]) {
      const client = await signInFieldUser(api.origin, worker.mobile)
      expect((await client.post('/api/site/transactions', sampleExpenseBody, headers)).status).toBe(201)
    }
  })
})
