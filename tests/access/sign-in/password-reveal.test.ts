import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { decryptPassword } from '@ledger/ledger-service/access/encrypted-password.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectBody, type HttpReply, type TestClient } from '../../environment/network/http-client.ts'
import {
  type FieldUser,
  hireFieldUser,
  nextUnusedMobile,
  signInAdmin,
  signInFieldUser,
  TEST_PASSWORD,
} from '../../environment/service/people-and-money.ts'
import { eventsAfter, logEnd } from '../../environment/service/read-events.ts'
import { startTestService, type TestService } from '../../environment/service/test-service.ts'

/** api.md, The visible password: only the admin sees it, after the look was recorded, and a limited number of times. */

let api: TestService
let office: TestClient
let worker: FieldUser
beforeAll(async () => {
  api = await startTestService({ limitsSignIns: true })
  office = await signInAdmin(api.origin)
  worker = await hireFieldUser(office, 'site_incharge')
})
afterAll(() => api.close())

const look = (id = worker.id, client = office): Promise<HttpReply> => client.get(`/api/admin/users/${id}`)
/** Simulates an hour without looks. */
const forgetLooks = () => api.sql.query('DELETE FROM tries')

async function copyOf(mobile: string) {
  const { rows } = await api.sql.query<{ account_id: string; nonce: Buffer; ciphertext: Buffer }>(
    'SELECT account_id, nonce, ciphertext FROM contacts JOIN password_copies USING (company_id, account_id) WHERE mobile = $1',
    [mobile],
  )
  return rows[0]
}

it('is shown once the look is in the log: who, whose, when and from where', async () => {
  const before = await logEnd(api)
  const reply = await look()
  expect(expectBody(reply, 200, ROUTES.revealUser.answer)).toMatchObject({ id: worker.id, password: TEST_PASSWORD })
  expect(reply.headers['cache-control']).toBe('no-store')
  expect(reply.headers.etag).toBeUndefined()
  const events = await eventsAfter(api, before)
  expect(events).toMatchObject([
    {
      type: 'PasswordRevealed',
      actor: { role: 'admin', name: 'Admin' },
      data: { account: { name: `Worker ${worker.mobile}`, role: 'site_incharge' } },
      meta: { ip: '127.0.0.1' },
    },
  ])
  expect(JSON.stringify(events)).not.toContain(TEST_PASSWORD)
  // No other account sees it, and no list contains it.
  for (const path of ['/api/admin/sites', '/api/admin/supervisors', '/api/admin/transactions']) {
    expect((await office.get(path)).text).not.toMatch(/password/i)
  }
})

it('is the new one after a change, and that of a name alone changes nothing', async () => {
  const { id, mobile } = await hireFieldUser(office, 'site_incharge')
  await office.put(`/api/admin/users/${id}`, { name: 'Ravi Kumar' })
  expect((await look(id)).json).toMatchObject({ password: TEST_PASSWORD, firstName: 'Ravi' })
  const answer = await office.put(`/api/admin/users/${id}`, { name: 'Ravi Kumar', password: 'Other-Pass-2' })
  expect(answer.text).not.toContain('Other-Pass-2')
  expect((await look(id)).json).toMatchObject({ password: 'Other-Pass-2' })
  await signInFieldUser(api.origin, mobile, 'Other-Pass-2')
})

it('is kept for those alone whom the call shows', async () => {
  const supervisor = await hireFieldUser(office, 'supervisor')
  expect((await copyOf(supervisor.mobile)) === undefined).toBe(true)
  await office.put(`/api/admin/supervisors/${supervisor.id}`, { name: 'Sunil Rao', password: 'Other-Pass-2' })
  expect((await copyOf(supervisor.mobile)) === undefined).toBe(true)
  const { rows } = await api.sql.query(
    `SELECT role FROM account_states JOIN password_copies USING (company_id, account_id) WHERE role <> 'site_incharge'`,
  )
  expect(rows).toEqual([])
})

it('goes with the account', async () => {
  const { id, mobile } = await hireFieldUser(office, 'site_incharge')
  await office.delete(`/api/admin/users/${id}`)
  expect(await copyOf(mobile)).toBeUndefined()
  expect((await look(id)).status).toBe(404)
})

