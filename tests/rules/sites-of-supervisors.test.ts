import { type Day, dayOf } from '@ledger/contracts/dates.ts'
import { ROUTES } from '@ledger/contracts/http/routes.ts'
import type { CompanyTransaction } from '@ledger/contracts/http/transaction-schemas.ts'
import { formatAmount, paiseOf } from '@ledger/contracts/money.ts'
import { SUMMARY_SUBJECTS } from '@ledger/contracts/summary-subjects.ts'
import { entriesFilterOfRow } from '@ledger/web/src/office/reports/summaries/entries-filter-of-row.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isFullRun } from '../environment/full-run.ts'
import { expectBody, type TestClient } from '../environment/network/http-client.ts'
import { randomSeed } from '../environment/random-seed.ts'
import {
  type FieldUser,
  hireFieldUser,
  recordExpenseOf,
  sampleExpenseBody,
  sendMoneyTo,
  signInAdmin,
  transferMoney,
} from '../environment/service/people-and-money.ts'
import { eventsAfter, logEnd } from '../environment/service/read-events.ts'
import { startTestService, type TestService } from '../environment/service/test-service.ts'

/**
 * api.md, Books: an entry's site is that of its account on its date: an incharge's own, or that to which a supervisor
 * was assigned.
 */

let api: TestService
let office: TestClient
let palasia: FieldUser
let plaza: FieldUser
let ravi: FieldUser
let unassigned: FieldUser
beforeAll(async () => {
  api = await startTestService()
  office = await signInAdmin(api.origin)
  palasia = await hireFieldUser(office, 'site_incharge', { siteName: 'Palasia Heights' })
  plaza = await hireFieldUser(office, 'site_incharge', { siteName: 'Vijay Nagar Plaza' })
  unassigned = await hireFieldUser(office, 'supervisor')
  ravi = await hireFieldUser(office, 'supervisor', { siteId: palasia.id, siteFrom: '2026-02-10' })
  for (const [site, day] of [
    [palasia, '2026-01-05'],
    [plaza, '2026-02-01'],
  ] as const) {
    await sendMoneyTo(office, site, '90000', { date: day })
    await transferMoney(site, ravi, '20000', { date: '2026-02-09' })
    await transferMoney(site, unassigned, '3000', { date: '2026-03-02' })
    await recordExpenseOf(site, { amount: '111.11', date: '2026-03-15', purpose: 'Sand' })
  }
  const days = ['2026-01-31', '2026-02-09', '2026-02-10', '2026-02-28', '2026-03-01', '2026-03-16', '2026-03-31']
  for (const [index, date] of days.entries()) {
    await recordExpenseOf(ravi, { amount: `${index + 1}00.25`, date, purpose: index % 2 ? 'Cement' : 'Steel' })
    await recordExpenseOf(unassigned, { amount: `${index + 1}.50`, date })
  }
  const gone = await recordExpenseOf(palasia, { amount: '77', date: '2026-02-15' })
  expect((await palasia.client.delete(`/api/site/transactions/${gone.id}`)).status).toBe(200)
})
afterAll(() => api.close())

const assign = (who: FieldUser, site: object) =>
  office.put(`/api/admin/supervisors/${who.id}`, { name: `Worker ${who.mobile}`, ...site })
const assigned = async (who: FieldUser, site: object) =>
  expectBody(await assign(who, site), 200, ROUTES.editSupervisor.answer)

/** Returns all rows of the office's list, read page by page. */
async function rowsOf(query = '', limit = 4): Promise<CompanyTransaction[]> {
  const rows: CompanyTransaction[] = []
  let next: string | undefined = `/api/admin/transactions?limit=${limit}${query}`
  while (next !== undefined) {
    const reply = await office.get(next)
    rows.push(...expectBody(reply, 200, ROUTES.adminTransactions.answer))
    next = /<([^>]*)>/.exec(String(reply.headers.link ?? ''))?.[1]
  }
  return rows
}
const sumsOf = async (query: string) =>
  expectBody(await office.get(`/api/admin/transactions/sums?${query}`), 200, ROUTES.adminTransactionSums.answer)
