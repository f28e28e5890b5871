import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectionsWaitingForLock } from '../../environment/database/lock-waiters.ts'
import { isFullRun } from '../../environment/full-run.ts'
import type { TestClient } from '../../environment/network/http-client.ts'
import {
  type FieldUser,
  hireFieldUser,
  sampleExpenseBody,
  signInAdmin,
  signInFieldUser,
  TEST_PASSWORD,
} from '../../environment/service/people-and-money.ts'
import { FIRST_ADMIN, startTestService, type TestService } from '../../environment/service/test-service.ts'

/** security.md, Sessions. */

let api: TestService
let office: TestClient
let worker: FieldUser
beforeAll(async () => {
  api = await startTestService()
  office = await signInAdmin(api.origin)
  worker = await hireFieldUser(office, 'site_incharge')
})
afterAll(() => api.close())

/** Returns the key of a client's session row. */
const hashOf = (client: TestClient) => {
  const [id = ''] = decodeURIComponent(client.cookies.get('sid') ?? '').split('.')
  return createHash('sha256').update(id).digest()
}
async function setTimes(client: TestClient, change: string): Promise<void> {
  const { rowCount } = await api.sql.query(`UPDATE sessions SET ${change} WHERE sid_hash = $1`, [hashOf(client)])
  expect(rowCount).toBe(1)
}
async function lastUse(client: TestClient): Promise<number> {
  const { rows } = await api.sql.query<{ last_used_at: string }>(
    'SELECT last_used_at FROM sessions WHERE sid_hash = $1',
    [hashOf(client)],
  )
  return Date.parse(rows[0]?.last_used_at ?? '')
}
const isIn = async (client: TestClient, path = '/api/site/auth') => (await client.get(path)).status === 200

