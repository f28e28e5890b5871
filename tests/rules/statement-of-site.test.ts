import { ROUTES } from '@ledger/contracts/http/routes.ts'
import type { Statement } from '@ledger/contracts/http/statements/statement-schemas.ts'
import { formatAmount, paiseOf } from '@ledger/contracts/money.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectBody, type TestClient } from '../environment/network/http-client.ts'
import {
  type FieldUser,
  hireFieldUser,
  recordExpenseOf,
  sendMoneyTo,
  signInAdmin,
  transferMoney,
} from '../environment/service/people-and-money.ts'
import { startTestService, type TestService } from '../environment/service/test-service.ts'

/**
 * api.md, Books: the statement and the cash book of a site with its people. A supervisor who comes to a site brings the
 * money in hand, and takes it along again, so the balance of a site is what its people hold.
 */

let api: TestService
let office: TestClient
let plaza: FieldUser
let palasia: FieldUser
let sita: FieldUser
beforeAll(async () => {
  api = await startTestService()
  office = await signInAdmin(api.origin)
  plaza = await hireFieldUser(office, 'site_incharge', { name: 'Ravi', siteName: 'Plaza' })
  palasia = await hireFieldUser(office, 'site_incharge', { name: 'Imran', siteName: 'Palasia' })
  sita = await hireFieldUser(office, 'supervisor', { name: 'Sita' })
  await sendMoneyTo(office, plaza, '10000', { date: '2026-04-01', paymentMode: 'bank_transfer' })
  await transferMoney(plaza, sita, '1000', { date: '2026-04-02', paymentMode: 'cash' })
  await recordExpenseOf(sita, { amount: '100', date: '2026-04-05', paymentMode: 'cash' })
  await assign({ siteId: plaza.id, siteFrom: '2026-04-10' })
  await recordExpenseOf(sita, { amount: '200', date: '2026-04-10', paymentMode: 'upi' })
  await transferMoney(plaza, sita, '500', { date: '2026-04-12', paymentMode: 'cash' })
  await recordExpenseOf(plaza, { amount: '50.50', date: '2026-04-19', paymentMode: 'cash' })
  await assign({ siteId: palasia.id, siteFrom: '2026-04-20' })
  await recordExpenseOf(sita, { amount: '25', date: '2026-04-21', paymentMode: 'cash' })
})
afterAll(() => api.close())

const assign = async (site: object) =>
  expectBody(
    await office.put(`/api/admin/supervisors/${sita.id}`, { name: 'Sita', ...site }),
    200,
    ROUTES.editSupervisor.answer,
  )
const statementOf = async (query: string) =>
  expectBody(await office.get(`/api/admin/statement?${query}`), 200, ROUTES.statement.answer)
const figures = ({ rows }: Pick<Statement, 'rows'>) =>
  rows.map(({ account, purpose, in: received, out, balance }) => [
    account,
    purpose.includes('with this money') ? purpose.slice(0, 4) : '',
    ...[received, out, balance],
  ])

/** From 10 to 20 April Sita works at the Plaza. She comes with 900.00 and leaves with 1200.00. */
const PLAZA_ROWS = [
  ['Ravi', '', '10000.00', '0.00', '10000.00'],
  ['Ravi', '', '0.00', '1000.00', '9000.00'],
  ['Sita', 'Came', '900.00', '0.00', '9900.00'],
  ['Sita', '', '0.00', '200.00', '9700.00'],
  ['Ravi', '', '0.00', '500.00', '9200.00'],
  ['Sita', '', '500.00', '0.00', '9700.00'],
  ['Ravi', '', '0.00', '50.50', '9649.50'],
  ['Sita', 'Left', '0.00', '1200.00', '8449.50'],
]

it('has the rows of the incharge and of a supervisor on the days of the assignment, with what was brought and taken', async () => {
  const statement = await statementOf(`site=${plaza.id}`)
  expect(statement).toMatchObject({
    of: { kind: 'site', id: plaza.id, name: 'Ravi', site: 'Plaza' },
    ...{ opening: '0.00', closing: '8449.50', sealed: null },
    totals: { in: '11400.00', out: '2950.50', entries: 6, carried: { in: '900.00', out: '1200.00' } },
  })
  expect(figures(statement)).toEqual(PLAZA_ROWS)
  const brought = statement.rows.find(({ transactionId }) => transactionId === null)
  expect(brought).toMatchObject({ party: 'Sita', mode: null, voucher: null, site: 'Plaza', reference: null })
  const byMode = statement.totals.byMode.reduce((sum, { in: received }) => sum + paiseOf(received), 0)
  expect(formatAmount(byMode + paiseOf('900'))).toBe(statement.totals.in)
})

it('reads the same page by page as at once', async () => {
  const rows: Statement['rows'] = []
  for (let cursor = ''; ; ) {
    const page = await statementOf(`site=${plaza.id}&limit=1${cursor}`)
    rows.push(...page.rows)
    if (page.next === null) break
    cursor = `&cursor=${page.next}`
  }
  expect(figures({ rows })).toEqual(PLAZA_ROWS)
})

it.each([
  ['2026-04-10', '2026-04-19', '9000.00', '9649.50'],
  ['2026-04-11', '2026-04-20', '9700.00', '8449.50'],
  ['2026-04-20', '2026-04-30', '9649.50', '8449.50'],
  ['2026-04-03', '2026-04-09', '9000.00', '9000.00'],
])(
  'opens with the closing of the day before, and closes with what the people of the site hold: %s to %s',
  async (from, to, opening, closing) => {
    expect(await statementOf(`site=${plaza.id}&from=${from}&to=${to}`)).toMatchObject({ opening, closing })
    const book = expectBody(
      await office.get(`/api/admin/cash-book?site=${plaza.id}&from=${from}&to=${to}`),
      200,
      ROUTES.cashBook.answer,
    )
    expect(book).toMatchObject({ opening, closing })
  },
)

