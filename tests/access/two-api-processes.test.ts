import { ROUTES } from '@ledger/contracts/http/routes.ts'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownerPool } from '../environment/database/owner-pool.ts'
import { createTestDatabase, type TestDatabase } from '../environment/database/test-database.ts'
import { temporaryFolder } from '../environment/files/temporary-folder.ts'
import { expectBody, type TestClient } from '../environment/network/http-client.ts'
import { type ProductProcess, startProductProcess } from '../environment/processes/start-process.ts'
import {
  hireFieldUser,
  nextUnusedMobile,
  recordExpenseOf,
  sampleExpenseBody,
  sendMoneyTo,
  signInAdmin,
  signInFieldUser,
  TEST_PASSWORD,
} from '../environment/service/people-and-money.ts'
import { FIRST_ADMIN } from '../environment/service/test-service.ts'

/** Two real API processes and one worker on one database behave as one. */

let database: TestDatabase
let sql: pg.Pool
let processes: ProductProcess[] = []
let one = ''
let other = ''
let office: TestClient
beforeAll(async () => {
  database = await createTestDatabase()
  sql = ownerPool(database.ownerUrl)
  const env = {
    DATABASE_URL: database.url,
    DATA_DIR: temporaryFolder(),
    LOG_LEVEL: 'warn',
    ...{
      ADMIN_EMAIL: FIRST_ADMIN.email,
      ADMIN_PASSWORD: FIRST_ADMIN.password,
      PUBLIC_ORIGIN: '',
      PASSWORD_REVEAL: 'on',
      SIGN_IN_LIMIT: 'on',
    },
  }
  // Starts all at once: the first start creates one company, one admin and one set of keys, in whatever order they
  // come.
  processes = await Promise.all([
    startProductProcess('ledger-service/main.ts', env),
    startProductProcess('ledger-service/main.ts', env),
    startProductProcess('projections/main.ts', env),
  ])
  ;[one = '', other = ''] = processes.map((started) => started.address)
  office = await signInAdmin(one)
})
afterAll(async () => {
  const codes = await Promise.all(processes.map((started) => started.stop()))
  await sql.end()
  await database.drop()
  expect(codes).toEqual([0, 0, 0])
  for (const started of processes) expect(started.output()).not.toMatch(/"level":"(error|fatal)"/)
})

async function count(query: string, ...values: unknown[]): Promise<number> {
  const { rows } = await sql.query<{ count: string }>(query, values)
  return Number(rows[0]?.count)
}

it('two that start at once make one company and one admin', async () => {
  expect(await count('SELECT count(*) FROM companies')).toBe(1)
  expect(await count(`SELECT count(*) FROM account_states WHERE role = 'admin'`)).toBe(1)
  expect((await signInAdmin(other)).cookies.get('sid')).toBeDefined()
})

it('the same key sent to both at once is one event, and the same bytes', async () => {
  const worker = await hireFieldUser(office, 'site_incharge')
  const there = worker.client.withSameCookies(other)
  for (let round = 0; round < 20; round++) {
    const headers = { 'idempotency-key': `both-at-once-${round}` }
    const body = { ...sampleExpenseBody, amount: `${round + 1}.00` }
    const replies = await Promise.all(
      [worker.client, there, worker.client, there].map((client) =>
        client.post('/api/site/transactions', body, headers),
      ),
    )
    expect(replies.map((reply) => reply.status)).toEqual([201, 201, 201, 201])
    expect(new Set(replies.map((reply) => reply.text)).size).toBe(1)
  }
  expect((await there.get('/api/site/balance')).json).toMatchObject({ totalSpent: '210.00' })
  expect(await count(`SELECT count(*) FROM events WHERE type = 'DebitRecorded'`)).toBe(20)
})