it('a copy cannot be moved, changed, or read with another key, and says nothing by its length', async () => {
  const other = { name: 'Long Word', mobile: nextUnusedMobile(), password: 'A much longer Password 1 of somebody else' }
  expect((await office.post('/api/admin/users', other)).status).toBe(201)
  const [mine, theirs] = [await copyOf(worker.mobile), await copyOf(other.mobile)]
  const key = api.company.revealKey
  if (!mine || !theirs || !key) throw new Error('There are no copies')
  expect(decryptPassword(key, mine.account_id, mine)).toBe(TEST_PASSWORD)
  expect(decryptPassword(key, mine.account_id, theirs)).toBeUndefined()
  expect(decryptPassword(Buffer.alloc(32), mine.account_id, mine)).toBeUndefined()
  for (const place of [0, 100, mine.ciphertext.length - 1]) {
    const changed = Buffer.from(mine.ciphertext)
    changed.writeUInt8((changed[place] ?? 0) ^ 1, place)
    expect(decryptPassword(key, mine.account_id, { ...mine, ciphertext: changed })).toBeUndefined()
  }
  expect(mine.ciphertext.length).toBe(theirs.ciphertext.length)
  expect(mine.nonce.equals(theirs.nonce)).toBe(false)
  // The call itself refuses it, too, when the row was moved in the database.
  await api.sql.query('UPDATE password_copies SET nonce = $2, ciphertext = $3 WHERE account_id = $1', [
    ...[mine.account_id, theirs.nonce, theirs.ciphertext],
  ])
  const reply = await look()
  expect(reply.text).not.toContain('Password 1')
  expect(reply).toMatchObject({ status: 200, json: { password: null } })
  const loud = api.logs.findIndex((line) => line.includes('the copy of a password cannot be read'))
  expect(api.logs.splice(loud, 1).join()).not.toMatch(/Password 1|Site-Pass/)
  await api.sql.query('UPDATE password_copies SET nonce = $2, ciphertext = $3 WHERE account_id = $1', [
    ...[mine.account_id, mine.nonce, mine.ciphertext],
  ])
})

it('thirty looks an hour and no more, at whichever service; the refused one is not in the log', async () => {
  await forgetLooks()
  const beside = await startTestService({ limitsSignIns: true, sharesDatabaseWith: api })
  const others = [await hireFieldUser(office, 'site_incharge'), await hireFieldUser(office, 'site_incharge')]
  for (let index = 0; index < 30; index++) {
    const client = index % 2 === 0 ? office : office.withSameCookies(beside.origin)
    expect((await look([worker, ...others][index % 3]?.id, client)).status, String(index)).toBe(200)
    // The hour began with the first look, whenever the later ones happen.
    if (index === 10) await api.sql.query(`UPDATE tries SET last_at = last_at - interval '20 minutes'`)
  }
  const before = await logEnd(api)
  for (const client of [office, office.withSameCookies(beside.origin)]) {
    const refused = await look(worker.id, client)
    expect(refused).toMatchObject({ status: 429, json: { code: 'too_many_tries' } })
    // The answer says when the next look is possible: at the end of the hour that began with the first look.
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(2000)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(2400)
    expect(refused.text).not.toContain(TEST_PASSWORD)
  }
  expect(await logEnd(api)).toBe(before)
  await beside.close()
  await api.sql.query(`UPDATE tries SET last_at = last_at - interval '61 minutes'`)
  expect((await look()).status).toBe(200)
  await forgetLooks()
})

it('fifty looks at once are thirty', async () => {
  await forgetLooks()
  const before = await logEnd(api)
  const replies = await Promise.all(Array.from({ length: 50 }, () => look()))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(30)
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(20)
  expect(await eventsAfter(api, before, 'PasswordRevealed')).toHaveLength(30)
  await forgetLooks()
})

it('PASSWORD_REVEAL=off keeps none, shows none, and takes away the one that a change makes stale', async () => {
  const off = await startTestService({ sharesDatabaseWith: api, passwordReveal: false })
  const there = office.withSameCookies(off.origin)
  const before = await logEnd(api)
  expect((await look(worker.id, there)).json).toMatchObject({ id: worker.id, password: null })
  expect(await logEnd(api)).toBe(before)
  const mobile = nextUnusedMobile()
  await there.post('/api/admin/users', { name: 'Ravi Kumar', mobile, password: TEST_PASSWORD })
  expect(await copyOf(mobile)).toBeUndefined()
  expect((await look(`site_${mobile}`)).json).toMatchObject({ password: null })
  await there.put(`/api/admin/users/${worker.id}`, { name: 'Ravi Kumar', password: 'Other-Pass-2' })
  expect(await copyOf(worker.mobile)).toBeUndefined()
  expect((await look()).json).toMatchObject({ password: null })
  await off.close()
})
