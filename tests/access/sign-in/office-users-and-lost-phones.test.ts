import { randomUUID } from 'node:crypto'
import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { expectBody, type TestClient } from '../../environment/network/http-client.ts'
import {
  hireFieldUser,
  hireOfficeUser,
  sampleExpenseBody,
  signInAdmin,
  signInFieldUser,
  signInOfficeUser,
  TEST_PASSWORD,
} from '../../environment/service/people-and-money.ts'
import { eventsAfter, logEnd } from '../../environment/service/read-events.ts'
import { FIRST_ADMIN, startTestService, type TestService } from '../../environment/service/test-service.ts'

/** api.md, The office's desk: the people of head office, their own passwords, and lost phones of the field. */

let api: TestService
let second: TestService
let office: TestClient
beforeAll(async () => {
  api = await startTestService({ limitsSignIns: true })
  second = await startTestService({ limitsSignIns: true, sharesDatabaseWith: api })
  office = await signInAdmin(api.origin)
})
afterAll(async () => {
  await second.close()
  await api.close()
})

const newEmail = () => `${randomUUID()}@example.in`
const users = async () => expectBody(await office.get('/api/admin/office-users'), 200, ROUTES.officeUsers.answer)
const OTHER_PASSWORD = 'Other-Pass-2'

describe('the people of head office', () => {
  it('of all roles sign in, are listed, and the list of auditors is a part of that list', async () => {
    const email = newEmail()
    const { id, client } = await hireOfficeUser(office, 'accountant', email)
    const auditor = await hireOfficeUser(office, 'auditor', newEmail())
    const me = expectBody(await client.get('/api/admin/auth'), 200, ROUTES.adminAuth.answer)
    expect(me).toEqual({ id, name: 'Some accountant', email, role: 'accountant' })
    expect(await users()).toContainEqual(me)
    expect((await users()).map(({ role }) => role)).toContain('admin')
    const auditors = expectBody(await client.get('/api/admin/auditors'), 200, ROUTES.auditors.answer)
    expect(auditors.map((user) => user.id)).toEqual([auditor.id])
    expect((await office.delete(`/api/admin/auditors/${id}`)).status).toBe(404)
  })

  it('change their role: their sessions end, and the next one has the other rights', async () => {
    const email = newEmail()
    const { id, client } = await hireOfficeUser(office, 'accountant', email)
    const path = `/api/admin/office-users/${id}`
    const before = await logEnd(api)
    const changed = expectBody(
      await office.put(path, { name: 'Some accountant', role: 'admin' }),
      200,
      ROUTES.editOfficeUser.answer,
    )
    expect(changed).toMatchObject({ id, role: 'admin', email })
    expect(await eventsAfter(api, before)).toMatchObject([
      { type: 'AccountRoleChanged', data: { account: { id, role: 'accountant' }, newRole: 'admin' } },
    ])
    expect((await client.get('/api/admin/auth')).status).toBe(401)
    const again = await signInOfficeUser(second.origin, email)
    expect((await again.get('/api/admin/auth')).json).toMatchObject({ role: 'admin' })
    expect((await again.put(path, { name: 'An admin' })).status).toBe(200)
    expect(await users()).toContainEqual({ id, email, name: 'An admin', role: 'admin' })
    expect((await office.delete(path)).status).toBe(204)
  })

  it('get another e-mail address, with which alone they sign in', async () => {
    const [before, after] = [newEmail(), newEmail()]
    const { id } = await hireOfficeUser(office, 'auditor', before)
    const path = `/api/admin/office-users/${id}`
    expect((await office.put(path, { name: 'Asha', email: FIRST_ADMIN.email })).json).toMatchObject({
      code: 'email_in_use',
    })
    expect((await office.put(path, { name: 'Asha', email: after, password: OTHER_PASSWORD })).status).toBe(200)
    const signIn = (email: string, password: string) => api.client().post('/api/admin/login', { email, password })
    expect((await signIn(before, OTHER_PASSWORD)).status).toBe(401)
    expect((await signIn(after, TEST_PASSWORD)).status).toBe(401)
    expect((await signIn(after, OTHER_PASSWORD)).status).toBe(200)

    const end = await logEnd(api)
    expect((await office.put(path, { name: 'Asha', email: before })).status).toBe(200)
    expect((await office.put(path, { name: 'Asha', email: before })).status).toBe(200)
    expect((await eventsAfter(api, end)).map(({ type }) => type)).toEqual(['AccountEdited'])
  })

  it('keep an admin, however many remove one another at once', async () => {
    let [only = ''] = (await users()).filter(({ role }) => role === 'admin').map(({ id }) => id)
    const name = 'The Admin'
    for (const reply of [
      await office.put(`/api/admin/office-users/${only}`, { name, role: 'auditor' }),
      await office.delete(`/api/admin/office-users/${only}`),
    ])
      expect(reply).toMatchObject({ status: 422, json: { code: 'last_admin' } })
    for (let round = 0; round < 5; round++) {
      const hired = await Promise.all([1, 2, 3].map(() => hireOfficeUser(office, 'admin', newEmail())))
      const ids = [only, ...hired.map(({ id }) => id)]
      const clients = [
        office,
        ...hired.map(({ client }, at) => (at === 0 ? client.withSameCookies(second.origin) : client)),
      ]
      const replies = await Promise.all(
        clients.flatMap((client, at) => {
          const path = `/api/admin/office-users/${ids[(at + 1) % ids.length]}`
          return [client.delete(path), client.put(path, { name, role: 'auditor' })]
        }),
      )
      expect(replies.filter(({ status }) => ![200, 204, 401, 404, 422].includes(status))).toEqual([])
      const { rows } = await api.sql.query<{ account_id: string }>(
        `SELECT account_id FROM account_states WHERE company_id = $1 AND role = 'admin' AND status = 'active'`,
        [api.company.companyId],
      )
      expect(rows.length).toBeGreaterThan(0)
      const left = rows[0]?.account_id ?? expect.fail('no admin is left')
      office = hired.find(({ id }) => id === left)?.client ?? office
      only = left
      await removeOtherAdmins(only)
    }
  })

  /** Leaves one admin, whose client is `office`, for the next round. */
  async function removeOtherAdmins(only: string): Promise<void> {
    for (const { id, role } of await users())
      if (role === 'admin' && id !== only)
        expect((await office.delete(`/api/admin/office-users/${id}`)).status).toBe(204)
    expect((await users()).filter(({ role }) => role === 'admin')).toHaveLength(1)
  }
})

