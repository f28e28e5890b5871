import { dayOf } from '@ledger/contracts/dates.ts'
import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectBody, type TestClient } from '../environment/network/http-client.ts'
import {
  type FieldUser,
  hireFieldUser,
  recordExpenseOf,
  sendMoneyTo,
  signInAdmin,
} from '../environment/service/people-and-money.ts'
import { startTestService, type TestService } from '../environment/service/test-service.ts'

/** The auditors' lists of events: several types at once, and the total count of a filter. */

let api: TestService
let office: TestClient
let incharge: FieldUser

beforeAll(async () => {
  api = await startTestService()
  office = await signInAdmin(api.origin)
  incharge = await hireFieldUser(office, 'site_incharge')
  await sendMoneyTo(office, incharge, '5000')
  for (const amount of ['1', '2', '3']) await recordExpenseOf(incharge, { amount })
})
afterAll(() => api.close())

const eventsOf = async (query: string) =>
  expectBody(await office.get(`/api/audit/events?${query}`), 200, ROUTES.auditEvents.answer)
const countOf = async (query: string) =>
  expectBody(await office.get(`/api/audit/events/count?${query}`), 200, ROUTES.auditEventCount.answer).count

it('gives the events of several types in the order of the log, page by page', async () => {
  const types = 'type=DebitRecorded,CreditRecorded'
  const { events, next } = await eventsOf(`${types}&limit=3`)
  expect(events.map(({ type }) => type)).toEqual(['CreditRecorded', 'DebitRecorded', 'DebitRecorded'])
  const rest = await eventsOf(`${types}&limit=3&after=${next}`)
  expect(rest.events.map(({ type }) => type)).toEqual(['DebitRecorded'])
  expect(rest.next).toBeNull()
})

it('counts what a filter leaves, whatever a page would have held', async () => {
  const today = dayOf(new Date().toISOString())
  const moment = (await eventsOf('type=CreditRecorded')).events[0]?.recordedAt ?? ''
  const filters = [
    ...['', 'type=DebitRecorded', 'type=DebitRecorded,CreditRecorded', 'type=NoSuchThing', 'from=2999-01-01'],
    ...[
      `account=${incharge.id}`,
      `actor=${incharge.id}&type=DebitRecorded`,
      'account=site_9999999999',
      'transaction=nothing',
      `account=${incharge.id}&actor=${incharge.id}`,
    ],
    // Stored counts of whole days and months, the days at both ends, and events that are counted one by one.
    ...[
      `from=${today}`,
      `to=${today}`,
      'from=2020-01-15',
      'from=2020-02-01',
      'to=2020-02-10',
      `from=${moment}`,
    ].flatMap((period) =>
      ['', 'type=DebitRecorded&', `account=${incharge.id}&`, `actor=${incharge.id}&`].map((who) => who + period),
    ),
  ]
  for (const filter of filters) {
    const { events } = await eventsOf(`${filter}&limit=1000`)
    expect(await countOf(filter), filter).toBe(events.length)
  }
  expect(await countOf('type=DebitRecorded')).toBe(3)
})

it('refuses what is no list of types, and a page of a count', async () => {
  for (const query of ['type=a;b', `type=${Array(21).fill('A').join(',')}`, `type=${'A'.repeat(41)}`])
    expect((await office.get(`/api/audit/events?${query}`)).status, query).toBe(400)
  expect((await office.get('/api/audit/events/count?limit=3')).status).toBe(400)
})

it('says of people and beneficiaries how many there are in all', async () => {
  await hireFieldUser(office, 'site_incharge', { name: 'Other One' })
  const heads = async (path: string) => (await office.get(path)).headers['ledger-count']
  expect(await heads('/api/admin/sites?limit=1')).toBe('2')
  expect(await heads('/api/admin/sites?q=other')).toBe('1')
  expect(await heads('/api/admin/supervisors?limit=1')).toBe('0')
  expect(await heads('/api/admin/beneficiaries?limit=1')).toBe('1')
  expect(await heads('/api/admin/beneficiaries?q=nobody')).toBe('0')
})