const tableOf = async (query: string) =>
  expectBody(await office.get(`/api/admin/summary-table?${query}`), 200, ROUTES.summaryTable.answer)
const daysAtSite = (rows: readonly CompanyTransaction[], who: FieldUser) =>
  rows.filter(({ userId, type }) => userId === who.id && type === 'debit').map((row) => [dayOf(row.date), row.siteName])
const sum = (rows: readonly { amount: string }[]) =>
  formatAmount(rows.reduce((paise, { amount }) => paise + paiseOf(amount), 0))

const ALL_PERIODS: readonly [from: Day | '', to: Day | ''][] = [
  ['', ''],
  ['2026-02-01', '2026-02-28'],
  ['2026-02-10', '2026-03-15'],
  ['2026-03-01', '2026-03-31'],
  ['2026-03-16', '2026-03-16'],
  ['2026-04-01', ''],
]
/** In the short form every other one, by the seed. */
const PERIODS = ALL_PERIODS.filter((_, index) => isFullRun || index % 2 === randomSeed % 2)

/** Compares each way to the figures of sites with the rows of the whole company, each with its site. */
async function expectFiguresOfRows(): Promise<void> {
  const all = await rowsOf('', 1000)
  for (const [from, to] of PERIODS) {
    const period = `&from=${from}&to=${to}`
    const within = all.filter(({ date }) => dayOf(date) >= from && (to === '' || dayOf(date) <= to))
    const spending = within.filter(({ type, isTransfer }) => type === 'debit' && !isTransfer)
    const table = await tableOf(`by=site${period}`)
    expect(table.spent).toBe(sum(spending))
    for (const { key, spent, count } of table.rows) {
      const own = spending.filter(({ siteId, userId }) => (siteId ?? userId) === key)
      expect([key, spent, count]).toEqual([key, sum(own), own.length])
    }
    for (const site of [palasia, plaza]) {
      const rows = within.filter(({ siteId }) => siteId === site.id)
      expect(await rowsOf(`&site=${site.id}${period}`)).toEqual(rows)
      expect(await rowsOf(`&site=${site.id}${period}&account=${ravi.id}`)).toEqual(
        rows.filter(({ userId }) => userId === ravi.id),
      )
      expect(await rowsOf(`&site=${site.id}${period}&q=cement`)).toEqual(
        rows.filter(({ purpose }) => /cement/i.test(purpose)),
      )
      for (const more of ['', '&bill=without', '&mode=cash', '&q=cement', '&deleted=include', `&account=${ravi.id}`]) {
        const listed = await rowsOf(`&site=${site.id}${period}${more}`)
        const { count, debits } = await sumsOf(`site=${site.id}${period}${more}`)
        const standing = listed.filter((row) => row.type === 'debit' && !row.isTransfer && row.deleted === undefined)
        expect([more, count, debits.amount]).toEqual([more, listed.length, sum(standing)])
      }
      const own = rows.filter(({ type, isTransfer }) => type === 'debit' && !isTransfer)
      for (const by of ['site', 'month', 'purpose', 'mode', 'beneficiary'])
        expect([by, await tableOf(`by=${by}&site=${site.id}${period}`)]).toMatchObject([
          by,
          { spent: sum(own), count: own.length },
        ])
    }
    await expectRowsLeadToTheirSums({ from, to })
  }
}

/** A word that names a site finds the rows that show it, and the supervisors who work there today. */
async function expectWordsToFindRows(word: string, who: readonly FieldUser[]): Promise<void> {
  const shown = (await rowsOf('', 1000)).filter(({ siteName }) => siteName?.includes(word))
  expect(await rowsOf(`&q=${word}`)).toEqual(shown)
  expect((await sumsOf(`q=${word}`)).count).toBe(shown.length)
  const people = await office.get(`/api/admin/supervisors?q=${word}`)
  expect(expectBody(people, 200, ROUTES.adminSupervisors.answer).map(({ id }) => id)).toEqual(who.map(({ id }) => id))
}

