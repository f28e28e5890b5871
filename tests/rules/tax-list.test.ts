import { ROUTES } from '@ledger/contracts/http/routes.ts'
import type { TaxList } from '@ledger/contracts/http/tax/tax-limit-and-tax-list-schemas.ts'
import { formatAmount } from '@ledger/contracts/money.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectBody, type TestClient } from '../environment/network/http-client.ts'
import {
  type FieldUser,
  hireFieldUser,
  hireOfficeUser,
  recordExpenseOf,
  signInAdmin,
} from '../environment/service/people-and-money.ts'
import { eventsAfter, logEnd } from '../environment/service/read-events.ts'
import { startTestService, type TestService } from '../environment/service/test-service.ts'

/** api.md, Books: the lists for tax, their limits, and the details of beneficiaries. */

let api: TestService
let office: TestClient
let accountant: TestClient
let auditor: TestClient
let incharge: FieldUser
beforeAll(async () => {
  api = await startTestService()
  office = await signInAdmin(api.origin)
  accountant = (await hireOfficeUser(office, 'accountant', 'books@example.in')).client
  auditor = (await hireOfficeUser(office, 'auditor', 'audit@example.in')).client
  incharge = await hireFieldUser(office, 'site_incharge')
  const pay = (recipient: string, amount: string, date: string, paymentMode = 'upi') =>
    recordExpenseOf(incharge, { recipient, amount, date, paymentMode })
  // At the limits, and above each.
  await pay('At The Limit', '30000', '2025-06-01')
  await pay('At The Limit', '10000', '2025-06-02', 'cash')
  await pay('Single', '30000.01', '2025-06-03')
  await pay('Cash Day', '6000', '2025-06-04', 'cash')
  await pay('cash day', '4000.01', '2025-06-04', 'cash')
  await pay('Cash Day', '9000', '2025-06-05', 'cash')
  // Four payments of a year, the last of which takes it over; one in the year before, and one after.
  await pay('Year', '25000', '2025-03-31')
  for (const date of ['2025-04-01', '2025-07-01', '2025-10-01', '2026-01-01']) await pay('Year', '25000', date)
  await pay('Year', '0.01', '2026-03-31')
  await pay('Year', '25000', '2026-04-01')
  const gone = await pay('Deleted', '99999', '2025-06-06')
  expect((await incharge.client.delete(`/api/site/transactions/${gone.id}`)).status).toBe(200)
  for (let index = 0; index < 60; index++)
    await pay(`Random ${index % 7}`, `${1000 + ((index * 7919) % 31000)}.5`, dayOfNumber(index * 11), modeOf(index))
})
afterAll(() => api.close())

const dayOfNumber = (days: number) => new Date(Date.parse('2024-12-01') + days * 86_400_000).toISOString().slice(0, 10)
const modeOf = (index: number) => (index % 3 === 0 ? 'upi' : 'cash')

const listOf = async (query: string) =>
  expectBody(await office.get(`/api/admin/tax-list?${query}`), 200, ROUTES.taxList.answer)
const overOf = (list: TaxList, name: string) => list.find(({ beneficiary }) => beneficiary.name === name)?.over
const YEAR = 'from=2025-04-01&to=2026-03-31'

it('has the parties above a limit, and not those at it', async () => {
  const list = await listOf(YEAR)
  expect(overOf(list, 'At The Limit')).toBeUndefined()
  expect(overOf(list, 'Deleted')).toBeUndefined()
  expect(overOf(list, 'Single')).toEqual(['single'])
  expect(overOf(list, 'Year')).toEqual(['year'])
  expect(list.find(({ beneficiary }) => beneficiary.id === 'b:cash day')).toEqual({
    ...{
      beneficiary: { id: 'b:cash day', name: 'Cash Day' },
      pan: null,
      total: '19000.01',
      largest: '9000.00',
      sinceApril: '19000.01',
    },
    ...{ cashDays: [{ date: '2025-06-04', amount: '10000.01' }], over: ['cash'] },
  })
})

it('counts a period inside a year from 1 April, and only days of the period on which it was paid', async () => {
  expect(overOf(await listOf('from=2026-03-01&to=2026-03-31'), 'Year')).toEqual(['year'])
  const [march] = (await listOf('from=2026-03-01&to=2026-03-31')).filter((one) => one.beneficiary.name === 'Year')
  expect(march).toMatchObject({ total: '0.01', sinceApril: '100000.01' })
  // Before the payment that took it over, and in the next year.
  expect(overOf(await listOf('from=2025-04-01&to=2026-03-30'), 'Year')).toBeUndefined()
  expect(overOf(await listOf('from=2026-04-01&to=2027-03-31'), 'Year')).toBeUndefined()
})

