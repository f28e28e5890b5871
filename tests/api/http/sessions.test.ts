import { createHmac } from 'node:crypto'
import { SYSTEM_ACTOR } from '@ledger/contracts/events/event-schemas.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { HttpReply, TestClient } from '../../environment/network/http-client.ts'
import {
  type FieldUser,
  hireFieldUser,
  sampleExpenseBody,
  signInAdmin,
  signInFieldUser,
  TEST_PASSWORD,
} from '../../environment/service/people-and-money.ts'
import { logEnd } from '../../environment/service/read-events.ts'
import { FIRST_ADMIN, startTestService, type TestService } from '../../environment/service/test-service.ts'

let api: TestService
let office: TestClient
beforeAll(async () => {
  api = await startTestService()
  office = await signInAdmin(api.origin)
})
afterAll(() => api.close())

describe('the cookie of a session', () => {
  test('is for this server only, and out of reach of scripts and of other sites; so is the one of the device', async () => {
    const cookies = cookiesOf(await api.client().post('/api/admin/login', FIRST_ADMIN))
    expect(cookies.get('sid')?.sort()).toEqual(['HttpOnly', 'Path=/', 'SameSite=Strict'])
    for (const attributes of cookies.values())
      expect(attributes).toEqual(expect.arrayContaining(['HttpOnly', 'Path=/', 'SameSite=Strict']))
  })

  test('over https is Secure, and of this host alone', async () => {
    const secure = await startTestService({ publicOrigin: 'https://ledger.example.in' })
    const headers = { 'x-forwarded-proto': 'https' }
    const cookies = cookiesOf(await secure.client().post('/api/admin/login', FIRST_ADMIN, headers))
    expect(cookies.get('__Host-sid')?.sort()).toEqual(['HttpOnly', 'Path=/', 'SameSite=Strict', 'Secure'])
    for (const [name, attributes] of cookies) {
      expect(name).toMatch(/^__Host-/)
      expect(attributes).toEqual(expect.arrayContaining(['HttpOnly', 'Path=/', 'SameSite=Strict', 'Secure']))
    }
    await secure.close()
  })

  test('is given to nobody who did not sign in', async () => {
    for (const reply of [
      await api.client().get('/healthz'),
      await api.client().get('/api/site/balance'),
      await api.client().post('/api/admin/login', { ...FIRST_ADMIN, password: 'wrong' }),
      await api.client().post('/api/site/logout'),
    ])
      expect(reply.headers['set-cookie']).toBeUndefined()
  })

  test('is stored as a hash: what the database holds signs nobody in', async () => {
    const { client } = await hireFieldUser(office, 'supervisor')
    const id = decodeURIComponent(client.cookies.get('sid') ?? '').split('.')[0] ?? ''
    expect(id.length).toBeGreaterThan(30)
    const { rows } = await api.sql.query<{ row: string }>('SELECT sessions::text AS row FROM sessions')
    expect(rows.length).toBeGreaterThan(0)
    for (const { row } of rows) {
      expect(row).not.toContain(id)
      expect(row).not.toContain(Buffer.from(id).toString('hex'))
    }
  })

  test('is its id and the HMAC of that, as every version signs it: a new version ends no session', async () => {
    const client = api.client()
    await client.post('/api/admin/login', FIRST_ADMIN)
    const [id = '', signature] = decodeURIComponent(client.cookies.get('sid') ?? '').split('.')
    expect(id).toMatch(/^[\w-]{32}$/)
    const expected = createHmac('sha256', api.secrets.SESSION_SECRET).update(id).digest('base64')
    expect(signature).toBe(expected.replace(/=+$/, ''))
  })

  test('that was changed by a letter is none', async () => {
    const { client } = await hireFieldUser(office, 'supervisor')
    const changed = client.withSameCookies()
    const [first = '', ...rest] = client.cookies.get('sid') ?? ''
    changed.cookies.set('sid', [first === 'A' ? 'B' : 'A', ...rest].join(''))
    expect((await changed.get('/api/site/auth')).status).toBe(401)
    expect((await client.get('/api/site/auth')).status).toBe(200)
  })
})

