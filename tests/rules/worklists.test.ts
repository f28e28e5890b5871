import { DEFAULT_OFFICE_LIMITS } from '@ledger/contracts/default-office-limits.ts'
import { ROUTES } from '@ledger/contracts/http/routes.ts'
import type { WorklistCounts, WorklistName } from '@ledger/contracts/http/worklists/worklist-count-schemas.ts'
import { worklistContext } from '@ledger/projections/queries/worklists/worklist-conditions.ts'
import { readWorklistCounts } from '@ledger/projections/queries/worklists/worklist-counts.ts'
import { verifyReadModels } from '@ledger/projections/verification/verify-read-models.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { samplePhoto, uploadBillFileForId } from '../environment/files/sample-bills.ts'
import { expectBody, type HttpReply, type TestClient } from '../environment/network/http-client.ts'
import {
  type FieldUser,
  hireAuditor,
  hireFieldUser,
  recordExpenseOf,
  sampleExpenseBody,
  sendMoneyTo,
  signInAdmin,
  transferMoney,
} from '../environment/service/people-and-money.ts'
import { eventsAfter, logEnd } from '../environment/service/read-events.ts'
import { startTestService, type TestService } from '../environment/service/test-service.ts'

/** Each worklist with its edges: what is on it, what takes an entry off, and what brings it back. */

let api: TestService
let office: TestClient
let incharge: FieldUser
let supervisor: FieldUser
let clock = '2026-06-10T06:30:00.000Z'

beforeAll(async () => {
  api = await startTestService({ clock: () => clock })
  office = await signInAdmin(api.origin)
  incharge = await hireFieldUser(office, 'site_incharge')
  supervisor = await hireFieldUser(office, 'supervisor')
  await sendMoneyTo(office, incharge, '150000')
})
afterAll(() => api.close())

/** Every list counts what it lists, and all read models are what the log makes of them. */
afterEach(async () => {
  const counts = await worklists()
  for (const name of ['withoutBill', 'questions', 'enteredLate', 'looksTwice', 'large', 'changed'] as const) {
    const rows = await idsOn(name)
    expect(counts[name], name).toBe(rows.length)
    const sums = await office.get(`/api/admin/transactions/sums?worklist=${name}`)
    expect(expectBody(sums, 200, ROUTES.adminTransactionSums.answer).count, name).toBe(rows.length)
  }
  const { db, companyId } = api.company
  const { projections } = await verifyReadModels(db, companyId)
  expect(projections.filter(({ result }) => result !== 'equal')).toEqual([])
})

async function worklists(): Promise<WorklistCounts> {
  return expectBody(await office.get('/api/admin/worklists'), 200, ROUTES.worklists.answer)
}
async function idsOn(name: WorklistName): Promise<string[]> {
  const rows = await office.get(`/api/admin/transactions?worklist=${name}&limit=1000`)
  return expectBody(rows, 200, ROUTES.adminTransactions.answer).map(({ id }) => id)
}
const review = (id: string, as: string, reason?: string): Promise<HttpReply> =>
  office.post(`/api/admin/transactions/${id}/reviews`, { as, ...(reason === undefined ? {} : { reason }) })
const edit = async ({ client }: FieldUser, id: string, changes: object) => {
  const reply = await client.put(`/api/site/transactions/${id}`, { ...sampleExpenseBody, ...changes })
  expect(reply.status, reply.text).toBe(200)
}
const photo = async () => uploadBillFileForId(incharge.client, await samplePhoto({ width: 400 + ++photos }))
let photos = 0
let parties = 0
/** An expense that looks like no other. */
const expenseOf = (amount: string, given: object = {}) =>
  recordExpenseOf(incharge, { amount, recipient: `Party ${++parties}`, ...given })