it('what one was told, the other shows, at once and to everybody', async () => {
  const worker = await hireFieldUser(office, 'site_incharge')
  const [here, there] = [worker.client, worker.client.withSameCookies(other)]
  await sendMoneyTo(office.withSameCookies(other), worker, '1000.00')
  for (let round = 1; round <= 25; round++) {
    const [writer, reader] = round % 2 === 0 ? [here, there] : [there, here]
    const reply = await writer.post('/api/site/transactions', { ...sampleExpenseBody, amount: '1.00' })
    const { id, balance } = expectBody(reply, 201, ROUTES.recordExpense.answer)
    expect((await reader.get('/api/site/balance')).json).toEqual(balance)
    const [newest] = expectBody(await reader.get('/api/site/transactions?limit=1'), 200, ROUTES.siteTransactions.answer)
    expect(newest?.id).toBe(id)
  }
})

describe('a session', () => {
  it('of one is good at the other, and dead there when the first has ended it', async () => {
    const { mobile } = await hireFieldUser(office, 'site_incharge')
    const here = await signInFieldUser(one, mobile)
    const there = here.withSameCookies(other)
    expect((await there.get('/api/site/auth')).status).toBe(200)
    await here.withSameCookies().post('/api/site/logout')
    expect((await there.withSameCookies().get('/api/site/auth')).status).toBe(401)
    expect((await there.withSameCookies().post('/api/site/transactions', sampleExpenseBody)).status).toBe(401)
  })

  it('of somebody who is disabled at one is dead at the other', async () => {
    const worker = await hireFieldUser(office, 'supervisor')
    const there = worker.client.withSameCookies(other)
    expect((await there.get('/api/site/auth')).status).toBe(200)
    await office.patch(`/api/admin/supervisors/${worker.id}/status`, { status: 'disabled' })
    expect((await there.withSameCookies().post('/api/site/transactions', sampleExpenseBody)).status).toBe(401)
    expect((await office.withSameCookies(other).get('/api/admin/supervisors')).text).toContain('"disabled"')
  })
})

it('both count the same tries, and know the same devices', async () => {
  const { mobile, client } = await hireFieldUser(office, 'site_incharge')
  const statuses: number[] = []
  for (let index = 0; index < 6; index++) {
    const stranger = client.withSameCookies(index % 2 === 0 ? one : other)
    stranger.cookies.clear()
    statuses.push((await stranger.post('/api/site/login', { mobile, password: 'Wrong-Pass-1' })).status)
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
  const owner = client.withSameCookies(other)
  owner.cookies.delete('sid')
  expect((await owner.post('/api/site/login', { mobile, password: TEST_PASSWORD })).status).toBe(200)
})

it('a password set at one signs in at the other, and is shown there', async () => {
  const mobile = nextUnusedMobile()
  const created = await office.post('/api/admin/users', { name: 'Ravi Kumar', mobile, password: TEST_PASSWORD })
  const { id } = expectBody(created, 201, ROUTES.createSiteUser.answer)
  await signInFieldUser(other, mobile)
  expect((await office.withSameCookies(other).get(`/api/admin/users/${id}`)).json).toMatchObject({
    password: TEST_PASSWORD,
  })
})

it('neither loses nor doubles what both take at once', async () => {
  const worker = await hireFieldUser(office, 'supervisor')
  const clients = [worker.client, worker.client.withSameCookies(other)]
  const sent = Array.from({ length: 100 }, (_, index) =>
    recordExpenseOf(
      { ...worker, client: clients[index % 2] ?? worker.client },
      { amount: '1.00', narration: `Number ${index}` },
    ),
  )
  const ids = new Set((await Promise.all(sent)).map((row) => row.id))
  expect(ids.size).toBe(100)
  const rows = await worker.client.get('/api/site/transactions?limit=1000')
  expect(new Set(expectBody(rows, 200, ROUTES.siteTransactions.answer).map((row) => row.id))).toEqual(ids)
  const positions = await sql.query<{ gapless: boolean }>(
    'SELECT count(*) = max(position) AND min(position) = 1 AS gapless FROM events',
  )
  expect(positions.rows).toEqual([{ gapless: true }])
})
