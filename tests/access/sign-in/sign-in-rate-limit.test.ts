import { createHmac } from 'node:crypto'
import { kyselyOverPool } from '@ledger/database/connection/connection-pool.ts'
import { openRateLimiter } from '@ledger/ledger-service/access/rate-limiter.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isFullRun } from '../../environment/full-run.ts'
import type { HttpReply, TestClient } from '../../environment/network/http-client.ts'
import {
  hireFieldUser,
  nextUnusedMobile,
  signInAdmin,
  signInFieldUser,
  TEST_PASSWORD,
} from '../../environment/service/people-and-money.ts'
import { FIRST_ADMIN, startTestService, type TestService } from '../../environment/service/test-service.ts'

/**
 * security.md, Sign-in: five tries, then waits that double, for devices that never signed in to the account. Each test
 * uses its own address for strangers, because one address may send only sixty wrong tries a minute.
 */

let api: TestService
let second: TestService
let office: TestClient
beforeAll(async () => {
  api = await startTestService({ limitsSignIns: true, hashesPasswords: true })
  second = await startTestService({ limitsSignIns: true, sharesDatabaseWith: api })
  office = await signInAdmin(api.origin)
})
afterAll(async () => {
  await second.close()
  await api.close()
})

let lastAddress = 1
const newAddress = () => `127.0.0.${++lastAddress}`
const WRONG = 'Wrong-Pass-1'

/** Tries to sign in from an unknown device. */
function tryAs(from: string, mobile: string, password = WRONG, at = api): Promise<HttpReply> {
  return at.client().call('POST', '/api/site/login', { mobile, password }, { from })
}
async function timesTry(count: number, from: string, mobile: string, password = WRONG): Promise<number[]> {
  const statuses: number[] = []
  for (let index = 0; index < count; index++) statuses.push((await tryAs(from, mobile, password)).status)
  return statuses
}
const keyOf = (name: string) =>
  createHmac('sha256', api.company.sessionSecret).update(`${api.company.companyId} ${name}`).digest()
/** Ends the wait without resetting the counted tries. */
async function waitOver(mobile: string): Promise<void> {
  const { rowCount } = await api.sql.query(`UPDATE tries SET blocked_until = now() WHERE key = $1`, [
    keyOf(`sign-in mobile:${mobile}`),
  ])
  expect(rowCount).toBe(1)
}