describe('the cookie', () => {
  it('is HttpOnly, SameSite=Strict, for the whole site and without a name of the person', async () => {
    const reply = await api.client().post('/api/site/login', { mobile: worker.mobile, password: TEST_PASSWORD })
    const line = reply.headers['set-cookie']?.find((cookie) => cookie.startsWith('sid=')) ?? ''
    expect(line).toMatch(/; Path=\//)
    expect(line).toMatch(/; HttpOnly/)
    expect(line).toMatch(/; SameSite=Strict/)
    expect(line).not.toMatch(/Domain|Expires|Max-Age|; Secure/)
    expect(line).not.toContain(worker.mobile)
  })

  it('is __Host-, Secure behind https, and the headers say so', async () => {
    const secure = await startTestService({ sharesDatabaseWith: api, publicOrigin: 'https://ledger.example.in' })
    const reply = await secure
      .client()
      .call(...(['POST', '/api/site/login', { mobile: worker.mobile, password: TEST_PASSWORD }] as const), {
        headers: { 'x-forwarded-proto': 'https' },
      })
    expect(reply.status).toBe(200)
    expect(reply.headers['strict-transport-security']).toContain('max-age=31536000')
    const cookies = reply.headers['set-cookie'] ?? []
    expect(cookies.map((cookie) => cookie.split('=')[0]).sort()).toEqual(['__Host-device', '__Host-sid'])
    for (const cookie of cookies) expect(cookie).toMatch(/; Path=\/.*; Secure/)
    await secure.close()
  })

  it('changed in any place is nobody’s', async () => {
    const good = worker.client.cookies.get('sid') ?? ''
    const [id = '', signature = ''] = good.split('.')
    for (const bad of [
      '',
      'x',
      id,
      `${id}.`,
      `${id}.${signature}x`,
      `${id.slice(1)}.${signature}`,
      `${good}${good}`,
      '%00',
      '.',
    ]) {
      const client = worker.client.withSameCookies()
      client.cookies.set('sid', bad)
      expect(await isIn(client), bad).toBe(false)
    }
    // A copy of the database signs no one in: it holds only hashes of ids.
    const { rows } = await api.sql.query<{ all: string }>('SELECT sessions::text AS all FROM sessions')
    for (const { all } of rows) expect(all).not.toContain(id)
  })
})

it('a sign-in gives a new id; the one from before is dead, whosever it was', async () => {
  const client = await signInFieldUser(api.origin, worker.mobile)
  const fixed = client.withSameCookies()
  const reply = await client.post('/api/site/login', { mobile: worker.mobile, password: TEST_PASSWORD })
  expect(reply.status).toBe(200)
  expect(client.cookies.get('sid')).not.toBe(fixed.cookies.get('sid'))
  expect(await isIn(client)).toBe(true)
  expect(await isIn(fixed)).toBe(false)
  // An id that an attacker planted before the sign-in never becomes a session.
  const planted = api.client()
  planted.cookies.set('sid', 'a'.repeat(32))
  await planted.post('/api/site/login', { mobile: worker.mobile, password: TEST_PASSWORD })
  expect(planted.cookies.get('sid')).not.toBe('a'.repeat(32))
  // Signing in as another account ends the first session completely.
  const before = client.withSameCookies()
  await client.post('/api/admin/login', FIRST_ADMIN)
  expect(await isIn(before)).toBe(false)
  expect(await isIn(client, '/api/site/auth')).toBe(false)
  expect(await isIn(client, '/api/admin/auth')).toBe(true)
})

it('nobody has a session before signing in, nor after a wrong try', async () => {
  const client = api.client()
  await client.get('/api/site/auth')
  await client.post('/api/site/login', { mobile: worker.mobile, password: 'Wrong-Pass-1' })
  expect([...client.cookies.keys()]).toEqual([])
})

const RACES = isFullRun ? 200 : 50

it(`signing out is final: ${RACES} races with requests on their way, none comes back`, async () => {
  const { rows: mine } = await api.sql.query<Record<string, unknown>>('SELECT * FROM sessions WHERE sid_hash = $1', [
    hashOf(worker.client),
  ])
  expect(mine).toHaveLength(1)
  for (let race = 0; race < RACES; race++) {
    // Reuses the session by restoring it: a sign-in for each race would cost four seconds of hashes.
    await api.sql.query('UPDATE sessions SET revoked_at = NULL WHERE sid_hash = $1', [hashOf(worker.client)])
    const client = worker.client.withSameCookies()
    const cookie = new Map(client.cookies)
    const others = Array.from({ length: 4 }, (_, index) =>
      index === 0
        ? client.withSameCookies().post('/api/site/transactions', sampleExpenseBody)
        : client.withSameCookies().get('/api/site/auth'),
    )
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 3))
    const out = await client.post(race % 2 === 0 ? '/api/site/logout' : '/api/admin/logout')
    expect(out.status).toBe(204)
    expect(out.headers['clear-site-data']).toContain('"cache"')
    const first = worker.client.withSameCookies()
    expect((await first.get('/api/site/auth')).status).toBe(401)
    await Promise.all(others)
    const again = worker.client.withSameCookies()
    expect([...again.cookies]).toEqual([...cookie])
    expect((await again.post('/api/site/transactions', sampleExpenseBody)).status).toBe(401)
    const { rows } = await api.sql.query('SELECT 1 FROM sessions WHERE sid_hash = $1 AND revoked_at IS NULL', [
      hashOf(again),
    ])
    expect(rows).toEqual([])
  }
})

/** The time of last use is written after the answer was sent; the pause is long enough for that. */
const useCounted = () => new Promise((resolve) => setTimeout(resolve, 250))