/** The link of each row of the office's summaries leads to entries whose sum is that of the row. */
async function expectRowsLeadToTheirSums(period: { from: Day | ''; to: Day | '' }): Promise<void> {
  for (const site of ['', palasia.id])
    for (const by of SUMMARY_SUBJECTS) {
      const asked = { by, site, ...period }
      const { rows } = await tableOf(new URLSearchParams(site === '' ? { by, ...period } : asked).toString())
      for (const row of rows) {
        const link = Object.entries(entriesFilterOfRow(asked, row)).filter(([, value]) => value !== '')
        const { debits, credits } = await sumsOf(new URLSearchParams(link).toString())
        const received = by === 'site' || by === 'month' ? credits.amount : '0.00'
        expect([by, row.key, debits.amount, received]).toEqual([by, row.key, row.spent, row.received])
      }
    }
}

it('is given when a supervisor is made; without one the supervisor has none', async () => {
  const people = expectBody(await office.get('/api/admin/supervisors'), 200, ROUTES.adminSupervisors.answer)
  expect(people.map(({ id, siteId, siteFrom }) => [id, siteId, siteFrom])).toEqual([
    [unassigned.id, null, null],
    [ravi.id, palasia.id, '2026-02-10'],
  ])
  const own = await ravi.client.get('/api/site/auth')
  expect(own.json).toMatchObject({ siteId: palasia.id, siteFrom: '2026-02-10' })
})

it('is in the rows from its first day on, and every figure of a site is that of its rows', async () => {
  expect(daysAtSite(await rowsOf(), ravi)).toEqual([
    ...['2026-03-31', '2026-03-16', '2026-03-01', '2026-02-28', '2026-02-10'].map((day) => [day, 'Palasia Heights']),
    ...['2026-02-09', '2026-01-31'].map((day) => [day, null]),
  ])
  expect(new Set(daysAtSite(await rowsOf(), unassigned).map(([, site]) => site))).toEqual(new Set([null]))
  await expectFiguresOfRows()
  await expectWordsToFindRows('Palasia', [ravi])
})

it('is in the answers of the field, too', async () => {
  const answered = await recordExpenseOf(ravi, { amount: '1', date: '2026-02-11' })
  expect(answered).toMatchObject({ siteId: palasia.id, siteName: 'Palasia Heights' })
  const edited = await ravi.client.put(`/api/site/transactions/${answered.id}`, {
    ...sampleExpenseBody,
    date: '2026-02-01',
  })
  expect(expectBody(edited, 200, ROUTES.editExpense.answer)).toMatchObject({ siteId: null, siteName: null })
  const own = expectBody(await ravi.client.get('/api/site/transactions'), 200, ROUTES.siteTransactions.answer)
  expect(own.at(0)).toMatchObject({ siteId: palasia.id, siteName: 'Palasia Heights' })
  const one = await palasia.client.get('/api/site/transactions')
  const rows = expectBody(one, 200, ROUTES.siteTransactions.answer)
  expect(new Set(rows.map(({ siteId }) => siteId))).toEqual(new Set([palasia.id]))
})

