import { dayOf, startOfDay } from '@ledger/contracts/dates.ts'
import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectBody, type TestClient } from '../environment/network/http-client.ts'
import {
  type FieldUser,
  hireFieldUser,
  recordExpenseOf,
  sampleExpenseBody,
  signInAdmin,
} from '../environment/service/people-and-money.ts'
import { logEnd } from '../environment/service/read-events.ts'
import { startTestService, type TestService } from '../environment/service/test-service.ts'

/** api.md, Amount and Date: accepted input and output. */

let api: TestService
let office: TestClient
let worker: FieldUser
beforeAll(async () => {
  api = await startTestService()
  office = await signInAdmin(api.origin)
  worker = await hireFieldUser(office, 'site_incharge')
})
afterAll(() => api.close())

const path = '/api/site/transactions'
/** Returns the expense with one field as raw JSON, which no JavaScript number could express. */
const raw = (field: string, json: string) =>
  JSON.stringify({ ...sampleExpenseBody, [field]: '@' }).replace('"@"', () => json)

describe('an amount', () => {
  it.each([
    ['"1500"', '1500.00'],
    ['"1500.5"', '1500.50'],
    ['"0.01"', '0.01'],
    ['"007.10"', '7.10'],
    ['999999999.99', '999999999.99'],
    ['"999999999.99"', '999999999.99'],
    ['1500', '1500.00'],
    ['0.29', '0.29'],
    ['1.005e2', '100.50'],
  ])('%s is taken as %s', async (given, taken) => {
    const reply = await worker.client.post(path, raw('amount', given))
    expect(expectBody(reply, 201, ROUTES.recordExpense.answer).amount).toBe(taken)
  })

  it.each([
    ...[
      '"1,000"',
      '"1e3"',
      '"०"',
      '"१२"',
      '-0',
      '"-0"',
      '0',
      '"0.00"',
      '-1',
      '"-1"',
      '"+1"',
      '" 1"',
      '"1 "',
      '"1."',
      '".5"',
    ],
    ...[
      '"1.234"',
      '1.234',
      '0.30000000000000004',
      '1e-7',
      '1e21',
      '1e309',
      '-1e309',
      '"0x10"',
      '"0b1"',
      '"Infinity"',
      '"NaN"',
    ],
    ...[
      '"1000000000"',
      '1000000000',
      '"99999999999999999999"',
      '"1\\u0000"',
      '"1\\n"',
      '"１"',
      '"₹10"',
      '"1_000"',
      '"1e0"',
    ],
    ...['true', 'false', '[]', '[1]', '["1"]', '{}', '{"valueOf":1}', '{"$gt":0}'],
    ...['null', '""', `"${'9'.repeat(10_000)}"`, `${'9'.repeat(400)}`, `0.${'0'.repeat(400)}1`],
  ])('%s is none', async (given) => {
    const before = await logEnd(api)
    const reply = await worker.client.post(path, raw('amount', given))
    expect(reply.status, reply.text).toBe(400)
    expect(reply.json).toMatchObject({ issues: [{ path: 'amount' }] })
    expect(await logEnd(api)).toBe(before)
  })

  it('shows a deficit with a minus, and no rounding however many entries there are', async () => {
    const poor = await hireFieldUser(office, 'supervisor')
    for (let entry = 0; entry < 10; entry++) await recordExpenseOf(poor, { amount: '0.10' })
    const { balance } = await recordExpenseOf(poor, { amount: 0.07 })
    expect(balance).toEqual({ currentBalance: '-1.07', totalReceived: '0.00', totalSpent: '1.07' })
    expect((await poor.client.get('/api/site/balance')).json).toEqual(balance)
  })
})

const DAY_MS = 86_400_000
const today = dayOf(new Date().toISOString())
const dayFrom = (days: number) => dayOf(new Date(Date.parse(startOfDay(today)) + days * DAY_MS).toISOString())

describe('a date', () => {
  it.each([
    ['2026-04-01', '2026-04-01T06:30:00.000Z'],
    ['2024-02-29', '2024-02-29T06:30:00.000Z'],
    ['2026-04-01T00:00:00Z', '2026-04-01T00:00:00.000Z'],
    ['2026-04-01T05:29:59.999+05:30', '2026-03-31T23:59:59.999Z'],
    ['2026-04-01T12:00-08:00', '2026-04-01T20:00:00.000Z'],
  ])('%s is %s', async (given, taken) => {
    const sent = new Date().toISOString()
    const { date, recordedAt } = await recordExpenseOf(worker, { date: given })
    expect(date).toBe(taken)
    expect(recordedAt >= sent).toBe(true)
  })

  it('left out, or of today, is now', async () => {
    for (const date of [undefined, dayOf(new Date().toISOString())]) {
      const before = Date.now()
      const taken = Date.parse((await recordExpenseOf(worker, { date })).date)
      expect(taken).toBeGreaterThanOrEqual(before)
      expect(taken).toBeLessThanOrEqual(Date.now())
    }
  })

  it('may be tomorrow, at any hour of today', async () => {
    expect(dayOf((await recordExpenseOf(worker, { date: dayFrom(1) })).date)).toBe(dayFrom(1))
  })

  it.each([
    ...[
      '2026-02-30',
      '2025-02-29',
      '2026-13-01',
      '2026-00-10',
      '2026-4-1',
      '01/04/2026',
      'yesterday',
      '1999-12-31',
      '',
    ],
    ...[
      '2026-04-01T10:00:00',
      '2026-04-01 10:00:00Z',
      '2026-04-01T24:30:00Z',
      '2026-04-01T10:61:00Z',
      '2026-02-30T10:00:00Z',
    ],
    ...[
      '2026-04-01T10:00:00+99:99',
      '20260401',
      '1775000000000',
      '२०२६-०४-०१',
      '2026-04-01\u0000',
      ' 2026-04-01',
      '+002026-04-01',
    ],
    ...[dayFrom(2), dayFrom(400), new Date(Date.now() + DAY_MS + 60_000).toISOString(), '9999-12-31T23:59:59Z'],
    ...[7, true, null, ['2026-04-01'], {}],
  ])('%j is none', async (date) => {
    const before = await logEnd(api)
    const reply = await worker.client.post(path, { ...sampleExpenseBody, date })
    expect(reply.status, reply.text).toBe(400)
    expect(reply.json).toMatchObject({ issues: [{ path: 'date' }] })
    expect(await logEnd(api)).toBe(before)
  })
})