describe('at one account', () => {
  it('five tries are free, the sixth waits a minute, the right password too', async () => {
    const { mobile } = await hireFieldUser(office, 'site_incharge')
    const from = newAddress()
    expect(await timesTry(5, from, mobile)).toEqual([401, 401, 401, 401, 401])
    for (const password of [WRONG, TEST_PASSWORD]) {
      const refused = await tryAs(from, mobile, password)
      expect(refused).toMatchObject({ status: 429, json: { code: 'too_many_tries' } })
      const wait = Number(refused.headers['retry-after'])
      expect(wait).toBeGreaterThan(50)
      expect(wait).toBeLessThanOrEqual(60)
      expect(refused.headers['set-cookie']).toBeUndefined()
    }
    // The limit belongs to the account, for every device and process.
    expect((await tryAs(newAddress(), mobile, TEST_PASSWORD)).status).toBe(429)
    expect((await tryAs(newAddress(), mobile, TEST_PASSWORD, second)).status).toBe(429)
    await waitOver(mobile)
    expect((await tryAs(from, mobile, TEST_PASSWORD)).status).toBe(200)
  })

  it('a free try refuses none that began earlier and came to its turn later', async () => {
    const db = kyselyOverPool(api.sql)
    const limiterOn = (on: typeof db) => openRateLimiter(on, api.company.companyId, 'a secret')
    const waits = await db.transaction().execute(async (earlier) => {
      await sql`SELECT now()`.execute(earlier)
      return [await limiterOn(db).countAttempt('someone'), await limiterOn(earlier).countAttempt('someone')]
    })
    expect(waits).toEqual([0, 0])
  })

  it('each wait is twice the one before, up to a quarter of an hour', async () => {
    const { mobile } = await hireFieldUser(office, 'supervisor')
    const from = newAddress()
    await timesTry(5, from, mobile)
    const waits: number[] = []
    for (let round = 0; round < 6; round++) {
      const refused = await tryAs(from, mobile)
      waits.push(Math.ceil(Number(refused.headers['retry-after']) / 60))
      expect(refused.status).toBe(429)
      await waitOver(mobile)
      expect((await tryAs(from, mobile)).status).toBe(401)
    }
    expect(waits).toEqual([1, 2, 4, 8, 15, 15])
  })

  it('a right try is free and forgets the wrong ones', async () => {
    const { mobile } = await hireFieldUser(office, 'site_incharge')
    const from = newAddress()
    for (let round = 0; round < 2; round++) {
      expect(await timesTry(4, from, mobile)).toEqual([401, 401, 401, 401])
      expect((await tryAs(from, mobile, TEST_PASSWORD)).status).toBe(200)
    }
  })

  it('wrong tries count for 24 hours after the last one, and are forgotten then', async () => {
    const age = (mobile: string, interval: string) =>
      api.sql.query(
        `UPDATE tries SET last_at = last_at - $2::interval, blocked_until = blocked_until - $2::interval WHERE key = $1`,
        [keyOf(`sign-in mobile:${mobile}`), interval],
      )
    const from = newAddress()
    for (const [interval, statuses] of [
      ['23 hours', [401, 429]],
      ['24 hours 1 minute', [401, 401]],
    ] as const) {
      const { mobile } = await hireFieldUser(office, 'supervisor')
      await timesTry(5, from, mobile)
      expect((await age(mobile, interval)).rowCount).toBe(1)
      expect(await timesTry(2, from, mobile), interval).toEqual(statuses)
    }
  })

  it('the owner’s own device comes in, however strangers guess; and is itself limited', async () => {
    const { mobile, client } = await hireFieldUser(office, 'site_incharge')
    const from = newAddress()
    expect(client.cookies.get('device')).toMatch(/^[\w-]{32}$/)
    await timesTry(9, from, mobile)
    const owner = api.client()
    owner.cookies.set('device', client.cookies.get('device') ?? '')
    const login = (password: string) => owner.call('POST', '/api/site/login', { mobile, password }, { from })
    expect((await login(TEST_PASSWORD)).status).toBe(200)
    expect((await tryAs(from, mobile, TEST_PASSWORD)).status).toBe(429)
    // A stolen device also has five tries.
    const statuses: number[] = []
    for (let index = 0; index < 6; index++) statuses.push((await login(WRONG)).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
  })

  it('a device of another account, or one made up, is a stranger’s', async () => {
    const { mobile } = await hireFieldUser(office, 'site_incharge')
    const other = await hireFieldUser(office, 'site_incharge')
    const from = newAddress()
    await timesTry(5, from, mobile)
    for (const device of [other.client.cookies.get('device') ?? '', 'a'.repeat(32), 'x', '']) {
      const stranger = api.client()
      stranger.cookies.set('device', device)
      const reply = await stranger.call('POST', '/api/site/login', { mobile, password: TEST_PASSWORD }, { from })
      expect(reply.status, device).toBe(429)
    }
  })

  it('a device is known by an id that was made here: what somebody put into the browser before stays a stranger’s', async () => {
    const { mobile } = await hireFieldUser(office, 'site_incharge')
    const other = await hireFieldUser(office, 'site_incharge')
    const from = newAddress()
    const planted = ['a'.repeat(32), other.client.cookies.get('device') ?? '']
    for (const device of planted) {
      const owner = api.client()
      owner.cookies.set('device', device)
      expect((await owner.post('/api/site/login', { mobile, password: TEST_PASSWORD })).status).toBe(200)
      expect(owner.cookies.get('device')).toMatch(/^[\w-]{32}$/)
      expect(owner.cookies.get('device')).not.toBe(device)
    }
    await timesTry(5, from, mobile)
    for (const device of planted) {
      const stranger = api.client()
      stranger.cookies.set('device', device)
      const reply = await stranger.call('POST', '/api/site/login', { mobile, password: WRONG }, { from })
      expect(reply.status, device).toBe(429)
    }
  })

  it('a hundred tries at once count as a hundred, at two services together', async () => {
    const { mobile } = await hireFieldUser(office, 'site_incharge')
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, index) => tryAs(newAddress(), mobile, WRONG, index % 2 === 0 ? api : second)),
    )
    // A name has few places in the queue of hashes, so some of the five tries may be refused by that queue.
    const tried = replies.filter(({ status }) => status === 401).length
    expect(tried).toBeGreaterThan(0)
    expect(tried).toBeLessThanOrEqual(5)
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(100 - tried)
    const { rows } = await api.sql.query<{ tries: number }>('SELECT tries FROM tries WHERE key = $1', [
      keyOf(`sign-in mobile:${mobile}`),
    ])
    expect(rows).toEqual([{ tries: 5 }])
  })

  it('an unknown number is limited like a known one, so that the limit tells nothing', async () => {
    const from = newAddress()
    const [known, unknown] = [(await hireFieldUser(office, 'site_incharge')).mobile, nextUnusedMobile()]
    const answers = async (mobile: string) => {
      const replies: HttpReply[] = []
      for (let index = 0; index < 6; index++) replies.push(await tryAs(from, mobile))
      return replies.map(({ status, text, headers }) => [status, text, Object.keys(headers).sort().join()])
    }
    expect(await answers(known)).toEqual(await answers(unknown))
  })

  it('an e-mail address is one in any case', async () => {
    const from = newAddress()
    const statuses: number[] = []
    for (const email of ['A@b.in', 'a@B.in', 'a@b.IN', ' a@b.in', 'A@B.IN', 'a@b.in']) {
      const reply = await api.client().call('POST', '/api/admin/login', { email, password: WRONG }, { from })
      statuses.push(reply.status)
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
  })
})