describe('the own password', () => {
  it('ends the other sessions, and not this one, whose cookie changes', async () => {
    const email = newEmail()
    const { id, client } = await hireOfficeUser(office, 'accountant', email)
    const other = await signInOfficeUser(api.origin, email)
    const stolen = client.withSameCookies()
    const before = await logEnd(api)
    const reply = await client.post('/api/admin/password', { current: TEST_PASSWORD, password: OTHER_PASSWORD })
    expect(reply.status, reply.text).toBe(204)
    expect(await eventsAfter(api, before)).toMatchObject([
      { type: 'PasswordSet', actor: { id }, data: { account: { id } } },
    ])
    for (const ended of [other, stolen]) expect((await ended.get('/api/admin/auth')).status).toBe(401)
    expect((await client.get('/api/admin/auth')).status).toBe(200)
    const signIn = (password: string) => api.client().post('/api/admin/login', { email, password })
    expect((await signIn(TEST_PASSWORD)).status).toBe(401)
    expect((await signIn(OTHER_PASSWORD)).status).toBe(200)
  })

  it('gives a second try with the same key the first answer, also where the first is recorded meanwhile', async () => {
    const { client } = await hireOfficeUser(office, 'accountant', newEmail())
    const before = await logEnd(api)
    const body = { current: TEST_PASSWORD, password: OTHER_PASSWORD }
    const again = client.withSameCookies()
    const send = (from: TestClient) => from.post('/api/admin/password', body, { 'idempotency-key': 'one-new-password' })
    const limiter = api.company.rateLimiter
    const countAttempt = limiter.countAttempt.bind(limiter)
    const counted = vi.spyOn(limiter, 'countAttempt').mockImplementation(async (key) => {
      // The second try looks for the first answer in vain, and for the password after it is set.
      if (counted.mock.calls.length === 1) expect(await send(client)).toMatchObject({ status: 204 })
      return countAttempt(key)
    })
    expect((await send(again)).status).toBe(204)
    counted.mockRestore()
    expect((await eventsAfter(api, before)).map(({ type }) => type)).toEqual(['PasswordSet'])
  })

  it('needs the current one: wrong tries stand in the log and are limited as at sign-in', async () => {
    const { client } = await hireOfficeUser(office, 'auditor', newEmail())
    const before = await logEnd(api)
    const tries = { current: 'Wrong-Pass-1', password: OTHER_PASSWORD }
    // This browser has signed in before, so it has a limit of its own.
    for (let count = 0; count < 5; count++)
      expect(await client.post('/api/admin/password', tries)).toMatchObject({
        status: 400,
        json: { message: 'The current password is wrong', issues: [{ path: 'current' }] },
      })
    const refused = await client.post('/api/admin/password', { ...tries, current: TEST_PASSWORD })
    expect(refused).toMatchObject({ status: 429, json: { code: 'too_many_tries' } })
    const events = await eventsAfter(api, before)
    expect(new Set(events.map((event) => event.type))).toEqual(new Set(['SignInRefused']))
    expect(events[0]?.data).toMatchObject({ reason: 'wrong_current_password' })
    expect((await client.get('/api/admin/auth')).status).toBe(200)
  })
})

