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

/** api.md, Books: a statement of an account, a beneficiary, a site, head office or the company for a period. */

let api: TestService
let office: TestClient
let incharge: FieldUser
let supervisor: FieldUser
beforeAll(async () => {
  api = await startTestService()
  office = await signInAdmin(api.origin)
  incharge = await hireFieldUser(office, 'site_incharge', { name: 'Ravi', siteName: 'Green Valley' })
  supervisor = await hireFieldUser(office, 'supervisor', { name: 'Sita' })
  await sendMoneyTo(office, incharge, '1000', { date: '2026-03-30', paymentMode: 'cash' })
  await recordExpenseOf(incharge, {
    ...{ amount: '400.50', date: '2026-03-31', paymentMode: 'cash', recipient: 'Sharma Traders' },
    ...{ purpose: 'Cement' },
  })
  await sendMoneyTo(office, incharge, '5000', { date: '2026-04-02', paymentMode: 'bank_transfer' })
  await transferMoney(incharge, supervisor, '100', { date: '2026-04-03', paymentMode: 'upi' })
  await recordExpenseOf(incharge, {
    ...{ amount: '900', date: '2026-04-04', paymentMode: 'cash', recipient: 'Sharma Traders' },
    ...{ purpose: 'cement', reference: 'CH 77' },
  })
  await recordExpenseOf(supervisor, { amount: '40.25', date: '2026-04-05', paymentMode: 'upi', recipient: 'Tea Stall' })
  const gone = await recordExpenseOf(incharge, { amount: '77', date: '2026-04-03' })
  expect((await incharge.client.delete(`/api/site/transactions/${gone.id}`)).status).toBe(200)
})
afterAll(() => api.close())

const APRIL = 'from=2026-04-01&to=2026-04-30'
const statementOf = async (query: string) =>
  expectBody(await office.get(`/api/admin/statement?${query}`), 200, ROUTES.statement.answer)

const figures = ({ rows }: Pick<Statement, 'rows'>) =>
  rows.map(({ party, in: received, out, balance }) => [party, received, out, balance])

it('has the rows of an account oldest first, each with the balance after it, between opening and closing', async () => {
  const statement = await statementOf(`account=${incharge.id}&${APRIL}`)
  expect(statement).toMatchObject({
    of: { kind: 'account', id: incharge.id, name: 'Ravi', site: 'Green Valley' },
    ...{ from: '2026-04-01', to: '2026-04-30', opening: '599.50', closing: '4599.50', next: null },
  })
  expect(figures(statement)).toEqual([
    [null, '5000.00', '0.00', '5599.50'],
    ['Sita', '0.00', '100.00', '5499.50'],
    ['Sharma Traders', '0.00', '900.00', '4599.50'],
  ])
  expect(statement.rows.at(-1)).toMatchObject({ account: 'Ravi', mode: 'cash', purpose: 'cement', reference: 'CH 77' })
  expect(statement.totals).toMatchObject({
    ...{ in: '5000.00', out: '1000.00', entries: 3 },
    byMode: [
      { mode: 'cash', in: '0.00', out: '900.00', entries: 1 },
      { mode: 'upi', in: '0.00', out: '100.00', entries: 1 },
      { mode: 'bank_transfer', in: '5000.00', out: '0.00', entries: 1 },
    ],
  })
})

it('has what a beneficiary received, from whom, and adds up purposes whatever their case', async () => {
  const statement = await statementOf(`beneficiary=${encodeURIComponent('b:sharma traders')}`)
  expect(statement).toMatchObject({ of: { kind: 'beneficiary', name: 'Sharma Traders' }, opening: '0.00' })
  expect(figures(statement)).toEqual([
    ['Ravi', '400.50', '0.00', '400.50'],
    ['Ravi', '900.00', '0.00', '1300.50'],
  ])
  expect(statement.totals.byPurpose).toEqual([{ purpose: 'Cement', in: '1300.50', out: '0.00', entries: 2 }])
  const april = await statementOf(`beneficiary=${encodeURIComponent('b:sharma traders')}&${APRIL}`)
  expect(april).toMatchObject({ opening: '400.50', closing: '1300.50' })
})

it('has the incharge alone as the statement of a site to which no supervisor is assigned', async () => {
  const [site, account] = await Promise.all([
    statementOf(`site=${incharge.id}&${APRIL}`),
    statementOf(`account=${incharge.id}&${APRIL}`),
  ])
  expect(site).toEqual({ ...account, of: { ...account.of, kind: 'site' } })
})