it('sixty wrong tries a minute from one address are all it has, at whomever; others come in', async () => {
  const from = newAddress()
  const wrong = async (index: number) => {
    const reply = await tryAs(from, nextUnusedMobile(), WRONG, index % 2 === 0 ? api : second)
    expect(reply.status, String(index)).toBe(401)
  }
  const key = keyOf(`address ${from}`)
  for (let index = 0; index < 6; index++) await wrong(index)
  const { rows } = await api.sql.query('SELECT tries FROM tries WHERE key = $1', [key])
  expect(rows).toEqual([{ tries: 6 }])
  // Counts the next 52 tries, without their hashes, as made in the last forty seconds.
  await api.sql.query(`UPDATE tries SET tries = 58, last_at = last_at - interval '40 seconds' WHERE key = $1`, [key])
  for (let index = 58; index < 60; index++) await wrong(index)
  const { mobile } = await hireFieldUser(office, 'site_incharge')
  // The minute begins with the first wrong try, however many follow.
  const refused = await tryAs(from, mobile, TEST_PASSWORD)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(20)
  expect((await tryAs(from, mobile, TEST_PASSWORD, second)).status).toBe(429)
  expect((await tryAs(newAddress(), mobile, TEST_PASSWORD)).status).toBe(200)
  await api.sql.query(`UPDATE tries SET last_at = last_at - interval '21 seconds' WHERE key = $1`, [key])
  expect((await tryAs(from, mobile, TEST_PASSWORD)).status).toBe(200)
})

it('right sign-ins use up nothing of what an address may try wrongly: a whole office has one address', async () => {
  const from = newAddress()
  const wrongTries = async () =>
    (await api.sql.query<{ tries: number }>('SELECT tries FROM tries WHERE key = $1', [keyOf(`address ${from}`)])).rows
  const { mobile } = await hireFieldUser(office, 'site_incharge')
  expect((await tryAs(from, mobile, TEST_PASSWORD)).status).toBe(200)
  expect(await wrongTries()).toEqual([])
  expect((await tryAs(from, mobile)).status).toBe(401)
  expect(await timesTry(3, from, mobile, TEST_PASSWORD)).toEqual([200, 200, 200])
  expect((await api.client().call('POST', '/api/admin/login', FIRST_ADMIN, { from })).status).toBe(200)
  expect(await wrongTries()).toEqual([{ tries: 1 }])
})