describe('each list equals a fold of the log', () => {
  it.each(['', YEAR, 'from=2025-08-15&to=2026-01-31', 'to=2025-06-04', 'from=2026-01-01'])('%s', async (query) => {
    await expectListOfLog(query)
  })

  it('also with limits from a day on', async () => {
    const limits = { from: '2025-10-01', single: '20000', year: '60000', cashDay: null }
    const before = await logEnd(api)
    expectBody(await accountant.put('/api/admin/tax-limits', limits), 200, ROUTES.setTaxLimits.answer)
    expect(await eventsAfter(api, before)).toMatchObject([
      {
        type: 'TaxLimitsSet',
        data: {
          from: '2025-10-01',
          before: { singlePaise: 30_000_00, yearPaise: 1_00_000_00, cashDayPaise: 10_000_00 },
          after: { singlePaise: 20_000_00, yearPaise: 60_000_00, cashDayPaise: null },
        },
      },
    ])
    expect(overOf(await listOf(YEAR), 'Year')).toEqual(['single', 'year'])
    expect(overOf(await listOf('from=2025-04-01&to=2025-09-30'), 'Year')).toBeUndefined()
    for (const query of ['', YEAR, 'from=2025-08-15&to=2026-01-31']) await expectListOfLog(query, limits.from)
    const set = expectBody(await auditor.get('/api/admin/tax-limits'), 200, ROUTES.taxLimits.answer)
    expect(set).toEqual([
      { from: null, single: '30000.00', year: '100000.00', cashDay: '10000.00' },
      { from: '2025-10-01', single: '20000.00', year: '60000.00', cashDay: null },
    ])
  })
})

/** Compares the list with the payments in the events, added up payment by payment. */
async function expectListOfLog(query: string, changedFrom = '9999-12-31') {
  const { rows } = await api.sql.query<{ id: string; day: string; paise: number; mode: string }>(
    `SELECT data::jsonb #>> '{entry,beneficiary,id}' AS id, data::jsonb #>> '{entry,paymentMode}' AS mode,
      (data::jsonb #>> '{entry,paise}')::int AS paise,
      to_char(date AT TIME ZONE 'Asia/Kolkata', 'YYYY-MM-DD') AS day
    FROM events WHERE type = 'DebitRecorded' AND data::jsonb ->> 'transaction' NOT IN
      (SELECT data::jsonb ->> 'transaction' FROM events WHERE type = 'TransactionDeleted') ORDER BY date, position`,
  )
  const period = new URLSearchParams(query)
  const [from, to] = [period.get('from') ?? '0000', period.get('to') ?? '9999']
  const limitsOn = (day: string) =>
    day < changedFrom
      ? { single: 30_000_00, year: 1_00_000_00, cash: 10_000_00 }
      : { single: 20_000_00, year: 60_000_00, cash: Number.POSITIVE_INFINITY }
  const yearOf = (day: string) => Number(day.slice(0, 4)) - (day.slice(5) < '04-01' ? 1 : 0)
  const expected = [...new Set(rows.map(({ id }) => id))].flatMap((id) => {
    const paid = rows.filter((row) => row.id === id)
    const inPeriod = paid.filter(({ day }) => day >= from && day <= to)
    const days = [...new Set(inPeriod.map(({ day }) => day))]
    const sum = (some: typeof paid) => some.reduce((total, { paise }) => total + paise, 0)
    const ofYear = (day: string) => sum(paid.filter((one) => yearOf(one.day) === yearOf(day) && one.day <= day))
    const cash = (day: string) => sum(inPeriod.filter((one) => one.day === day && one.mode === 'cash'))
    const cashDays = days.filter((day) => cash(day) > limitsOn(day).cash)
    const over = [
      ...(inPeriod.some(({ day, paise }) => paise > limitsOn(day).single) ? ['single'] : []),
      ...(days.some((day) => ofYear(day) > limitsOn(day).year) ? ['year'] : []),
      ...(cashDays.length > 0 ? ['cash'] : []),
    ]
    if (over.length === 0) return []
    const [total, largest, sinceApril] = [
      ...[sum(inPeriod), Math.max(...inPeriod.map(({ paise }) => paise)), Math.max(...days.map(ofYear))],
    ].map(formatAmount)
    return [
      {
        id,
        total,
        largest,
        sinceApril,
        over,
        cashDays: cashDays.map((date) => ({ date, amount: formatAmount(cash(date)) })),
      },
    ]
  })
  const list = (await listOf(query)).map(({ beneficiary: { id }, total, largest, sinceApril, over, cashDays }) => ({
    ...{ id, total, largest, sinceApril, over, cashDays },
  }))
  const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
  expect(list.toSorted(byId)).toEqual(expected.toSorted(byId))
  expect(list.length).toBeGreaterThan(0)
}

