import { ROUTES } from '@ledger/contracts/http/routes.ts'
import type { CompanyTransaction } from '@ledger/contracts/http/transaction-schemas.ts'
import { up } from '@ledger/migrations/steps/0006-author-and-time-of-deletion.ts'

import { PROJECTIONS } from '@ledger/projections/read-models/all-projections.ts'
import { rebuildProjections } from '@ledger/projections/rebuild/rebuild.ts'
import { verifyReadModels } from '@ledger/projections/verification/verify-read-models.ts'
import { Kysely, PostgresDialect } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { skipOnCluster } from '../environment/database/skip-on-cluster.ts'
import { expectBody, type TestClient } from '../environment/network/http-client.ts'
import {
  type FieldUser,
  hireAuditor,
  hireFieldUser,
  recordExpenseOf,
  sendMoneyTo,
  signInAdmin,
  transferMoney,
} from '../environment/service/people-and-money.ts'
import { eventsAfter } from '../environment/service/read-events.ts'
import { startTestService, type TestService } from '../environment/service/test-service.ts'

/** "Show deleted" on head office's list: it shows who deleted what, and when, and none of it counts. */

let api: TestService
let office: TestClient
let auditor: TestClient
let rajesh: FieldUser
let ramesh: FieldUser
/** Their entries by narration. */
const ids = new Map<string, string>()

beforeAll(async () => {
  api = await startTestService()
  office = await signInAdmin(api.origin)
  auditor = (await hireAuditor(office, 'asha@deleted.example')).client
  rajesh = await hireFieldUser(office, 'site_incharge', { name: 'Rajesh Patidar' })
  ramesh = await hireFieldUser(office, 'supervisor', { name: 'Ramesh Kushwaha' })
  const keep = (narration: string, { id }: { id: string }) => void ids.set(narration, id)
  keep('sent', await sendMoneyTo(office, rajesh, '1000', { narration: 'sent', date: '2026-04-01' }))
  keep('sent twice', await sendMoneyTo(office, rajesh, '1000', { narration: 'sent twice', date: '2026-04-02' }))
  keep('passed', await transferMoney(rajesh, ramesh, '300', { narration: 'passed', date: '2026-04-03' }))
  keep('cement', await recordExpenseOf(rajesh, { narration: 'cement', amount: '10', date: '2026-04-04' }))
  keep('diesel', await recordExpenseOf(rajesh, { narration: 'diesel', amount: '20', date: '2026-04-05' }))
  const change = { type: 'debit', amount: '25', recipient: 'Pump', purpose: 'Fuel', paymentMode: 'upi' }
  await rajesh.client.put(`/api/site/transactions/${ids.get('diesel')}`, { ...change, narration: 'diesel' })
  for (const [client, path] of [
    [office, `admin/transactions/${ids.get('sent twice')}`],
    [office, `admin/transactions/${ids.get('passed')}-in`],
    [rajesh.client, `site/transactions/${ids.get('diesel')}`],
  ] as const) {
    expect((await client.delete(`/api/${path}`)).status).toBe(200)
  }
})
afterAll(() => api.close())

async function list(query = '', client = office): Promise<CompanyTransaction[]> {
  return expectBody(await client.get(`/api/admin/transactions${query}`), 200, ROUTES.adminTransactions.answer)
}
const narrations = async (query = '') => (await list(query)).map((row) => row.narration)

it('shows no deleted entry unless it is asked for, and says of none that it was deleted', async () => {
  expect(await narrations()).toEqual(['cement', 'sent'])
  expect((await list()).some((row) => 'deleted' in row)).toBe(false)
})

it('shows them in their places, each with who deleted it and when', async () => {
  const rows = await list('?deleted=include')
  expect(rows.map((row) => row.narration)).toEqual(['diesel', 'cement', 'passed', 'passed', 'sent twice', 'sent'])
  const deletions = await eventsAfter(api, 0, 'TransactionDeleted')
  const told = new Map(
    deletions.map(({ data, recordedAt, actor }) => [
      'transaction' in data ? data.transaction : '',
      { at: recordedAt, name: actor.name, role: actor.role },
    ]),
  )
  for (const row of rows) {
    const expected = told.get(row.id.replace('-in', ''))
    const { at, by } = row.deleted ?? {}
    expect(expected && { ...expected }).toEqual(by && { at, name: by.name, role: by.role })
  }
  // A field user has the public id, as everywhere; a deleted entry is shown in its last state.
  expect(rows[0]).toMatchObject({ amount: '25.00', recipient: 'Pump', deleted: { by: { id: rajesh.id } } })
  expect(await list('?deleted=include', auditor)).toEqual(rows)
})