it('has the other site in the same way, and leaves nothing out between the two', async () => {
  const [one, other] = await Promise.all([statementOf(`site=${plaza.id}`), statementOf(`site=${palasia.id}`)])
  expect(figures(other)).toEqual([
    ['Sita', 'Came', '1200.00', '0.00', '1200.00'],
    ['Sita', '', '0.00', '25.00', '1175.00'],
  ])
  const company = await statementOf('')
  expect(formatAmount(paiseOf(one.closing) + paiseOf(other.closing))).toBe(company.closing)
})

it('has the cash of a site day by day, of one mode too', async () => {
  const bookOf = async (query: string) =>
    expectBody(await office.get(`/api/admin/cash-book?site=${plaza.id}${query}`), 200, ROUTES.cashBook.answer)
  const book = await bookOf('')
  expect(book).toMatchObject({ in: '11400.00', out: '2950.50', closing: '8449.50', entries: 6 })
  expect(
    book.days.map(({ date, in: received, out, closing, entries }) => [date, received, out, closing, entries]),
  ).toEqual([
    ['2026-04-01', '10000.00', '0.00', '10000.00', 1],
    ['2026-04-02', '0.00', '1000.00', '9000.00', 1],
    ['2026-04-10', '900.00', '200.00', '9700.00', 1],
    ['2026-04-12', '500.00', '500.00', '9700.00', 2],
    ['2026-04-19', '0.00', '50.50', '9649.50', 1],
    ['2026-04-20', '0.00', '1200.00', '8449.50', 0],
  ])
  // She came with 900.00 as cash; she leaves with that and 500.00 more, and has paid 200.00 by UPI.
  expect(await bookOf('&mode=cash&from=2026-04-10&to=2026-04-20')).toMatchObject({
    ...{ opening: '-1000.00', in: '1400.00', out: '1950.50', closing: '-1550.50' },
  })
})

it('makes the files of a site, with a line for what was brought and taken', async () => {
  const csvOf = async (path: string) => (await office.get(path)).text
  expect(await csvOf(`/api/admin/statement/file?site=${plaza.id}&format=csv`)).toContain(
    'Came to the site with this money',
  )
  expect(await csvOf(`/api/admin/statement/file?site=${plaza.id}&format=csv&language=hi`)).toContain(
    'ये पैसे लेकर साइट पर आए',
  )
  expect(await csvOf(`/api/admin/cash-book/file?site=${plaza.id}&format=csv`)).toContain('8449.50')
})

it('refuses a site that is none, and a book of two', async () => {
  for (const path of ['statement', 'cash-book']) {
    expect((await office.get(`/api/admin/${path}?site=${sita.id}`)).status).toBe(404)
    expect((await office.get(`/api/admin/${path}?site=site_0000000000`)).status).toBe(404)
    expect((await office.get(`/api/admin/${path}?site=${plaza.id}&account=${plaza.id}`)).status).toBe(400)
  }
  expect((await office.get('/api/admin/cash-book')).status).toBe(400)
})

it('refuses the next page once the people of the site are others', async () => {
  const { next } = await statementOf(`site=${plaza.id}&limit=1`)
  // No day at the Plaza is left, so her entries are no part of its statement any more.
  await assign({ siteId: palasia.id, siteFrom: '2026-04-01' })
  const reply = await office.get(`/api/admin/statement?site=${plaza.id}&limit=1&cursor=${next}`)
  expect(reply.json).toMatchObject({ status: 409, code: 'ledger_changed' })
})

it('closes with what Today shows of the site with its supervisors, one disabled or deleted with money in hand too', async () => {
  const shown = async () => {
    const [sites, supervisors, { sites: figures }] = await Promise.all([
      office.get('/api/admin/sites').then((reply) => expectBody(reply, 200, ROUTES.adminSites.answer)),
      office.get('/api/admin/supervisors').then((reply) => expectBody(reply, 200, ROUTES.adminSupervisors.answer)),
      office.get('/api/admin/summary').then((reply) => expectBody(reply, 200, ROUTES.adminSummary.answer)),
    ])
    const people = [...sites.filter(({ id }) => id === palasia.id), ...supervisors.filter(atPalasia)]
    const held = figures.find(({ id }) => id === palasia.id)?.heldByDeleted ?? ''
    const balances = people.map(({ siteBalance }) => paiseOf(siteBalance.currentBalance))
    return { held, all: formatAmount(balances.reduce((sum, paise) => sum + paise, paiseOf(held))) }
  }
  const atPalasia = ({ siteId }: { siteId: string | null }) => siteId === palasia.id
  const { closing } = await statementOf(`site=${palasia.id}`)
  expect(await shown()).toEqual({ held: '0.00', all: closing })
  // A disabled one is listed with what it has, which counts once.
  expect((await office.patch(`/api/admin/supervisors/${sita.id}/status`, { status: 'disabled' })).status).toBe(200)
  expect(await shown()).toEqual({ held: '0.00', all: closing })
  expect((await office.delete(`/api/admin/supervisors/${sita.id}`)).status).toBe(204)
  expect(await shown()).toEqual({ held: closing, all: closing })
  expect(await statementOf(`site=${palasia.id}`)).toMatchObject({ closing })
})