describe('a site incharge', () => {
  it('is disabled and enabled as a supervisor is', async () => {
    const { id, mobile, client } = await hireFieldUser(office, 'site_incharge')
    const path = `/api/admin/users/${id}/status`
    expect((await office.patch(path, { status: 'disabled' })).json).toMatchObject({ id, status: 'disabled' })
    expect((await client.get('/api/site/auth')).status).toBe(401)
    const signIn = () => api.client().post('/api/site/login', { mobile, password: TEST_PASSWORD })
    expect(await signIn()).toMatchObject({
      status: 403,
      json: { message: 'Your account is disabled. Contact your admin.' },
    })
    expect((await office.patch(path, { status: 'active' })).json).toMatchObject({ id, status: 'active' })
    expect((await signIn()).status).toBe(200)
  })
})

describe('a lost phone', () => {
  const lost = (id: string, body: object = {}, headers = {}) =>
    office.post(`/api/admin/people/${id}/phone-lost`, body, headers)

  it.each(['site_incharge', 'supervisor'] as const)(
    'of a %s: all sessions end, and only a new password signs in',
    async (role) => {
      const { id, mobile, client } = await hireFieldUser(office, role)
      const other = await signInFieldUser(api.origin, mobile)
      const before = await logEnd(api)
      expect(await lost(id, { password: OTHER_PASSWORD })).toMatchObject({ status: 200, json: { sessionsEnded: 2 } })
      expect((await eventsAfter(api, before)).map((event) => event.type)).toEqual(['PasswordSet'])
      for (const ended of [client, other])
        expect((await ended.post('/api/site/transactions', sampleExpenseBody)).status).toBe(401)
      const signIn = (password: string) => api.client().post('/api/site/login', { mobile, password })
      expect((await signIn(TEST_PASSWORD)).status).toBe(401)
      expect((await signIn(OTHER_PASSWORD)).status).toBe(200)
      expect((await lost(id)).json).toEqual({ sessionsEnded: 1 })
      expect((await signIn(OTHER_PASSWORD)).status).toBe(403)
      expect((await lost(id)).json).toEqual({ sessionsEnded: 0 })
    },
  )

  it('is reported twice under one key, and counted once', async () => {
    const { id } = await hireFieldUser(office, 'supervisor')
    const key = { 'idempotency-key': randomUUID() }
    const before = await logEnd(api)
    const replies = await Promise.all([lost(id, {}, key), lost(id, {}, key), lost(id, {}, key)])
    expect(replies.map(({ json }) => json)).toEqual(Array(3).fill({ sessionsEnded: 1 }))
    expect((await eventsAfter(api, before)).map((event) => event.type)).toEqual(['AccountDisabled'])
  })

  it('is reported by two at once: one of them ended the session, and the log has both passwords', async () => {
    for (let round = 0; round < 3; round++) {
      const { id, mobile, client } = await hireFieldUser(office, 'supervisor')
      const before = await logEnd(api)
      const passwords = ['First-Pass-1', 'Second-Pass-2']
      const replies = await Promise.all(passwords.map((password) => lost(id, { password })))
      const counts = replies.map(({ json }) => Object(json).sessionsEnded)
      expect(counts.toSorted()).toEqual([0, 1])
      expect((await eventsAfter(api, before)).map((event) => event.type)).toEqual(['PasswordSet', 'PasswordSet'])
      expect((await client.get('/api/site/auth')).status).toBe(401)
      const signedIn = await Promise.all(
        passwords.map(async (password) => (await api.client().post('/api/site/login', { mobile, password })).status),
      )
      expect(signedIn.toSorted()).toEqual([200, 401])
    }
  })

  it('of nobody, and of somebody in the office, is not found', async () => {
    const { id } = await hireOfficeUser(office, 'auditor', newEmail())
    for (const unknown of [id, 'supervisor_1111111111', 'site_1111111111'])
      expect((await lost(unknown)).status).toBe(404)
  })
})