it('moves rows and figures at once when it is changed, also for days before', async () => {
  expect(await assigned(ravi, { siteId: plaza.id, siteFrom: '2026-03-01' })).toMatchObject({
    ...{ siteId: plaza.id, siteFrom: '2026-03-01' },
  })
  expect(daysAtSite(await rowsOf('&from=2026-02-28'), ravi)).toEqual([
    ...['2026-03-31', '2026-03-16', '2026-03-01'].map((day) => [day, 'Vijay Nagar Plaza']),
    ['2026-02-28', 'Palasia Heights'],
  ])
  await expectFiguresOfRows()
  await expectWordsToFindRows('Palasia', [])
  await expectWordsToFindRows('Plaza', [ravi])
  await assigned(ravi, { siteFrom: '2026-03-16' })
  await assigned(unassigned, { siteId: palasia.id, siteFrom: '2026-02-20' })
  expect(daysAtSite(await rowsOf('&from=2026-02-28'), ravi)).toEqual([
    ...['2026-03-31', '2026-03-16'].map((day) => [day, 'Vijay Nagar Plaza']),
    ...['2026-03-01', '2026-02-28'].map((day) => [day, 'Palasia Heights']),
  ])
  await expectFiguresOfRows()
  // The last decision holds from its day on, also where an earlier one was for a later day.
  await assigned(ravi, { siteId: palasia.id, siteFrom: '2026-03-05' })
  expect(new Set(daysAtSite(await rowsOf('&from=2026-02-28'), ravi).map(([, site]) => site))).toEqual(
    new Set(['Palasia Heights']),
  )
  await expectFiguresOfRows()
  await assigned(ravi, { siteId: plaza.id, siteFrom: '2026-03-16' })
})

it('is recorded with what it was before; the same again records nothing', async () => {
  const before = await logEnd(api)
  await assigned(ravi, {})
  await assigned(ravi, { siteId: plaza.id, siteFrom: '2026-03-16' })
  await assigned(ravi, { siteId: plaza.id })
  expect(await eventsAfter(api, before)).toEqual([])
  expect(await assigned(ravi, { siteId: null })).toMatchObject({
    siteId: null,
    siteFrom: dayOf(new Date().toISOString()),
  })
  expect(await eventsAfter(api, before)).toMatchObject([
    {
      type: 'SupervisorAssigned',
      data: {
        account: { role: 'supervisor' },
        before: { site: { site: 'Vijay Nagar Plaza' }, from: '2026-03-16' },
        after: { site: null },
      },
    },
  ])
})

it.each([
  ['an unknown site', { siteId: 'site_9999999999' }, 404],
  ['a supervisor as a site', { siteId: 'supervisor_9999999999' }, 400],
  ['a day that is none', { siteFrom: '2026-02-30' }, 400],
  ['a day in the future', { siteFrom: '2999-01-01' }, 400],
])('refuses %s', async (_, site, status) => {
  expect((await assign(ravi, site)).status).toBe(status)
})

describe('an incharge', () => {
  const balances = async ({ client }: FieldUser) =>
    expectBody(await client.get('/api/site/supervisor-balances'), 200, ROUTES.siteSupervisorBalances.answer)

  it('sees what the supervisors of the own site have, by name, and nobody else', async () => {
    await assigned(ravi, { siteId: plaza.id })
    const people = expectBody(await office.get('/api/admin/supervisors'), 200, ROUTES.adminSupervisors.answer)
    const shown = (who: FieldUser) => {
      const balance = people.find(({ id }) => id === who.id)?.siteBalance.currentBalance
      return { name: `Worker ${who.mobile}`, currentBalance: balance }
    }
    expect(await balances(palasia)).toEqual([shown(unassigned)])
    expect(await balances(plaza)).toEqual([shown(ravi)])
    expect((await ravi.client.get('/api/site/supervisor-balances')).status).toBe(403)
  })

  it('who is deleted leaves the supervisors without a site, and the rows with one', async () => {
    const gone = await hireFieldUser(office, 'site_incharge', { siteName: 'Canal Bridge' })
    const worker = await hireFieldUser(office, 'supervisor', { siteId: gone.id, siteFrom: '2026-01-01' })
    await recordExpenseOf(worker, { amount: '9', date: '2026-02-02', purpose: 'Old' })
    expect((await office.delete(`/api/admin/users/${gone.id}`)).status).toBe(204)
    expect((await assign(worker, { siteId: gone.id })).status).toBe(404)
    expect(await assigned(worker, {})).toMatchObject({ siteId: null, siteFrom: '2026-01-01' })
    const [row] = await rowsOf('&q=Old')
    expect(row).toMatchObject({ siteName: 'Canal Bridge' })
    expect(await rowsOf(`&site=${row?.siteId}`)).toEqual([row])
    await expectFiguresOfRows()
  })
})