it('the owner’s own device comes in from an address that strangers use up, sixty and more wrong tries a minute', async () => {
  const { mobile, client } = await hireFieldUser(office, 'site_incharge')
  const from = newAddress()
  // Fifty of the sixty are counted without their hashes.
  expect((await tryAs(from, nextUnusedMobile())).status).toBe(401)
  await api.sql.query('UPDATE tries SET tries = 50 WHERE key = $1', [keyOf(`address ${from}`)])
  const statuses: number[] = []
  let guessing = true
  const guess = async () => {
    while (guessing) statuses.push((await tryAs(from, nextUnusedMobile())).status)
  }
  const strangers = Array.from({ length: 4 }, guess)
  await expect.poll(() => statuses.filter((status) => status === 429).length, { timeout: 30_000 }).toBeGreaterThan(20)
  expect(statuses.filter((status) => status === 401).length).toBeGreaterThanOrEqual(10)
  for (const at of [api, second]) {
    const owner = client.withSameCookies(at.origin)
    owner.cookies.delete('sid')
    const reply = await owner.call('POST', '/api/site/login', { mobile, password: TEST_PASSWORD }, { from })
    expect(reply.status).toBe(200)
  }
  // A caller that only claims to be the owner is a stranger.
  expect((await tryAs(from, mobile, TEST_PASSWORD)).status).toBe(429)
  guessing = false
  await Promise.all(strangers)
})

it('right sign-ins are so many in a minute for each account, and then wait for the minute’s end', async () => {
  const from = newAddress()
  const { mobile } = await hireFieldUser(office, 'site_incharge')
  const statuses: number[] = []
  for (let index = 0; index < 20; index++) statuses.push((await tryAs(from, mobile, TEST_PASSWORD)).status)
  expect(new Set(statuses.slice(0, 19))).toEqual(new Set([200]))
  const refused = await tryAs(from, mobile, TEST_PASSWORD)
  expect(refused).toMatchObject({ status: 429, json: { code: 'too_many_tries' } })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
  const { mobile: another } = await hireFieldUser(office, 'site_incharge')
  expect((await tryAs(from, another, TEST_PASSWORD)).status).toBe(200)
})

it('who signs in over and over keeps nobody else from a hash, at the same address or another one', async () => {
  const unlimited = await startTestService({ sharesDatabaseWith: api })
  const looping = await hireFieldUser(office, 'site_incharge')
  const other = await hireFieldUser(office, 'supervisor')
  const [here, there] = [newAddress(), newAddress()]
  let done = 0
  let going = true
  const loop = async () => {
    while (going) if ((await tryAs(here, looping.mobile, TEST_PASSWORD, unlimited)).status === 200) done++
  }
  // More than an address may have in the queue.
  const loops = Array.from({ length: 14 }, loop)
  await expect.poll(() => done).toBeGreaterThan(3)
  for (const from of isFullRun ? [here, there, here, there, here, there] : [here, there])
    expect((await tryAs(from, other.mobile, TEST_PASSWORD, unlimited)).status, from).toBe(200)
  going = false
  await Promise.all(loops)
  await unlimited.close()
})

it('what is counted names nobody', async () => {
  const { mobile } = await hireFieldUser(office, 'site_incharge')
  await tryAs(newAddress(), mobile)
  await api.client().post('/api/admin/login', { email: FIRST_ADMIN.email, password: WRONG })
  const { rows } = await api.sql.query<{ all: string }>(
    'SELECT tries::text AS all FROM tries UNION ALL SELECT devices::text FROM devices',
  )
  expect(rows.length).toBeGreaterThan(1)
  for (const { all } of rows) expect(all).not.toMatch(new RegExp(`${mobile}|localhost|127\\.0`))
})

it('a flood of sign-ins is turned away where the queue of hashes is full, and nobody waits for them', async () => {
  const flood = await Promise.all(Array.from({ length: 40 }, () => tryAs(newAddress(), nextUnusedMobile())))
  const statuses = new Set(flood.map(({ status }) => status))
  expect([...statuses].filter((status) => status !== 401 && status !== 429)).toEqual([])
  expect(flood.filter(({ status }) => status === 429).length).toBeGreaterThan(0)
  for (const reply of flood.filter(({ status }) => status === 429)) expect(reply.headers['retry-after']).toBeDefined()
  await signInFieldUser(api.origin, (await hireFieldUser(office, 'supervisor')).mobile)
})
