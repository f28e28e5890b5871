import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectBody, type TestClient } from '../../environment/network/http-client.ts'
import {
  type FieldUser,
  hireFieldUser,
  sampleExpenseBody,
  signInAdmin,
} from '../../environment/service/people-and-money.ts'
import { eventsAfter, logEnd } from '../../environment/service/read-events.ts'
import { startTestService, type TestService } from '../../environment/service/test-service.ts'

/**
 * Two times from the phone (api.md): the ledger stores the phone's clock beside its own time, and decides nothing by
 * it.
 */

let api: TestService
let office: TestClient
let incharge: FieldUser

beforeAll(async () => {
  api = await startTestService()
  office = await signInAdmin(api.origin)
  incharge = await hireFieldUser(office, 'site_incharge')
})
afterAll(() => api.close())

const PATH = '/api/site/transactions'
const historyOf = async (id: string) =>
  expectBody(await office.get(`/api/audit/transactions/${id}/history`), 200, ROUTES.auditHistory.answer).revisions

it('is kept of an expense, of its edits and of its deletion, and shown to who audits', async () => {
  const { client } = incharge
  const [made, changed, gone] = ['2026-03-01T10:03:00+05:30', '2026-03-02T09:00:00.123Z', '2026-03-03T23:59:59-11:00']
  const created = await client.post(PATH, { ...sampleExpenseBody, enteredAt: made })
  const { id } = expectBody(created, 201, ROUTES.recordExpense.answer)
  const edited = await client.put(`${PATH}/${id}`, { ...sampleExpenseBody, amount: '9', enteredAt: changed })
  expect(edited.status).toBe(200)
  expect(edited.text).not.toContain('enteredAt')
  expect((await client.call('DELETE', `${PATH}/${id}`, { enteredAt: gone })).status).toBe(200)
  expect((await historyOf(id)).map(({ meta }) => meta.enteredAt)).toEqual([made, changed, gone])
})

it('decides nothing: a clock that is wrong by decades changes neither date nor order nor when it was recorded', async () => {
  const { client } = incharge
  const before = await logEnd(api)
  for (const enteredAt of ['1970-01-01T00:00:00Z', '2099-12-31T23:59:59.999+05:30', '0001-01-01T00:00:00Z'])
    expect((await client.post(PATH, { ...sampleExpenseBody, enteredAt })).status, enteredAt).toBe(201)
  const events = await eventsAfter(api, before, 'DebitRecorded')
  expect(events).toHaveLength(3)
  for (const time of events.flatMap(({ recordedAt, date }) => [recordedAt, date]))
    expect(Math.abs(Date.now() - Date.parse(time)), time).toBeLessThan(60_000)
})

it('need not be there, and is refused where it is no time', async () => {
  const { client } = incharge
  const { id } = expectBody(await client.post(PATH, sampleExpenseBody), 201, ROUTES.recordExpense.answer)
  expect((await historyOf(id))[0]?.meta).not.toHaveProperty('enteredAt')
  for (const enteredAt of ['', 'yesterday', '2026-02-30T10:00:00Z', '2026-02-03', '2026-02-03T10:00:00', 5]) {
    const refused = await client.post(PATH, { ...sampleExpenseBody, enteredAt })
    expect(refused, JSON.stringify(enteredAt)).toMatchObject({
      status: 400,
      json: { message: 'The time of entry must be written as ISO 8601' },
    })
    expect((await client.call('DELETE', `${PATH}/${id}`, { enteredAt })).status).toBe(400)
  }
  expect((await client.delete(`${PATH}/${id}`)).status).toBe(200)
})

it('is no part of what head office sends', async () => {
  const credit = { ...sampleExpenseBody, type: 'credit', userId: incharge.id, enteredAt: '2026-03-01T10:03:00Z' }
  expect((await office.post('/api/admin/transactions', credit)).status).toBe(400)
})