describe('a session', () => {
  test('begins with a new id at every sign-in; the old one is dead', async () => {
    const { client, mobile } = await hireFieldUser(office, 'supervisor')
    const old = client.withSameCookies()
    const again = await client.post('/api/site/login', { mobile, password: TEST_PASSWORD })
    expect(again.status).toBe(200)
    expect(client.cookies.get('sid')).not.toBe(old.cookies.get('sid'))
    expect((await old.get('/api/site/auth')).status).toBe(401)
    expect((await client.get('/api/site/auth')).status).toBe(200)
  })

  test('is over for good when it is signed out, on the server, for requests under way too', async () => {
    const { client } = await hireFieldUser(office, 'site_incharge')
    const stolen = client.withSameCookies()
    const underWay = Array.from({ length: 20 }).map(() => stolen.get('/api/site/auth'))
    const out = await client.post('/api/site/logout', '')
    expect(out.status).toBe(204)
    expect(out.text).toBe('')
    expect(out.headers['clear-site-data']).toBe('"cache"')
    await Promise.all(underWay)
    const before = await logEnd(api)
    for (let n = 0; n < 5; n++) expect((await stolen.get('/api/site/auth')).status).toBe(401)
    expect((await stolen.post('/api/site/transactions', sampleExpenseBody)).status).toBe(401)
    expect(await logEnd(api)).toBe(before)
    expect((await client.post('/api/site/logout')).status).toBe(204)
  })

  test('does not end another one of the same account', async () => {
    const { client, mobile } = await hireFieldUser(office, 'site_incharge')
    const second = await signInFieldUser(api.origin, mobile)
    await client.post('/api/site/logout')
    expect((await second.get('/api/site/auth')).status).toBe(200)
  })

  const endings: [string, (worker: FieldUser, accountId: string) => object][] = [
    ['disabled', ({ role }, account) => ({ type: 'SetAccountStatus', account, role, status: 'disabled' })],
    ['closed', ({ role }, account) => ({ type: 'CloseAccount', account, role })],
    [
      'given a new password',
      ({ role }, account) => ({
        type: 'EditAccount',
        account,
        role,
        profile: {},
        newPassword: true,
        newContact: false,
      }),
    ],
  ]
  test.each(endings)('is dead at once when its account is %s, for a command under way too', async (_what, command) => {
    const worker = await hireFieldUser(office, 'site_incharge')
    const { rows } = await api.sql.query<{ id: string }>('SELECT account_id AS id FROM contacts WHERE mobile = $1', [
      worker.mobile,
    ])
    const accountId = rows[0]?.id ?? ''
    const { log, clock } = api.company
    const submit = log.submit({
      command: { ...command(worker, accountId), by: { system: SYSTEM_ACTOR }, now: clock() } as Parameters<
        typeof log.submit
      >[0]['command'],
      meta: {},
      answer: () => ({ status: 200, body: '' }),
    })
    const underWay = Array.from({ length: 5 }).map(() =>
      worker.client.post('/api/site/transactions', sampleExpenseBody),
    )
    expect((await submit).status).toBe(200)
    const { rows: ended } = await api.sql.query<{ position: number }>(
      `SELECT max(position) AS position FROM events WHERE type IN ('AccountDisabled', 'AccountClosed', 'PasswordSet')`,
    )
    await Promise.all(underWay)
    expect((await worker.client.get('/api/site/balance')).status).toBe(401)
    expect((await worker.client.post('/api/site/transactions', sampleExpenseBody)).status).toBe(401)
    const { rows: after } = await api.sql.query(
      `SELECT position FROM events WHERE position > $1 AND actor ->> 'id' = $2`,
      [ended[0]?.position, accountId],
    )
    expect(after).toEqual([])
  })

  test('is refused to a disabled account after the right password only', async () => {
    const worker = await hireFieldUser(office, 'supervisor')
    await office.patch(`/api/admin/supervisors/${worker.id}/status`, { status: 'disabled' })
    const login = (password: string) => api.client().post('/api/site/login', { mobile: worker.mobile, password })
    expect((await login('wrong')).json).toMatchObject({ status: 401, code: 'wrong_mobile_or_password' })
    expect((await login(TEST_PASSWORD)).json).toMatchObject({
      status: 403,
      message: 'Your account is disabled. Contact your admin.',
    })
  })
})

/** Returns the attributes of each cookie that an answer sets, by cookie name. */
function cookiesOf({ headers }: HttpReply): Map<string, string[]> {
  const lines = (headers['set-cookie'] ?? []).map((line) => line.split('; '))
  return new Map(lines.map(([pair = '', ...attributes]) => [pair.split('=', 1)[0] ?? '', attributes]))
}

describe('a request from another site', () => {
  test.each([
    ['of a browser that says so', { 'sec-fetch-site': 'cross-site' }],
    ['of a sister domain', { 'sec-fetch-site': 'same-site' }],
    ['of another origin', { origin: 'https://evil.example' }],
    ['of no origin that can be named', { origin: 'null' }],
    ['of another port', { origin: 'http://localhost:1' }],
    ['of another scheme', { origin: 'https://localhost' }],
    ['that lies in one of the two', { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }],
  ])('%s changes nothing', async (_what, headers) => {
    const { client } = await hireFieldUser(office, 'site_incharge')
    const before = await logEnd(api)
    const refused = await client.post('/api/site/transactions', sampleExpenseBody, headers)
    expect(refused.json).toMatchObject({ status: 403, code: 'cross_site' })
    expect((await client.post('/api/site/logout', '', headers)).status).toBe(403)
    expect((await api.client().post('/api/admin/login', FIRST_ADMIN, headers)).status).toBe(403)
    expect(await logEnd(api)).toBe(before)
    expect((await client.get('/api/site/auth')).status).toBe(200)
  })

  test('is not one that comes from here, under either name, or from no browser', async () => {
    const { client } = await hireFieldUser(office, 'site_incharge')
    const { port } = new URL(api.origin)
    for (const headers of [
      {},
      { origin: `http://localhost:${port}`, 'sec-fetch-site': 'same-origin' },
      { origin: `http://127.0.0.1:${port}` },
      { 'sec-fetch-site': 'none' },
    ])
      expect((await client.post('/api/site/transactions', sampleExpenseBody, headers)).status).toBe(201)
  })

  test('gets no leave to read answers', async () => {
    const reply = await office.get('/api/admin/sites', { origin: 'https://evil.example' })
    expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })
})