describe('a session ends', () => {
  it.each([
    ['site_incharge', 12],
    ['supervisor', 12],
    ['admin', 8],
  ] as const)('of a %s after %i hours, however busy', async (role, hours) => {
    const client = role === 'admin' ? await signInAdmin(api.origin) : (await hireFieldUser(office, role)).client
    const path = role === 'admin' ? '/api/admin/auth' : '/api/site/auth'
    const { rows } = await api.sql.query<{ hours: number }>(
      'SELECT extract(epoch FROM expires_at - created_at)::float8 / 3600 AS hours FROM sessions WHERE sid_hash = $1',
      [hashOf(client)],
    )
    expect(rows[0]?.hours).toBeCloseTo(hours, 3)
    await setTimes(client, `expires_at = now() + interval '2 seconds'`)
    expect(await isIn(client, path)).toBe(true)
    await setTimes(client, `expires_at = now() - interval '1 millisecond', last_used_at = now()`)
    expect(await isIn(client, path)).toBe(false)
  })

  it('after 30 minutes without use', async () => {
    const client = await signInFieldUser(api.origin, worker.mobile)
    await setTimes(client, `last_used_at = now() - interval '29 minutes 50 seconds'`)
    expect(await isIn(client)).toBe(true)
    await expect.poll(() => lastUse(client)).toBeGreaterThan(Date.now() - 60_000)
    await setTimes(client, `last_used_at = now() - interval '30 minutes 1 second'`)
    expect(await isIn(client)).toBe(false)
    expect((await client.post('/api/site/transactions', sampleExpenseBody)).status).toBe(401)
  })

  it('though the screen fetches on its own: that is no use', async () => {
    const client = await signInFieldUser(api.origin, worker.mobile)
    await useCounted()
    await setTimes(client, `last_used_at = now() - interval '20 minutes'`)
    const before = await lastUse(client)
    for (const path of ['/api/site/balance', '/api/site/transactions', '/api/site/auth']) {
      expect((await client.get(path, { 'x-background': '1' })).status).toBe(200)
    }
    await useCounted()
    expect(await lastUse(client)).toBe(before)
    await client.get('/api/site/balance')
    await expect.poll(() => lastUse(client)).toBeGreaterThan(before)
  })

  it('for good: a request that came too late does not count as use', async () => {
    const client = await signInFieldUser(api.origin, worker.mobile)
    await useCounted()
    await setTimes(client, `last_used_at = now() - interval '31 minutes'`)
    const late = client.withSameCookies()
    await late.post('/api/site/transactions', {})
    await late.get('/api/site/auth')
    await useCounted()
    expect(await lastUse(client)).toBeLessThan(Date.now() - 30 * 60_000)
  })

  it('for good: a request that began before the end and ends after it does not count as use either', async () => {
    const client = await signInFieldUser(api.origin, worker.mobile)
    await useCounted()
    await setTimes(client, `last_used_at = now() - interval '29 minutes'`)
    const holder = await api.sql.connect()
    await holder.query('BEGIN')
    await holder.query('SELECT 1 FROM log_heads WHERE company_id = $1 FOR UPDATE', [api.company.companyId])
    const booked = client.post('/api/site/transactions', sampleExpenseBody)
    await expect.poll(async () => (await connectionsWaitingForLock(api.sql)).length).toBe(1)
    await setTimes(client, `last_used_at = now() - interval '31 minutes'`)
    await holder.query('COMMIT')
    holder.release()
    expect((await booked).status).toBe(201)
    await useCounted()
    expect(await lastUse(client)).toBeLessThan(Date.now() - 30 * 60_000)
    expect(await isIn(client)).toBe(false)
  })
})

it('a session that was over before is none of those that a lost phone ends', async () => {
  const { id, mobile, client } = await hireFieldUser(office, 'supervisor')
  const signIn = () => signInFieldUser(api.origin, mobile)
  const [signedOut, past, idle] = [await signIn(), await signIn(), await signIn()]
  expect((await signedOut.post('/api/site/logout')).status).toBe(204)
  await setTimes(past, `expires_at = now() - interval '1 second'`)
  await setTimes(idle, `last_used_at = now() - interval '31 minutes'`)
  expect(await isIn(client)).toBe(true)
  const reply = await office.post(`/api/admin/people/${id}/phone-lost`, {})
  expect(reply).toMatchObject({ status: 200, json: { sessionsEnded: 1 } })
})
