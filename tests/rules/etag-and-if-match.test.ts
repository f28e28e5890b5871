import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectBody, type TestClient } from '../environment/network/http-client.ts'
import {
  type FieldUser,
  hireFieldUser,
  recordExpenseOf,
  sampleExpenseBody,
  sendMoneyTo,
  signInAdmin,
  transferMoney,
} from '../environment/service/people-and-money.ts'
import { logEnd } from '../environment/service/read-events.ts'
import { startTestService, type TestService } from '../environment/service/test-service.ts'

/** ETag and If-Match. */

let api: TestService
let office: TestClient
let incharge: FieldUser
let supervisor: FieldUser
beforeAll(async () => {
  api = await startTestService()
  office = await signInAdmin(api.origin)
  incharge = await hireFieldUser(office, 'site_incharge')
  supervisor = await hireFieldUser(office, 'supervisor')
  await sendMoneyTo(office, incharge, '1000.00')
})
afterAll(() => api.close())

describe('an ETag', () => {
  it.each(['/api/site/balance', '/api/site/transactions', '/api/site/auth', '/api/site/transactions?limit=1'])(
    'of %s costs a 304 until something changes',
    async (path) => {
      const first = await incharge.client.get(path)
      const tag = first.headers.etag
      expect(tag).toMatch(/^(W\/)?"/)
      const again = await incharge.client.get(path, { 'if-none-match': tag })
      expect(again).toMatchObject({ status: 304, text: '' })
      await recordExpenseOf(incharge)
      const changed = await incharge.client.get(path, { 'if-none-match': tag })
      expect(changed.status).toBe(200)
      expect(changed.headers.etag).not.toBe(tag)
      expect(changed.headers['cache-control']).toContain('private')
    },
  )

  it('says nothing to whoever is not signed in any more', async () => {
    const { client } = await hireFieldUser(office, 'site_incharge')
    const first = await client.get('/api/site/balance')
    const copy = client.withSameCookies()
    await client.post('/api/site/logout')
    expect((await copy.get('/api/site/balance', { 'if-none-match': first.headers.etag })).status).toBe(401)
  })

  it('of somebody else’s same-looking list is no leak: each is asked for by its own session', async () => {
    const [one, other] = [await hireFieldUser(office, 'supervisor'), await hireFieldUser(office, 'supervisor')]
    const tag = (await one.client.get('/api/site/transactions')).headers.etag
    expect((await other.client.get('/api/site/transactions', { 'if-none-match': tag })).status).toBe(304)
    await recordExpenseOf(one)
    const mine = (await one.client.get('/api/site/transactions')).headers.etag
    expect((await other.client.get('/api/site/transactions', { 'if-none-match': mine })).text).toBe('[]')
  })
})

describe('If-Match', () => {
  const at = (id: string) => `/api/site/transactions/${id}`
  const edit = (id: string, revision: string, amount: string) =>
    incharge.client.put(at(id), { ...sampleExpenseBody, amount }, { 'if-match': revision })

  it('of the current revision is served, of another one refused', async () => {
    const { id } = await recordExpenseOf(incharge)
    expect(expectBody(await edit(id, '"1"', '2.00'), 200, ROUTES.editExpense.answer).revision).toBe(2)
    const before = await logEnd(api)
    const stale = await edit(id, '"1"', '3.00')
    expect(stale).toMatchObject({ status: 412, json: { code: 'revision_changed' } })
    expect((await edit(id, '"3"', '3.00')).status).toBe(412)
    expect((await incharge.client.delete(at(id), { 'if-match': '"1"' })).status).toBe(412)
    expect(await logEnd(api)).toBe(before)
    for (const current of ['2', 'W/"3"', '*'])
      expect((await edit(id, current, `${current.length}.50`)).status).toBe(200)
    expect((await incharge.client.delete(at(id), { 'if-match': '"5"' })).status).toBe(200)
  })

  it('a stale edit that would change nothing is stale all the same', async () => {
    const { id } = await recordExpenseOf(incharge)
    await edit(id, '"1"', '2.00')
    expect((await edit(id, '"1"', '2.00')).status).toBe(412)
  })

  it('counts both sides of a transfer together, for the admin', async () => {
    const { id } = await transferMoney(incharge, supervisor, '10.00')
    const { type: _, ...fields } = sampleExpenseBody
    const put = (revision: string, amount: string) =>
      office.put(`/api/admin/transactions/${id}-in`, { ...fields, amount }, { 'if-match': revision })
    expect((await put('"1"', '9.00')).status).toBe(200)
    expect((await put('"1"', '8.00')).status).toBe(412)
    const rows = expectBody(
      await incharge.client.get('/api/site/transactions?limit=1000'),
      200,
      ROUTES.siteTransactions.answer,
    )
    expect(rows.find((row) => row.id === id)).toMatchObject({ revision: 2, amount: '9.00' })
    expect((await office.delete(`/api/admin/transactions/${id}-in`, { 'if-match': '"1"' })).status).toBe(412)
  })

  it('of a review is the revision that the person looked at', async () => {
    const { id } = await recordExpenseOf(incharge)
    await edit(id, '"1"', '2.00')
    const review = (revision: string) =>
      office.post(`/api/admin/transactions/${id}/reviews`, { as: 'seen' }, { 'if-match': revision })
    const before = await logEnd(api)
    expect(await review('"1"')).toMatchObject({ status: 412, json: { code: 'revision_changed' } })
    expect((await review('no revision')).status).toBe(400)
    expect(await logEnd(api)).toBe(before)
    expect((await review('"2"')).status).toBe(201)
  })

  it('of somebody else’s thing tells nothing of its revision', async () => {
    const { id } = await recordExpenseOf(incharge)
    const stranger = await hireFieldUser(office, 'site_incharge')
    for (const revision of ['"1"', '"7"']) {
      const reply = await stranger.client.delete(at(id), { 'if-match': revision })
      expect(reply).toMatchObject({ status: 404, json: { code: 'not_found' } })
    }
  })
})