it('shows nothing but deleted ones, and searches and filters them like the others', async () => {
  expect(await narrations('?deleted=only')).toEqual(['diesel', 'passed', 'passed', 'sent twice'])
  expect(await narrations('?deleted=include&q=cement')).toEqual(['cement'])
  expect(await narrations('?deleted=include&q=fuel')).toEqual(['diesel'])
  expect(await narrations(`?deleted=include&account=${ramesh.id}`)).toEqual(['passed'])
  expect(await narrations('?deleted=only&type=credit')).toEqual(['passed', 'sent twice'])
  expect(await narrations('?deleted=include&from=2026-04-02&to=2026-04-03')).toEqual(['passed', 'passed', 'sent twice'])
})

it.each(['include', 'only'])('gives them page by page, none missing and none twice (%s)', async (deleted) => {
  const whole = (await list(`?deleted=${deleted}`)).map((row) => row.id)
  const seen: string[] = []
  for (let path: string | undefined = `/api/admin/transactions?deleted=${deleted}&limit=1`; path !== undefined; ) {
    const reply = await office.get(path)
    seen.push(...expectBody(reply, 200, ROUTES.adminTransactions.answer).map((row) => row.id))
    path = /^<(.*)>/.exec(String(reply.headers.link ?? ''))?.[1]
  }
  expect(seen).toEqual(whole)
})

it('counts them in no balance, ledger or sum', async () => {
  const account = expectBody(await rajesh.client.get('/api/site/balance'), 200, ROUTES.siteBalance.answer)
  expect(account).toEqual({ currentBalance: '990.00', totalReceived: '1000.00', totalSpent: '10.00' })
  const book = expectBody(await office.get(`/api/admin/ledger?account=${rajesh.id}`), 200, ROUTES.adminLedger.answer)
  expect(book).toMatchObject({ received: '1000.00', spent: '10.00', credits: 1, debits: 1 })
  expect(book.rows.map((row) => row.balance)).toEqual(['990.00', '1000.00'])
  const sums = expectBody(await office.get('/api/admin/summary'), 200, ROUTES.adminSummary.answer)
  expect(sums.months).toEqual([{ month: '2026-04', received: '1000.00', spent: '10.00' }])
})

// No cluster has the schema of the version before, which did not know Citus.
skipOnCluster('is known of what was deleted before the ledger kept it: an upgrade reads it from the log', async () => {
  const before = await list('?deleted=include')
  // Restores the state of the version before.
  await api.sql.query('DROP INDEX read.ledger_rows_deleted')
  await api.sql.query(`
    ALTER TABLE read.ledger_rows DROP COLUMN deleted_at, DROP COLUMN deleted_by, DROP COLUMN deleted_by_name,
      DROP COLUMN deleted_by_role`)
  const owner = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: api.sql }) })
  await owner.transaction().execute(up)
  expect(await list('?deleted=include')).toEqual(before)
  expect((await verifyReadModels(api.company.db, api.company.companyId)).ok).toBe(true)
})

it('is told anew by a rebuild, and a false deleter is found by the verification', async () => {
  const { db, companyId } = api.company
  const before = await list('?deleted=include')
  const onError = (error: Error) => expect.fail(error.message)
  await rebuildProjections({
    databaseUrl: api.database.url,
    companyId,
    projections: PROJECTIONS.filter(({ name }) => name === 'ledger'),
    onError,
  })
  expect(await list('?deleted=include')).toEqual(before)
  expect((await verifyReadModels(db, companyId)).ok).toBe(true)
  await api.sql.query(`UPDATE read.ledger_rows SET deleted_by_name = 'Nobody' WHERE narration = 'diesel'`)
  const { projections } = await verifyReadModels(db, companyId)
  expect(projections.filter(({ result }) => result === 'different').map(({ name }) => name)).toEqual(['ledger'])
  await api.sql.query(`UPDATE read.ledger_rows SET deleted_by_name = 'Rajesh Patidar' WHERE narration = 'diesel'`)
})

it('refuses another wish', async () => {
  expect((await office.get('/api/admin/transactions?deleted=yes')).status).toBe(400)
})