it('has what head office sent, below zero as in the trial balance', async () => {
  const statement = await statementOf(`account=head_office&${APRIL}`)
  expect(statement).toMatchObject({ of: { kind: 'head_office', name: null }, opening: '-1000.00', closing: '-6000.00' })
  expect(figures(statement)).toEqual([['Ravi', '0.00', '5000.00', '-6000.00']])
})

it('has every row of the company as a day book, a transfer once out and once in', async () => {
  const statement = await statementOf(APRIL)
  expect(statement).toMatchObject({ of: { kind: 'company', id: null }, opening: '599.50', closing: '4659.25' })
  expect(
    statement.rows.map(({ account, ...row }) => [account, ...(figures({ rows: [{ account, ...row }] })[0] ?? [])]),
  ).toEqual([
    ['Ravi', null, '5000.00', '0.00', '5599.50'],
    ['Ravi', 'Sita', '0.00', '100.00', '5499.50'],
    ['Sita', 'Ravi', '100.00', '0.00', '5599.50'],
    ['Ravi', 'Sharma Traders', '0.00', '900.00', '4699.50'],
    ['Sita', 'Tea Stall', '0.00', '40.25', '4659.25'],
  ])
})

it.each(['account', 'company', 'head_office', 'beneficiary'])(
  'reads the same page by page as at once, and as SQL adds it up: %s',
  async (kind) => {
    const query = {
      ...{ account: `account=${incharge.id}`, company: '', head_office: 'account=head_office' },
      beneficiary: `beneficiary=${encodeURIComponent('b:sharma traders')}`,
    }[kind]
    const whole = await statementOf(`${query}`)
    const rows: Statement['rows'] = []
    for (let cursor = ''; ; ) {
      const page = await statementOf(`${query}&limit=1${cursor}`)
      const cancelled = page.next === null ? whole.cancelled : null
      expect({ ...page, rows: [], next: null }).toEqual({ ...whole, rows: [], cancelled })
      rows.push(...page.rows)
      if (page.next === null) break
      cursor = `&cursor=${page.next}`
    }
    expect(rows).toEqual(whole.rows)
    const { in: received, out, entries, byMode, byPurpose } = whole.totals
    for (const sums of [byMode, byPurpose]) {
      const add = (of: 'in' | 'out') => formatAmount(sums.reduce((sum, one) => sum + paiseOf(one[of]), 0))
      expect([add('in'), add('out')]).toEqual([received, out])
    }
    expect(entries).toBe(rows.length)
    expect(whole.closing).toBe(rows.at(-1)?.balance)
    const postings: Record<string, string> = {
      account: `account = '${incharge.account}'`,
      company: `account IN ('${incharge.account}', '${supervisor.account}')`,
      head_office: `account = 'head_office'`,
      beneficiary: `account = 'b:sharma traders'`,
    }
    const { rows: log } = await api.sql.query(
      `SELECT coalesce(sum((CASE posting ->> 'side' WHEN 'spent' THEN -1 ELSE 1 END) * (posting ->> 'paise')::bigint), 0)::text AS paise FROM (
        SELECT posting, posting ->> 'account' AS account FROM events, json_array_elements(data::json -> 'postings') AS posting) AS postings
       WHERE ${postings[kind]}`,
    )
    expect(whole.closing).toBe(formatAmount(BigInt(log[0].paise)))
  },
)

it('refuses the next page once the statement has changed', async () => {
  const { next, position } = await statementOf(`account=${supervisor.id}&limit=1`)
  await recordExpenseOf(supervisor, { amount: '1', date: '2026-04-06' })
  const reply = await office.get(`/api/admin/statement?account=${supervisor.id}&limit=1&cursor=${next}`)
  expect(reply.json).toMatchObject({ status: 409, code: 'ledger_changed' })
  expect((await statementOf(`account=${supervisor.id}`)).position).toBeGreaterThan(position)
})

it('is not there for what is not, and refuses two subjects and a period that ends before it begins', async () => {
  for (const query of ['account=site_9999999999', 'beneficiary=b:nobody', `site=${supervisor.id}`])
    expect([query, (await office.get(`/api/admin/statement?${query}`)).status]).toEqual([query, 404])
  for (const query of [`account=${incharge.id}&site=${incharge.id}`, 'from=2026-04-02&to=2026-04-01', 'from=x'])
    expect([query, (await office.get(`/api/admin/statement?${query}`)).status]).toEqual([query, 400])
})