describe('without a bill', () => {
  it('are expenses above the limit, and neither transfers nor money sent', async () => {
    const before = await idsOn('withoutBill')
    const { id } = await expenseOf('5000.01')
    await expenseOf('5000.00')
    await expenseOf('6000', { bills: [await photo()] })
    await transferMoney(incharge, supervisor, '5500')
    expect(await idsOn('withoutBill')).toEqual([id, ...before])
  })

  it('an entry goes with its bill, its deletion or a word, and returns with another amount, day or party', async () => {
    const { id } = await expenseOf('7000', { date: '2026-06-09' })
    const recipient = `Party ${parties}`
    expect((await review(id, 'seen')).status).toBe(201)
    expect(await idsOn('withoutBill')).toContain(id)
    const said = await review(id, 'no_bill_needed', 'A tea stall gives none')
    expect(expectBody(said, 201, ROUTES.reviewEntry.answer)).toMatchObject({
      transactionId: id,
      as: 'no_bill_needed',
      reason: 'A tea stall gives none',
      at: clock,
      by: { role: 'admin' },
    })
    expect(await idsOn('withoutBill')).not.toContain(id)
    const same = { amount: '7000', date: '2026-06-09', recipient }
    await edit(incharge, id, { ...same, narration: 'With other words', purpose: 'Tea' })
    expect(await idsOn('withoutBill')).not.toContain(id)
    for (const other of [{ amount: '7001' }, { date: '2026-06-08' }, { recipient: 'Another party' }]) {
      await review(id, 'no_bill_needed')
      expect(await idsOn('withoutBill')).not.toContain(id)
      await edit(incharge, id, { ...same, ...other })
      expect(await idsOn('withoutBill'), JSON.stringify(other)).toContain(id)
    }
    await edit(incharge, id, { ...same, bills: [await photo()] })
    expect(await idsOn('withoutBill')).not.toContain(id)
  })
})

it('entered late are those recorded after more days than the limit, or after the end of their financial year', async () => {
  const before = await idsOn('enteredLate')
  await expenseOf('10', { date: '2026-06-03' })
  const { id: late } = await expenseOf('10', { date: '2026-06-02' })
  expect(await idsOn('enteredLate')).toEqual([late, ...before])
  await review(late, 'seen')
  expect(await idsOn('enteredLate')).toEqual(before)
  await edit(incharge, late, { amount: '11', date: '2026-06-02', recipient: `Party ${parties}` })
  expect(await idsOn('enteredLate')).toEqual([late, ...before])
  await review(late, 'seen')
  expect(await idsOn('enteredLate')).toEqual(before)
})

it('the days between an entry and its recording are those of Asia/Kolkata, and a financial year ends on 31 March', async () => {
  const days: [recorded: string, dated: string, late: number][] = [
    ['2026-06-10T06:30:00Z', '2026-06-10T18:29:59Z', 0],
    ['2026-06-10T18:29:59Z', '2026-06-09T18:30:00Z', 0],
    ['2026-06-10T18:30:00Z', '2026-06-10T18:29:59Z', 1],
    ['2026-06-10T06:30:00Z', '2026-06-11T06:30:00Z', -1],
    ['2026-03-31T18:29:59Z', '2026-03-30T06:30:00Z', 1],
    ['2026-03-31T18:30:00Z', '2026-03-31T18:29:59Z', 100_001],
    ['2026-04-01T06:30:00Z', '2026-04-01T06:30:00Z', 0],
    ['2026-12-31T18:30:00Z', '2026-12-31T06:30:00Z', 1],
    ['2026-05-31T06:30:00Z', '2025-04-01T06:30:00Z', 100_425],
  ]
  for (const [recorded, dated, late] of days) {
    const { rows } = await api.sql.query('SELECT public.days_late($1, $2) AS late', [recorded, dated])
    expect(rows, `${recorded} ${dated}`).toEqual([{ late }])
  }
})

