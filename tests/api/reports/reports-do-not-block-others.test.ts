import { randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import { get } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { ERROR_CATALOGUE } from '@ledger/contracts/http/error-catalogue.ts'
import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { parsePublicId } from '@ledger/contracts/public-account-id.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectionsWaitingForLock } from '../../environment/database/lock-waiters.ts'
import { isFullRun } from '../../environment/full-run.ts'
import { expectBody, type TestClient } from '../../environment/network/http-client.ts'
import { type FieldUser, hireAuditor, hireFieldUser, signInAdmin } from '../../environment/service/people-and-money.ts'
import { startTestService, type TestService } from '../../environment/service/test-service.ts'

/**
 * No request waits for another account's report: long reports run in separate processes, are limited in number, and end
 * with their request.
 */

const ENTRIES = 1500
let api: TestService
let worker: FieldUser
let office: TestClient
let auditor: TestClient

beforeAll(async () => {
  api = await startTestService()
  office = await signInAdmin(api.origin)
  worker = await hireFieldUser(office, 'site_incharge')
  auditor = (await hireAuditor(office, 'asha@reports.example')).client
  await spendOften()
})
afterAll(() => api.close())

async function spendOften(): Promise<void> {
  const { rows } = await api.sql.query<{ account_id: string; epoch: number }>(
    'SELECT account_id, epoch FROM account_states WHERE role = $1',
    [parsePublicId(worker.id)?.role],
  )
  const [account] = rows
  if (!account) throw new Error('Nobody was hired')
  const now = new Date().toISOString()
  const details = { paise: 12_345, date: now, purpose: 'Cement', paymentMode: 'cash', narration: 'Ten bags' } as const
  const spend = () =>
    api.company.log.submit({
      command: {
        type: 'RecordExpense',
        transaction: randomUUIDv7(),
        beneficiary: 'Sharma Traders',
        details,
        now,
        by: { account: account.account_id, epoch: account.epoch },
      },
      meta: {},
      answer: () => ({ status: 201, body: '' }),
    })
  for (let made = 0; made < ENTRIES; made += 500) {
    const answers = await Promise.all(Array.from({ length: 500 }, spend))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  }
}

/** Returns the reports' connections to PostgreSQL. */
async function connections(): Promise<number> {
  const { rows } = await api.sql.query(
    `SELECT pid FROM pg_stat_activity WHERE application_name = 'site-ledger report' AND datname = current_database()`,
  )
  return rows.length
}

/** Blocks every read of the log at its first query, until the returned function is called. */
async function holdLog(): Promise<() => Promise<void>> {
  const client = await api.sql.connect()
  await client.query('BEGIN; LOCK TABLE events, log_heads IN ACCESS EXCLUSIVE MODE')
  return async () => {
    await client.query('ROLLBACK')
    client.release()
  }
}

/** Sends a request; `leave` closes the client's connection. */
function ask(path: string, client: TestClient, headers: Record<string, string> = {}) {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const request = get(`${api.origin}${path}`, { headers: { cookie, ...headers } })
  request.on('error', () => undefined)
  const answered = once(request, 'response')
  // A request that leaves early has no answer.
  answered.catch(() => undefined)
  return { leave: () => request.destroy(), answered }
}

if (isFullRun)
  it('ends with its request: the process is gone, and the statement that it waited for', async () => {
    const letGo = await holdLog()
    try {
      const stream = { accept: 'text/event-stream' }
      const asked = [
        ask('/api/audit/verify', auditor, stream),
        ask('/api/audit/verify', office),
        ask('/api/audit/as-of', auditor),
      ]
      await expect.poll(connections).toBeGreaterThanOrEqual(2)
      // Two requests wait for one verification: it continues for the second.
      asked[0]?.leave()
      asked[2]?.leave()
      await expect.poll(connections).toBe(1)
      asked[1]?.leave()
      await expect.poll(connections).toBe(0)
    } finally {
      await letGo()
    }
  })

it('is refused, with a sentence and a time, where one account fetches more than two files at once, of whatever kind', async () => {
  const file = '/api/audit/edit-log/file?format=csv'
  const rows = () => api.sql.query(`SELECT 1 FROM events WHERE type = 'ReportExported'`).then(({ rows }) => rows.length)
  const before = await rows()
  // The lock keeps both exports running until the third was refused, however small the file and however much of it the
  // connection buffers.
  const letGo = await holdLog()
  const reading = [file, file].map((path) => ask(path, auditor))
  try {
    // Both share the query that they wait for. A later request is answered, so both are counted by then.
    await expect.poll(async () => (await connectionsWaitingForLock(api.sql)).length).toBeGreaterThan(0)
    for (let asked = 0; asked < 2; asked++) expect((await api.client().get('/healthz')).status).toBe(200)
    const refused = await auditor.get(file)
    expect((await auditor.get('/api/audit/export')).status).toBe(429)
    expect(refused).toMatchObject({ status: 429, json: { code: 'too_many_at_once' } })
    expect(refused.json).toMatchObject({ message: ERROR_CATALOGUE.too_many_at_once.message })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(1)
  } finally {
    await letGo()
  }
  await Promise.all(reading.map(({ answered }) => answered))
  // A refused export is not recorded.
  expect(await rows()).toBe(before + 2)
  expect((await office.get(file)).status).toBe(200)
  for (const { leave } of reading) leave()
  await expect.poll(async () => (await auditor.get(file)).status).toBe(200)
})

if (isFullRun)
  it('keeps nobody else waiting, while ten verify and others print, export and prove', {
    timeout: 120_000,
  }, async () => {
    const heavy = (client: TestClient, path: string) => client.get(path)
    const { sql, client } = api
    const { rows } = await sql.query<{ transaction: string }>(
      `SELECT data ->> 'transaction' AS transaction FROM events WHERE type = 'DebitRecorded' LIMIT 1`,
    )
    const begun = performance.now()
    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    const work = Promise.all([
      ...Array.from({ length: 10 }, () => heavy(auditor.withSameCookies(), '/api/audit/verify')),
      heavy(auditor, '/api/audit/edit-log/file?format=pdf'),
      heavy(office, '/api/audit/edit-log/file?format=pdf'),
      heavy(office, '/api/audit/edit-log/file?format=xlsx'),
      heavy(auditor, '/api/audit/export'),
      heavy(office, '/api/audit/as-of'),
      heavy(auditor, `/api/audit/as-of/ledger?account=${worker.id}`),
      heavy(office, `/api/audit/proof/${rows[0]?.transaction}`),
      heavy(office, '/api/audit/consistency?from=500&to=1500'),
    ])
    let isDone = false
    void work.finally(() => {
      isDone = true
    })
    const waits: number[] = []
    while (!isDone) {
      const asked = performance.now()
      const [health, balance] = await Promise.all([client().get('/healthz'), worker.client.get('/api/site/balance')])
      waits.push(performance.now() - asked)
      expect([health.status, balance.status]).toEqual([200, 200])
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    delay.disable()
    const tookMs = performance.now() - begun
    const replies = await work
    const proved = replies.splice(-2, 1)[0]
    // No signer runs here.
    expect(proved?.json).toMatchObject({ code: 'not_signed_yet' })
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    for (const reply of replies.slice(0, 10))
      expect(expectBody(reply, 200, ROUTES.auditVerify.answer)).toMatchObject({ ok: true })
    const longestMs = delay.max / 1e6
    const worst = Math.max(...waits)
    process.stdout.write(
      `reports took ${Math.round(tookMs)} ms; the loop waited ${Math.round(longestMs)} ms at most, a balance ${Math.round(worst)} ms\n`,
    )
    // In the event loop one PDF alone would take a third of the whole time.
    expect(longestMs).toBeLessThan(tookMs / 5)
    expect(waits.length).toBeGreaterThan(5)
  })

it('tells everybody who waits for a verification how far it is', async () => {
  const letGo = await holdLog()
  const streams = [auditor, auditor.withSameCookies(), office].map((client) =>
    client.get('/api/audit/verify', { accept: 'text/event-stream' }),
  )
  await expect.poll(connections).toBeGreaterThan(0)
  await letGo()
  for (const { text } of await Promise.all(streams)) {
    expect(text).toContain('event: progress')
    expect(text.match(/^event: done\ndata: (.*)$/m)?.[1]).toContain('"ok":true')
  }
})

/** Returns the events of a stream: names and data. */
async function heard(path: string, client = auditor) {
  const { status, text } = await client.get(path, { accept: 'text/event-stream' })
  expect(status).toBe(200)
  const events = [...text.matchAll(/^event: (.*)\ndata: (.*)$/gm)].map(([, event = '', data = '']) => ({ event, data }))
  const of = (name: string) => events.filter(({ event }) => event === name).map(({ data }) => JSON.parse(data))
  const progress: { events: number; of: number }[] = of('progress')
  for (const { events, of } of progress) expect(events).toBeLessThanOrEqual(of)
  return { progress, of, last: events.at(-1)?.event }
}

it('tells how far a file is, and gives the same bytes as without being asked to tell', async () => {
  const path = '/api/audit/edit-log/file?format=csv&action=created'
  const { progress, of, last } = await heard(path)
  expect(last).toBe('done')
  expect(progress.map(({ events }) => events)).toEqual(progress.map(({ events }) => events).toSorted((a, b) => a - b))
  expect(of('done')).toEqual([{ name: 'edit-log beginning to now created.csv', type: 'text/csv; charset=utf-8' }])
  expect(progress.length).toBeGreaterThan(ENTRIES / 250)
  expect(progress.at(-1)?.of).toBeGreaterThan(ENTRIES)
  const bytes = of('bytes').map((base64: string) => Buffer.from(base64, 'base64'))
  expect(Buffer.concat(bytes).toString()).toBe((await auditor.get(path)).text)
  const log = await heard('/api/audit/export')
  expect(log.progress.at(-1)).toMatchObject({ events: log.progress.at(-1)?.of })
})

it('tells how far balances and ledgers of a moment are, and what they are refused with', async () => {
  const asOf = await heard('/api/audit/as-of?position=1400')
  expect(asOf.of('done')).toEqual([(await auditor.get('/api/audit/as-of?position=1400')).json])
  // The report begins at the newest snapshot before that position.
  expect(asOf.progress.at(-1)?.events).toBe(asOf.progress.at(-1)?.of)
  expect(asOf.progress.at(-1)?.events).toBeGreaterThan(0)
  const ledger = await heard(`/api/audit/as-of/ledger?account=${worker.id}&position=1400`)
  expect(ledger.of('done')).toHaveLength(1)
  const unknown = await heard('/api/audit/as-of/ledger?account=nobody')
  expect(unknown.of('error')).toMatchObject([{ status: 404, code: 'not_found' }])
  expect(unknown.last).toBe('error')
})
