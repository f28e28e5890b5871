import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { saveVerification } from '@ledger/projections/verification/verification-store.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectBody, type TestClient } from '../environment/network/http-client.ts'
import { closeBooks } from '../environment/service/close-books.ts'
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

/** The certificate of a financial year says what the log and its last verification say. */

let api: TestService
let office: TestClient
let incharge: FieldUser
beforeAll(async () => {
  api = await startTestService()
  office = await signInAdmin(api.origin)
  incharge = await hireFieldUser(office, 'site_incharge')
  const supervisor = await hireFieldUser(office, 'supervisor')
  await sendMoneyTo(office, incharge, '1000', { date: '2025-04-01' })
  await transferMoney(incharge, supervisor, '100', { date: '2025-05-01' })
  const edited = await recordExpenseOf(incharge, { date: '2026-03-31', amount: '10' })
  for (const amount of ['11', '12']) {
    const change = { ...sampleExpenseBody, date: '2026-03-31', amount }
    expect((await incharge.client.put(`/api/site/transactions/${edited.id}`, change)).status).toBe(200)
  }
  const gone = await recordExpenseOf(incharge, { date: '2025-06-01' })
  expect((await incharge.client.delete(`/api/site/transactions/${gone.id}`)).status).toBe(200)
  await recordExpenseOf(incharge, { date: '2026-04-01' })
  await recordExpenseOf(incharge, { date: '2025-03-31' })
})
afterAll(() => api.close())

const certificateOf = async (year: string) =>
  expectBody(await office.get(`/api/audit/year-certificate?year=${year}`), 200, ROUTES.yearCertificate.answer)

it('counts the entries of the year by their dates, with their changes and deletions', async () => {
  const certificate = await certificateOf('2025')
  expect(certificate).toMatchObject({
    ...{ from: '2025-04-01', to: '2026-03-31', closedUpTo: null },
    ...{ entries: 3, deleted: 1, edits: 2, verification: null, checkpoint: null },
  })
  const { rows } = await api.sql.query(`SELECT position::int, encode(hash, 'hex') AS hash FROM log_heads`)
  expect(certificate.head).toEqual(rows[0])
  expect((await office.get('/api/audit/year-certificate?year=25-26')).status).toBe(400)
})

it('counts the changes of an entry that was moved to another year, in each year with its date', async () => {
  const moved = await recordExpenseOf(incharge, { date: '2025-07-01', amount: '20' })
  for (const [date, amount] of [
    ['2025-07-01', '21'],
    ['2026-04-02', '21'],
    ['2026-04-02', '22'],
  ]) {
    const change = { ...sampleExpenseBody, date, amount }
    expect((await incharge.client.put(`/api/site/transactions/${moved.id}`, change)).status).toBe(200)
  }
  expect(await certificateOf('2025')).toMatchObject({ entries: 3, deleted: 1, edits: 4 })
  expect(await certificateOf('2026')).toMatchObject({ entries: 2, deleted: 0, edits: 2 })
  expect((await certificateOf('2024')).edits).toBe(0)
})

it('has the result of the last verification, a bad one too', async () => {
  const { db, companyId } = api.company
  const head = { position: 7, hash: 'ab'.repeat(32) }
  await saveVerification(db, companyId, { ok: true, events: 7, head, problems: [] } as { ok: boolean })
  expect((await certificateOf('2025')).verification).toMatchObject({ ok: true, events: 7, hash: head.hash })
  const problems = ['The event at 3 is not as it was']
  await saveVerification(db, companyId, { ok: false, events: 7, head, problems } as { ok: boolean })
  expect((await certificateOf('2025')).verification).toMatchObject({ ok: false, problems })
})

it('says how often closed days of the year were opened again', async () => {
  expect((await certificateOf('2025')).reopened).toBe(0)
  await closeBooks(office, '2025-03-31')
  await closeBooks(office, '2025-05-31')
  const body = { upTo: '2025-03-31', reason: 'A bill came late' }
  expect((await office.post('/api/admin/books/reopen', body)).status).toBe(200)
  expect((await certificateOf('2025')).reopened).toBe(1)
  expect((await certificateOf('2024')).reopened).toBe(0)
})