it('large are entries above the limit, a transfer once, until they are seen or smaller', async () => {
  await office.put('/api/admin/settings', { lowCash: null, billAbove: null, large: '3000', lateDays: null })
  const before = await idsOn('large')
  const { id } = await expenseOf('3000.01')
  await expenseOf('3000')
  const { id: given } = await transferMoney(incharge, supervisor, '3500')
  expect(await idsOn('large')).toEqual([given, id, ...before])
  expect((await review(`${given}-in`, 'seen')).status).toBe(201)
  await review(id, 'seen')
  expect(await idsOn('large')).toEqual(before)
  await edit(incharge, id, { amount: '3200', recipient: `Party ${parties}` })
  expect(await idsOn('large')).toEqual([id, ...before])
  await edit(incharge, id, { amount: '30', recipient: `Party ${parties}` })
  expect(await idsOn('large')).toEqual(before)
  await office.put('/api/admin/settings', { lowCash: '10000', billAbove: '5000', large: '200000', lateDays: 7 })
})

describe('looks twice', () => {
  const sorted = async (...before: string[]) => (await idsOn('looksTwice')).filter((id) => !before.includes(id)).sort()

  it('are entries of one account, day, amount and party, until one is said to be no duplicate; a third brings them back', async () => {
    const twice = { date: '2026-06-09', recipient: 'Twice Traders' }
    const one = await recordExpenseOf(incharge, { ...twice, amount: '40' })
    for (const other of [{ amount: '41' }, { date: '2026-06-08' }, { recipient: 'Thrice Traders' }])
      await recordExpenseOf(incharge, { ...twice, amount: '40', ...other })
    await recordExpenseOf(supervisor, { ...twice, amount: '40' })
    expect(await sorted()).toEqual([])
    const two = await recordExpenseOf(incharge, { ...twice, recipient: 'twice  TRADERS', amount: '40' })
    expect(await sorted()).toEqual([one.id, two.id].sort())
    await review(one.id, 'not_duplicate')
    expect(await sorted()).toEqual([])
    await edit(incharge, two.id, { ...twice, amount: '40', narration: 'Other words' })
    expect(await sorted()).toEqual([])
    const three = await recordExpenseOf(incharge, { ...twice, amount: '42' })
    await edit(incharge, three.id, { ...twice, amount: '40' })
    expect(await sorted()).toEqual([one.id, two.id, three.id].sort())
    await review(three.id, 'not_duplicate')
    await incharge.client.delete(`/api/site/transactions/${two.id}`)
    expect(await sorted()).toEqual([])
  })

  it('a pair of which one is deleted or changed looks twice no longer', async () => {
    const before = await idsOn('looksTwice')
    const [one, two] = [
      await expenseOf('50'),
      await recordExpenseOf(incharge, { amount: '50', recipient: `Party ${parties}` }),
    ]
    expect(await sorted(...before)).toEqual([one.id, two.id].sort())
    await edit(incharge, two.id, { amount: '51', recipient: `Party ${parties}` })
    expect(await sorted(...before)).toEqual([])
    await edit(incharge, two.id, { amount: '50', recipient: `Party ${parties}` })
    await incharge.client.delete(`/api/site/transactions/${one.id}`)
    expect(await sorted(...before)).toEqual([])
  })

  it('money sent twice, and a transfer made twice, too, each entry once', async () => {
    const before = await idsOn('looksTwice')
    const sent = [await sendMoneyTo(office, incharge, '777'), await sendMoneyTo(office, incharge, '777')]
    const given = [await transferMoney(incharge, supervisor, '88'), await transferMoney(incharge, supervisor, '88')]
    expect(await sorted(...before)).toEqual([...sent, ...given].map(({ id }) => id).sort())
    for (const { id } of [...sent.slice(1), ...given.slice(1)]) await review(id, 'not_duplicate')
    expect(await sorted(...before)).toEqual([])
  })

  it('transfers to two people of one name are two transfers', async () => {
    const before = await idsOn('looksTwice')
    const [one, namesake] = [
      await hireFieldUser(office, 'supervisor', { name: 'Ravi Kumar' }),
      await hireFieldUser(office, 'supervisor', { name: 'Ravi Kumar' }),
    ]
    const first = await transferMoney(incharge, one, '91')
    await transferMoney(incharge, namesake, '91')
    expect(await sorted(...before)).toEqual([])
    const again = await transferMoney(incharge, one, '91')
    expect(await sorted(...before)).toEqual([first.id, again.id].sort())
    await review(again.id, 'not_duplicate')
    expect(await sorted(...before)).toEqual([])
  })

  it('entries with one bill, whatever their amounts', async () => {
    const before = await idsOn('looksTwice')
    const [bill, another] = [await photo(), await photo()]
    const one = await expenseOf('60', { bills: [bill] })
    const two = await expenseOf('61', { bills: [another, bill] })
    expect(await sorted(...before)).toEqual([one.id, two.id].sort())
    await review(two.id, 'not_duplicate')
    expect(await sorted(...before)).toEqual([])
    const three = await expenseOf('62', { bills: [bill] })
    expect(await sorted(...before)).toEqual([one.id, two.id, three.id].sort())
    await edit(incharge, three.id, { amount: '62', recipient: `Party ${parties}`, bills: [] })
    await review(one.id, 'not_duplicate')
    expect(await sorted(...before)).toEqual([])
  })
})

