import { dayOf } from '@ledger/contracts/dates.ts'
import { ROUTES } from '@ledger/contracts/http/routes.ts'
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

/** api.md, Books: each day opening, received, spent, closing; by mode; days that close below zero are marked. */

let api: TestService
let office: TestClient
let incharge: FieldUser
beforeAll(async () => {
  api = await startTestService()
  office = await signInAdmin(api.origin)
  incharge = await hireFieldUser(office, 'site_incharge')
  const supervisor = await hireFieldUser(office, 'supervisor')
  await sendMoneyTo(office, incharge, '1000', { date: '2026-03-30', paymentMode: 'cash' })
  await recordExpenseOf(incharge, { amount: '400.50', date: '2026-03-31', paymentMode: 'cash' })
  await sendMoneyTo(office, incharge, '5000', { date: '2026-04-02', paymentMode: 'bank_transfer' })
  await recordExpenseOf(incharge, { amount: '900', date: '2026-04-02', paymentMode: 'cash' })
  await transferMoney(incharge, supervisor, '100', { date: '2026-04-04', paymentMode: 'upi' })
  await recordExpenseOf(incharge, { amount: '250.25', date: '2026-04-04', paymentMode: 'upi' })
  const gone = await recordExpenseOf(incharge, { amount: '77', date: '2026-04-03' })
  expect((await incharge.client.delete(`/api/site/transactions/${gone.id}`)).status).toBe(200)
})
afterAll(() => api.close())

const bookOf = async (query: string) =>
  expectBody(await office.get(`/api/admin/cash-book?account=${incharge.id}${query}`), 200, ROUTES.cashBook.answer)

const day = (date: string, [opening, received, out, closing]: string[], entries: number, isNegative = false) => ({
  ...{ date, opening, in: received, out, closing, entries, isNegative },
})

it('has each day that has entries, oldest first, on top of what was before the period', async () => {
  expect(await bookOf('&from=2026-04-01&to=2026-04-30')).toEqual({
    ...{ opening: '599.50', in: '5000.00', out: '1250.25', closing: '4349.25', entries: 4 },
    days: [
      day('2026-04-02', ['599.50', '5000.00', '900.00', '4699.50'], 2),
      day('2026-04-04', ['4699.50', '0.00', '350.25', '4349.25'], 2),
    ],
  })
})

it('counts the entries of one mode alone, and marks a day that closes below zero', async () => {
  expect(await bookOf('&mode=cash')).toEqual({
    ...{ opening: '0.00', in: '1000.00', out: '1300.50', closing: '-300.50', entries: 3 },
    days: [
      day('2026-03-30', ['0.00', '1000.00', '0.00', '1000.00'], 1),
      day('2026-03-31', ['1000.00', '0.00', '400.50', '599.50'], 1),
      day('2026-04-02', ['599.50', '0.00', '900.00', '-300.50'], 1, true),
    ],
  })
})

it('closes with the balance of the ledger, and a period without entries stays as it was', async () => {
  const ledger = expectBody(
    await office.get(`/api/admin/ledger?account=${incharge.id}&limit=100`),
    200,
    ROUTES.adminLedger.answer,
  )
  const book = await bookOf('')
  expect(book).toMatchObject({ opening: '0.00', closing: ledger.closingBalance, entries: ledger.rows.length })
  for (const { date, in: received, out } of book.days) {
    const own = ledger.rows.filter((row) => dayOf(row.date) === date)
    const sumOf = (type: string) =>
      formatAmount(own.filter((row) => row.type === type).reduce((sum, { amount }) => sum + paiseOf(amount), 0))
    expect([received, out]).toEqual([sumOf('credit'), sumOf('debit')])
  }
  expect(await bookOf('&from=2026-05-01')).toEqual({
    ...{ opening: '4349.25', in: '0.00', out: '0.00', closing: '4349.25', entries: 0, days: [] },
  })
})

it('of the company closes each day with what all field accounts hold in the trial balance of that day', async () => {
  const path = '/api/admin/cash-book?account=company&from=2026-03-31&to=2026-04-30'
  const book = expectBody(await office.get(path), 200, ROUTES.cashBook.answer)
  const heldOn = async (date: string) => {
    const reply = await office.get(`/api/admin/trial-balance?dated=${date}`)
    const { accounts } = expectBody(reply, 200, ROUTES.trialBalance.answer)
    const people = accounts.filter(({ kind }) => kind === 'site_incharge' || kind === 'supervisor')
    return formatAmount(people.reduce((sum, { balance }) => sum + paiseOf(balance), 0))
  }
  expect(book.opening).toBe(await heldOn('2026-03-30'))
  expect(book.days.map(({ date }) => date)).toEqual(['2026-03-31', '2026-04-02', '2026-04-04'])
  for (const { date, closing } of book.days) expect(closing).toBe(await heldOn(date))
  // The transfer is received and spent, by two accounts.
  expect(book.days.at(-1)).toMatchObject({ in: '100.00', out: '350.25', entries: 3 })
  const cash = expectBody(await office.get(`${path}&mode=cash`), 200, ROUTES.cashBook.answer)
  expect(cash).toMatchObject({ opening: '1000.00', closing: '-300.50' })
  const file = await office.get(`${path.replace('?', '/file?')}&format=csv`)
  expect(file.text).toContain(`2026-04-04,,${book.days.at(-1)?.opening},100.00,350.25,${book.closing},3`)
})

it('is not there for an account that is not', async () => {
  expect((await office.get('/api/admin/cash-book?account=site_9999999999')).status).toBe(404)
  expect((await office.get('/api/admin/cash-book')).status).toBe(400)
})
