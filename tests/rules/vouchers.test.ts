import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
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
import { startTestService, type TestService } from '../environment/service/test-service.ts'

/** api.md, Books: `voucher`, running and without a gap for each kind and financial year, kept through edits. */

let api: TestService
let office: TestClient
let incharge: FieldUser
let supervisor: FieldUser
let ids: string[]
let passed: string
beforeAll(async () => {
  api = await startTestService()
  office = await signInAdmin(api.origin)
  incharge = await hireFieldUser(office, 'site_incharge', { name: 'Ravi Kumar' })
  supervisor = await hireFieldUser(office, 'supervisor', { name: 'Sita Devi' })
  await sendMoneyTo(office, incharge, '5000', { date: '2026-03-31' })
  await sendMoneyTo(office, incharge, '6000', { date: '2026-04-01' })
  const expenses = ['2026-04-02', '2026-03-31', '2026-11-20', '2026-04-01'].map((date) => ({ date, narration: date }))
  ids = []
  for (const expense of expenses) ids.push((await recordExpenseOf(incharge, expense)).id)
  passed = (await transferMoney(incharge, supervisor, '250', { date: '2026-05-05' })).id
})
afterAll(() => api.close())

const officeRows = async (query = '') =>
  expectBody(await office.get(`/api/admin/transactions?${query}`), 200, ROUTES.adminTransactions.answer)
const siteRows = async ({ client }: FieldUser, query = '') =>
  expectBody(await client.get(`/api/site/transactions?${query}`), 200, ROUTES.siteTransactions.answer)
const voucherOf = async (id: string, query = '') => (await officeRows(query)).find((row) => row.id === id)?.voucher

const EXPENSES = ['P/26-27/000001', 'P/25-26/000001', 'P/26-27/000002', 'P/26-27/000003']

it('counts each kind in each financial year, in the order in which entries were recorded', async () => {
  const rows = await officeRows()
  expect(ids.map((id) => rows.find((row) => row.id === id)?.voucher)).toEqual(EXPENSES)
  const others = rows.filter(({ id }) => !ids.includes(id)).map(({ type, voucher }) => [type, voucher])
  expect(others.sort()).toEqual([
    ['credit', 'R/25-26/000001'],
    ['credit', 'R/26-27/000001'],
    ['credit', 'T/26-27/000001'],
    ['debit', 'T/26-27/000001'],
  ])
})

it('is the same in every list, on both sides of a transfer, in a ledger and in one entry', async () => {
  const own = await siteRows(incharge)
  expect(ids.map((id) => own.find((row) => row.id === id)?.voucher)).toEqual(EXPENSES)
  expect((await siteRows(supervisor)).map(({ voucher }) => voucher)).toEqual(['T/26-27/000001'])
  const ledger = expectBody(
    await office.get(`/api/admin/ledger?account=${incharge.id}&limit=100`),
    200,
    ROUTES.adminLedger.answer,
  )
  expect(ledger.rows.find(({ id }) => id === ids[2])?.voucher).toBe('P/26-27/000002')
  const one = await incharge.client.get(`/api/site/transactions/${ids[2]}`)
  expect(expectBody(one, 200, ROUTES.siteTransaction.answer)).toMatchObject({ voucher: 'P/26-27/000002' })
})

it('is null in the answer to a command, because it follows from the log', async () => {
  const { client } = await hireFieldUser(office, 'site_incharge')
  const reply = await client.post('/api/site/transactions', { ...sampleExpenseBody, date: '2020-01-01' })
  expect(expectBody(reply, 201, ROUTES.recordExpense.answer)).toMatchObject({ voucher: null })
})

it('stays with an entry that is changed, also to another year, and with one that is deleted', async () => {
  const moved = { ...sampleExpenseBody, amount: '77', date: '2026-03-30' }
  expect((await incharge.client.put(`/api/site/transactions/${ids[0]}`, moved)).status).toBe(200)
  expect((await incharge.client.delete(`/api/site/transactions/${ids[3]}`)).status).toBe(200)
  const { id: next } = await recordExpenseOf(incharge, { date: '2026-04-01' })
  expect(await voucherOf(ids[0] ?? '')).toBe('P/26-27/000001')
  expect(await voucherOf(ids[3] ?? '', 'deleted=only')).toBe('P/26-27/000003')
  expect(await voucherOf(next)).toBe('P/26-27/000004')
})

it('finds exactly its entry, in any case, in Hindi digits and without zeros', async () => {
  const found = async (q: string) => (await officeRows(`q=${encodeURIComponent(q)}`)).map(({ id }) => id)
  for (const q of ['P/26-27/000002', 'p/26-27/2', 'P/२६-२७/०००००२', ' P/26-27/02 cement'])
    expect(await found(q), q).toEqual([ids[2]])
  expect((await found('T/26-27/1')).sort()).toEqual([passed, `${passed}-in`])
  expect(await found('P/26-27/2 steel')).toEqual([])
  expect((await siteRows(supervisor, 'q=t/26-27/1')).map(({ id }) => id)).toEqual([`${passed}-in`])
  expect(await siteRows(supervisor, 'q=p/26-27/2')).toEqual([])
  const sums = await office.get('/api/admin/transactions/sums?q=p/26-27/2')
  expect(expectBody(sums, 200, ROUTES.adminTransactionSums.answer)).toMatchObject({ count: 1 })
  expect((await officeRows('q=p/26-27/3&deleted=include')).map(({ id }) => id)).toEqual([ids[3]])
})

it('is a word like any other where no entry has it', async () => {
  const { id } = await recordExpenseOf(incharge, { reference: 'P/24-25/000777' })
  expect((await officeRows('q=p/24-25/000777')).map((row) => row.id)).toEqual([id])
})

it('stands in the history and the edit log, cancelled where the entry is deleted', async () => {
  const history = expectBody(
    await office.get(`/api/audit/transactions/${ids[3]}/history`),
    200,
    ROUTES.auditHistory.answer,
  )
  expect(history).toMatchObject({ voucher: 'P/26-27/000003' })
  const { rows } = expectBody(await office.get('/api/audit/edit-log'), 200, ROUTES.auditEditLog.answer)
  const own = rows.filter(({ subjectId }) => subjectId === ids[3])
  expect(own.map(({ action, voucher }) => [action, voucher])).toEqual([
    ['created', 'P/26-27/000003'],
    ['deleted', 'P/26-27/000003'],
  ])
  expect(rows.find(({ subjectKind }) => subjectKind === 'supervisor')).toMatchObject({ voucher: null })
  const csv = (await office.get('/api/audit/edit-log/file?format=csv&action=deleted')).text
  expect(csv).toContain(',P/26-27/000003 (cancelled),')
})