it('questions are entries asked about, until every question about them is closed', async () => {
  const { id } = await expenseOf('65')
  const ask = async (text: string) => {
    const reply = await office.post(`/api/admin/transactions/${id}/questions`, { text })
    return expectBody(reply, 201, ROUTES.askQuestion.answer).id
  }
  const close = (question: string) => office.post(`/api/admin/questions/${question}/close`)
  const [one, two] = [await ask('Which bill?'), await ask('And why twice?')]
  expect(await idsOn('questions')).toEqual([id])
  await incharge.client.post(`/api/site/questions/${one}/answers`, { text: 'It comes' })
  expect(await idsOn('questions')).toEqual([id])
  await close(one)
  expect(await idsOn('questions')).toEqual([id])
  await close(two)
  expect(await idsOn('questions')).toEqual([])
})

it('a question stays on its list when the person who was asked deletes the entry', async () => {
  const { id } = await expenseOf('66')
  const reply = await office.post(`/api/admin/transactions/${id}/questions`, { text: 'What is it?' })
  const { id: question } = expectBody(reply, 201, ROUTES.askQuestion.answer)
  expect((await incharge.client.delete(`/api/site/transactions/${id}`)).status).toBe(200)
  expect(await idsOn('questions')).toEqual([id])
  await office.post(`/api/admin/questions/${question}/close`)
  expect(await idsOn('questions')).toEqual([])
})