describe('details', () => {
  const path = `/api/admin/beneficiaries/${encodeURIComponent('b:single')}/details`
  const details = { pan: 'AAPFU0939F', gstin: '27AAPFU0939F1ZV', phone: '9876543210' }
  const panOf = async (id: string) => (await listOf(YEAR)).find(({ beneficiary }) => beneficiary.id === id)?.pan

  it('are written by admin and accountant, read by auditors, and stand in no event but masked', async () => {
    expect((await auditor.put(path, details)).status).toBe(403)
    expect((await incharge.client.get(path)).status).toBe(403)
    expect((await auditor.get(path)).json).toEqual({ pan: null, gstin: null, phone: null })
    const before = await logEnd(api)
    expect(expectBody(await accountant.put(path, details), 200, ROUTES.setBeneficiaryDetails.answer)).toEqual(details)
    expect(expectBody(await auditor.get(path), 200, ROUTES.beneficiaryDetails.answer)).toEqual(details)
    // The same again is no event.
    expect((await office.put(path, details)).status).toBe(200)
    expect(await eventsAfter(api, before)).toMatchObject([
      {
        type: 'BeneficiaryDetailsChanged',
        data: {
          beneficiary: { id: 'b:single', name: 'Single' },
          details: { pan: 'AAxxxxxx9F', gstin: '27xxxxxxxxxxxZV', phone: '98xxxxxx10' },
        },
      },
    ])
    expect(await panOf('b:single')).toBe('AAPFU0939F')
  })

  it('have the PAN in the list where only a GSTIN is known', async () => {
    expect((await accountant.put(path, { ...details, pan: null })).status).toBe(200)
    expect(await panOf('b:single')).toBe(details.pan)
    expect((await accountant.put(path, details)).status).toBe(200)
  })

  it('that are erased are nowhere in the database, nor in a stored answer', async () => {
    const headers = { 'idempotency-key': 'details-1' }
    const others = { pan: 'ABCPD1234E', gstin: null, phone: '9123456780' }
    expect((await office.put(path, others, headers)).json).toEqual(others)
    expect((await office.put(path, others, headers)).json).toEqual(others)
    const erased = { pan: null, gstin: null, phone: null }
    expect((await accountant.put(path, erased)).json).toEqual(erased)
    const { rows: tables } = await api.sql.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('public', 'read')`,
    )
    for (const { name } of tables) {
      const { rowCount } = await api.sql.query(
        `SELECT FROM ${name} t WHERE t::text LIKE '%ABCPD1234E%' OR t::text LIKE '%9123456780%'`,
      )
      expect(rowCount, name).toBe(0)
    }
    expect(api.logs.join('')).not.toMatch(/ABCPD1234E|9123456780|AAPFU0939F/)
  })

  it('of merged spellings are those of all: read, listed, replaced and erased together', async () => {
    const cash = 'b:cash day'
    const of = (id: string) => `/api/admin/beneficiaries/${encodeURIComponent(id)}/details`
    const stored = async () => (await api.sql.query('SELECT pan, phone FROM beneficiary_details ORDER BY pan')).rows
    await accountant.put(path, details)
    expect((await office.post('/api/admin/beneficiaries/merge', { from: ['b:single'], into: cash })).status).toBe(200)
    expect((await auditor.get(of(cash))).json).toEqual(details)
    expect(await panOf(cash)).toBe(details.pan)
    const own = { pan: 'ABCPD1234E', gstin: null, phone: null }
    expect((await accountant.put(of(cash), own)).json).toEqual(own)
    // A replaced number stays with the spelling that had it; what is null is nowhere.
    expect(await stored()).toEqual([details.pan, own.pan].map((pan) => ({ pan, phone: null })))
    expect(await panOf(cash)).toBe('ABCPD1234E')
    await office.post('/api/admin/beneficiaries/unmerge', { id: 'b:single' })
    await accountant.put(path, details)
    await office.post('/api/admin/beneficiaries/merge', { from: ['b:single'], into: cash })
    // A PAN never stands beside the GSTIN of another one, so that the form takes what it shows.
    const shown = { ...details, pan: 'ABCPD1234E', gstin: null }
    expect((await auditor.get(path)).json).toEqual(shown)
    expect((await accountant.put(path, shown)).json).toEqual(shown)
    expect(await panOf(cash)).toBe('ABCPD1234E')
    const erased = { pan: null, gstin: null, phone: null }
    expect((await accountant.put(path, erased)).json).toEqual(erased)
    expect(await stored()).toEqual([])
    expect((await office.post('/api/admin/beneficiaries/unmerge', { id: 'b:single' })).status).toBe(200)
  })

  it('that did not change stay with the spelling that has them, also after the merge is undone', async () => {
    const cash = 'b:cash day'
    const pathOf = (id: string) => `/api/admin/beneficiaries/${encodeURIComponent(id)}/details`
    const [none, own] = [
      { pan: null, gstin: null, phone: null },
      { ...details, phone: null },
    ]
    await accountant.put(path, own)
    await office.post('/api/admin/beneficiaries/merge', { from: ['b:single'], into: cash })
    expect((await accountant.put(pathOf(cash), details)).json).toEqual(details)
    // The details of the merged one are without a PAN now, and the list has that of its spelling.
    expect(await panOf(cash)).toBe(details.pan)
    await office.post('/api/admin/beneficiaries/unmerge', { id: 'b:single' })
    expect((await auditor.get(path)).json).toEqual(own)
    expect((await auditor.get(pathOf(cash))).json).toEqual({ ...none, phone: details.phone })
    for (const each of [path, pathOf(cash)]) expect((await accountant.put(each, none)).json).toEqual(none)
  })

  it('of several spellings are those of the one that they were merged into, which need not be the first by its id', async () => {
    const cash = 'b:cash day'
    const pathOfCash = `/api/admin/beneficiaries/${encodeURIComponent(cash)}/details`
    const [none, others] = [
      { pan: null, gstin: null, phone: null },
      { pan: 'ABCPD1234E', gstin: null, phone: '9123456780' },
    ]
    await accountant.put(path, details)
    await accountant.put(pathOfCash, others)
    expect((await office.post('/api/admin/beneficiaries/merge', { from: [cash], into: 'b:single' })).status).toBe(200)
    for (const each of [path, pathOfCash]) expect((await auditor.get(each)).json).toEqual(details)
    expect(await panOf('b:single')).toBe(details.pan)
    expect((await office.post('/api/admin/beneficiaries/unmerge', { id: cash })).status).toBe(200)
    expect((await auditor.get(pathOfCash)).json).toEqual(others)
    for (const each of [path, pathOfCash]) expect((await accountant.put(each, none)).json).toEqual(none)
  })

  it('with one PAN make one party of several names: their payments are added up, also where one has only a GSTIN', async () => {
    const [one, other, period] = ['b:anwar', 'b:zubair steel', 'from=2025-04-01&to=2025-09-30']
    const none = { pan: null, gstin: null, phone: null }
    const pathOf = (id: string) => `/api/admin/beneficiaries/${encodeURIComponent(id)}/details`
    for (const recipient of ['Anwar', 'Zubair Steel']) {
      await recordExpenseOf(incharge, { recipient, amount: '6000', date: '2025-08-08', paymentMode: 'cash' })
      for (const date of ['2025-08-09', '2025-08-10'])
        await recordExpenseOf(incharge, { recipient, amount: '25000', date, paymentMode: 'upi' })
    }
    const listed = async () => (await listOf(period)).filter(({ beneficiary: { id } }) => [one, other].includes(id))
    await accountant.put(pathOf(one), { ...none, pan: details.pan })
    expect(await listed()).toEqual([])
    await accountant.put(pathOf(other), { ...none, gstin: details.gstin })
    const party = {
      ...{ pan: details.pan, total: '112000.00', largest: '25000.00', sinceApril: '112000.00', over: ['year', 'cash'] },
      cashDays: [{ date: '2025-08-08', amount: '12000.00' }],
    }
    expect(await listed()).toEqual([{ ...party, beneficiary: { id: one, name: 'Anwar / Zubair Steel' } }])
    const file = await office.get(`/api/admin/tax-list/file?${period}&format=csv`)
    expect(file.text).toContain(`Anwar / Zubair Steel,${details.pan},112000.00,`)
    expect((await office.post('/api/admin/beneficiaries/merge', { from: [one], into: other })).status).toBe(200)
    expect(await listed()).toEqual([{ ...party, beneficiary: { id: other, name: 'Zubair Steel' } }])
    expect((await office.post('/api/admin/beneficiaries/unmerge', { id: one })).status).toBe(200)
    await accountant.put(pathOf(other), { ...none, pan: 'ABCPD1234E' })
    expect(await listed()).toEqual([])
  })

  it('are refused where a check digit is wrong, or nobody was paid', async () => {
    const refused = await office.put(path, { ...details, gstin: '27AAPFU0939F1ZW' })
    expect(refused).toMatchObject({ status: 400, json: { message: 'Please enter a valid GSTIN of 15 characters' } })
    expect((await office.put('/api/admin/beneficiaries/b:stranger/details', details)).status).toBe(404)
    expect((await office.get('/api/admin/beneficiaries/b:stranger/details')).status).toBe(404)
  })
})