describe('short of cash', () => {
  const shortOf = async () => (await worklists()).lowCash

  it('are active incharges below their own level, or that of all; the list has their entries', async () => {
    const before = await shortOf()
    const poor = await hireFieldUser(office, 'site_incharge')
    expect(await shortOf()).toBe(before + 1)
    await sendMoneyTo(office, poor, '9999.99')
    expect(await shortOf()).toBe(before + 1)
    const { id } = await sendMoneyTo(office, poor, '0.01')
    expect(await shortOf()).toBe(before)
    const level = (amount: string | null) => office.put(`/api/admin/users/${poor.id}/alert-level`, { amount })
    const set = expectBody(await level('20000'), 200, ROUTES.setAlertLevel.answer)
    expect(set).toMatchObject({ id: poor.id, alertLevel: '20000.00', siteBalance: { currentBalance: '10000.00' } })
    expect(await shortOf()).toBe(before + 1)
    expect(await idsOn('lowCash')).toContain(id)
    const isOnList = async (more: string) => {
      const rows = await office.get(`/api/admin/transactions?worklist=lowCash&limit=1000&sort=amount${more}`)
      const sums = await office.get(`/api/admin/transactions/sums?worklist=lowCash${more}`)
      const ids = expectBody(rows, 200, ROUTES.adminTransactions.answer).map((row) => row.id)
      const { count } = expectBody(sums, 200, ROUTES.adminTransactionSums.answer)
      expect(count, more).toBe(ids.length)
      return ids.includes(id)
    }
    const [account, site] = [`&account=${poor.id}`, `&site=${poor.id}`]
    for (const more of ['', account, site, `${site}${account}`, '&q=0.01'])
      expect(await isOnList(more), more).toBe(true)
    for (const more of [`&account=${supervisor.id}`, `&site=${incharge.id}`, '&site=none', '&q=nobody'])
      expect(await isOnList(more), more).toBe(false)
    const [listed] = expectBody(await office.get(`/api/admin/sites?q=${poor.mobile}`), 200, ROUTES.adminSites.answer)
    expect(listed?.alertLevel).toBe('20000.00')
    await level('10000')
    expect(await shortOf()).toBe(before)
    await level(null)
    expect(await shortOf()).toBe(before)
    await level('500000')
    await office.delete(`/api/admin/users/${poor.id}`)
    expect(await shortOf()).toBe(before)
    expect((await level('1')).status).toBe(404)
  })

  it('no supervisor is: head office sends them nothing', async () => {
    const before = await shortOf()
    await hireFieldUser(office, 'supervisor')
    expect(await shortOf()).toBe(before)
    expect((await office.put(`/api/admin/users/${supervisor.id}/alert-level`, { amount: '1' })).status).toBe(404)
  })
})

it('changed are entries edited or deleted since the start of yesterday in Asia/Kolkata, deleted ones too', async () => {
  const before = await idsOn('changed')
  const [edited, deleted] = [await expenseOf('70'), await expenseOf('71')]
  await edit(incharge, edited.id, { amount: '72', recipient: 'Party changed' })
  await edit(incharge, edited.id, { amount: '73', recipient: 'Party changed' })
  await incharge.client.delete(`/api/site/transactions/${deleted.id}`)
  await expenseOf('74')
  expect(new Set(await idsOn('changed'))).toEqual(new Set([...before, edited.id, deleted.id]))
  const { db, companyId } = api.company
  const changedAt = async (now: string) =>
    (await readWorklistCounts(db, worklistContext(companyId, DEFAULT_OFFICE_LIMITS, now))).changed
  // Recorded on 10 June: until the end of 11 June in Asia/Kolkata.
  expect(await changedAt('2026-06-11T18:29:59.999Z')).toBe(before.length + 2)
  expect(await changedAt('2026-06-11T18:30:00.000Z')).toBe(0)
})

describe('the settings', () => {
  const read = async (client = office) =>
    expectBody(await client.get('/api/admin/settings'), 200, ROUTES.officeSettings.answer)

  it('are those of an accountant at first, then those set, with an event of both', async () => {
    const first = { lowCash: '10000.00', billAbove: '5000.00', large: '200000.00', lateDays: 7 }
    expect(await read()).toEqual(first)
    const { client: auditor } = await hireAuditor(office, 'settings@example.in')
    const body = { lowCash: '25000.50', billAbove: null, large: 5000, lateDays: 365 }
    expect((await auditor.put('/api/admin/settings', body)).status).toBe(403)
    const end = await logEnd(api)
    const reply = await office.put('/api/admin/settings', body)
    const set = { lowCash: '25000.50', billAbove: null, large: '5000.00', lateDays: 365 }
    expect(expectBody(reply, 200, ROUTES.setOfficeSettings.answer)).toEqual(set)
    expect(await read(auditor)).toEqual(set)
    expect(await eventsAfter(api, end)).toMatchObject([
      {
        type: 'OfficeSettingsChanged',
        data: {
          before: { lowCashPaise: 10_000_00, billAbovePaise: 5_000_00, largePaise: 2_00_000_00, lateDays: 7 },
          after: { lowCashPaise: 25_000_50, billAbovePaise: null, largePaise: 5_000_00, lateDays: 365 },
        },
      },
    ])
    await office.put('/api/admin/settings', body)
    expect(await logEnd(api)).toBe(end + 1)
    await office.put('/api/admin/settings', first)
    expect(await read()).toEqual(first)
  })

  it('null switches a list off, for a site with a level of its own, too', async () => {
    const { id } = await hireFieldUser(office, 'site_incharge')
    expect((await office.put(`/api/admin/users/${id}/alert-level`, { amount: '20000' })).status).toBe(200)
    await office.put('/api/admin/settings', { lowCash: null, billAbove: null, large: null, lateDays: null })
    expect(await worklists()).toMatchObject({ lowCash: 0, withoutBill: 0, enteredLate: 0, large: 0 })
    for (const name of ['lowCash', 'withoutBill', 'enteredLate', 'large'] as const)
      expect(await idsOn(name)).toEqual([])
    await office.put('/api/admin/settings', { lowCash: '10000', billAbove: '5000', large: '200000', lateDays: 7 })
  })

  it('refuse what is no limit', async () => {
    const good = { lowCash: '1', billAbove: '1', large: '1', lateDays: 1 }
    for (const wrong of [
      { lateDays: 0 },
      { lateDays: 366 },
      { lateDays: 1.5 },
      { lateDays: '7' },
      { large: '0' },
      { large: '' },
      { other: 1 },
    ])
      expect((await office.put('/api/admin/settings', { ...good, ...wrong })).status, JSON.stringify(wrong)).toBe(400)
    const { large: _, ...lacking } = good
    expect((await office.put('/api/admin/settings', lacking)).status).toBe(400)
  })
})

it('a review changes no figure and no revision, and stands in history and edit log', async () => {
  const { id, revision } = await expenseOf('80')
  const figures = async () => [await office.get('/api/admin/summary'), await office.get('/api/admin/transactions/sums')]
  const before = (await figures()).map(({ text }) => text)
  const end = await logEnd(api)
  expect((await review(id, 'seen', 'Asked by phone')).status).toBe(201)
  expect((await figures()).map(({ text }) => text)).toEqual(before)
  const history = expectBody(await office.get(`/api/audit/transactions/${id}/history`), 200, ROUTES.auditHistory.answer)
  expect(history.revisions).toMatchObject([
    { type: 'DebitRecorded', revision },
    { type: 'EntryReviewed', revision, review: 'seen', reason: 'Asked by phone' },
  ])
  expect(history.revisions[1]?.after).toEqual(history.revisions[1]?.before)
  const log = await office.get(`/api/audit/edit-log?action=changed&after=${end}`)
  const lines = expectBody(log, 200, ROUTES.auditEditLog.answer).rows.filter(({ subjectId }) => subjectId === id)
  expect(lines).toMatchObject([
    {
      fields: [
        { field: 'review', before: null, after: 'seen' },
        { field: 'reason', before: null, after: 'Asked by phone' },
      ],
    },
  ])
  await edit(incharge, id, { amount: '81', recipient: `Party ${parties}` })
  await incharge.client.delete(`/api/site/transactions/${id}`)
  expect((await review(id, 'seen')).json).toMatchObject({ status: 409, code: 'already_deleted' })
  expect((await review(id.replace(/^./, 'f'), 'seen')).status).toBe(404)
  expect((await review('nothing', 'seen')).status).toBe(404)
  expect((await review(id, 'paid')).status).toBe(400)
})

it('a change of a day that is over is no longer changed, and what was recorded long ago is still late', async () => {
  clock = '2026-06-20T06:30:00.000Z'
  expect((await worklists()).changed).toBe(0)
  const { id } = await expenseOf('90', { date: '2026-06-12' })
  expect(await idsOn('enteredLate')).toContain(id)
})
