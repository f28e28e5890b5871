import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ANONYMOUS_ACTOR } from '@ledger/contracts/events/event-schemas.ts'
import { saveVerification } from '@ledger/projections/verification/verification-store.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isFullRun } from '../../environment/full-run.ts'
import { TestClient } from '../../environment/network/http-client.ts'
import {
  type FieldUser,
  hireFieldUser,
  recordExpenseOf,
  sampleExpenseBody,
  sendMoneyTo,
  signInAdmin,
  TEST_PASSWORD,
} from '../../environment/service/people-and-money.ts'
import { startTestService, type TestService } from '../../environment/service/test-service.ts'
import { type MetricSamples, readMetrics } from './read-metrics.ts'

describe('the figures', () => {
  let api: TestService
  let office: TestClient
  let incharge: FieldUser
  const read = () => readMetrics(api.client())

  beforeAll(async () => {
    api = await startTestService({ limitsSignIns: true })
    office = await signInAdmin(api.origin)
    incharge = await hireFieldUser(office, 'site_incharge')
  })
  afterAll(() => api.close())

  it('are in the text format of Prometheus, and never kept', async () => {
    const reply = await api.client().get('/metrics')
    expect(reply.status).toBe(200)
    expect(reply.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(reply.headers['cache-control']).toBe('no-store')
    const line = /^(#.*|[a-z_0-9]+(\{[a-z_]+="[^"]*"(,[a-z_]+="[^"]*")*\})? (-?[0-9.e+-]+|NaN|\+Inf))$/i
    for (const text of reply.text.trimEnd().split('\n').filter(Boolean)) expect(text).toMatch(line)
  })

  it('count commands by type and outcome', async () => {
    const before = await read()
    await sendMoneyTo(office, incharge, '100.00')
    await recordExpenseOf(incharge)
    await recordExpenseOf(incharge)
    const other = await hireFieldUser(office, 'supervisor')
    const tooMuch = { toUserId: other.id, amount: '5000', paymentMode: 'upi', narration: 'Too much' }
    expect((await incharge.client.post('/api/site/transfer', tooMuch)).status).toBe(422)
    expect((await incharge.client.post('/api/site/transactions', { ...sampleExpenseBody, amount: 'x' })).status).toBe(
      400,
    )
    const after = await read()
    const more = (type: string, outcome: string) =>
      grown(before, after, `ledger_commands_total{type="${type}",outcome="${outcome}"}`)
    expect(more('SendMoney', 'accepted')).toBe(1)
    // A request that breaks a rule which needs no state is not counted as a command.
    expect(more('RecordExpense', 'accepted')).toBe(2)
    expect(more('TransferMoney', 'refused')).toBe(1)
    expect(more('TransferMoney', 'accepted')).toBe(0)
  })

  it('tell batches, events, and the time of each step of an append', async () => {
    const before = await read()
    await Promise.all(Array.from({ length: 20 }, () => recordExpenseOf(incharge)))
    const after = await read()
    expect(grown(before, after, 'ledger_batch_commands_sum')).toBe(20)
    const batches = grown(before, after, 'ledger_batch_commands_count')
    expect(batches).toBeGreaterThan(0)
    expect(batches).toBeLessThanOrEqual(20)
    expect(grown(before, after, 'ledger_events_appended_total')).toBe(20)
    for (const step of ['load', 'decide', 'write']) {
      expect(grown(before, after, `ledger_append_seconds_count{step="${step}"}`)).toBe(batches)
      const seconds = grown(before, after, `ledger_append_seconds_sum{step="${step}"}`)
      // Loading may take no time, because this process has the state cached.
      if (step !== 'load') expect(seconds).toBeGreaterThan(0)
      expect(seconds).toBeLessThan(5)
    }
  })

  it('tell where the log ends, and that each read model is there', async () => {
    const head = (await api.sql.query<{ position: number }>('SELECT position FROM log_heads')).rows[0]?.position
    await incharge.client.get('/api/site/balance')
    await expect.poll(async () => sumOf(await read(), 'ledger_projection_lag_events')).toBe(0)
    const figures = await read()
    expect(figures.get(`ledger_log_position{company="${api.company.companyId}"}`)).toBe(head)
    const lags = [...figures.keys()].filter((name) => name.startsWith('ledger_projection_lag_events'))
    expect(lags.map((name) => /projection="(\w+)"/.exec(name)?.[1]).toSorted()).toEqual(
      (await api.sql.query<{ projection: string }>('SELECT projection FROM checkpoints ORDER BY 1')).rows.map(
        (row) => row.projection,
      ),
    )
    expect(figures.get('ledger_database_up')).toBe(1)
  })

  it('tell the connections, the event loop and the process', async () => {
    const figures = await read()
    expect(figures.get('ledger_pool_connections{pool="all",state="total"}')).toBeGreaterThan(0)
    expect(figures.get('ledger_pool_connections{pool="all",state="waiting"}')).toBe(0)
    expect(figures.get('ledger_pool_connections{pool="all",state="idle"}')).toBeLessThanOrEqual(10)
    expect(figures.get('ledger_pool_connections{pool="office",state="waiting"}')).toBe(0)
    for (const name of [
      'nodejs_eventloop_lag_p99_seconds',
      'process_resident_memory_bytes',
      'process_cpu_seconds_total',
    ]) {
      expect(figures.get(name), name).toBeGreaterThan(0)
    }
  })

  it('time requests by route pattern and status, never by address', async () => {
    const before = await read()
    await office.get(`/api/admin/users/${incharge.id}`)
    await office.get('/api/admin/users/site_0000000000')
    await api.client().get('/wp-login.php?user=9876543210')
    await api.client().get(`/${incharge.mobile}`)
    const after = await read()
    const count = (labels: string) => grown(before, after, `http_request_duration_seconds_count{${labels}}`)
    expect(count('method="GET",route="/api/admin/users/:id",status="200"')).toBe(1)
    expect(count('method="GET",route="/api/admin/users/:id",status="404"')).toBe(1)
    expect(count('method="any",route="none",status="404"')).toBe(2)
    // Checks only the names: a sum of seconds such as 0.029000000001 contains the digits of a number by chance.
    const names = [...after.keys()].join('\n')
    expect(names).not.toContain(incharge.mobile)
    expect(names).not.toMatch(/wp-login|9876543210/)
  })

  it('count the sign-ins that were turned away', async () => {
    const before = await read()
    const tries = []
    for (let index = 0; index < 8; index += 1) {
      tries.push((await api.client().post('/api/site/login', { mobile: '9123456789', password: TEST_PASSWORD })).status)
    }
    expect(tries).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
    expect(grown(before, await read(), 'ledger_sign_ins_throttled_total')).toBe(3)
  })

  it('stand in the dashboard under the names that they have', async () => {
    await saveVerification(api.company.db, api.company.companyId, { ok: true })
    const file = join(import.meta.dirname, '../../../docs/grafana-dashboard.json')
    const dashboard: unknown = JSON.parse(readFileSync(file, 'utf8'))
    const expressions = [...JSON.stringify(dashboard).matchAll(/"expr":"((?:[^"\\]|\\.)*)"/g)].map(
      ([, text]) => text ?? '',
    )
    expect(expressions.length).toBeGreaterThan(8)
    const known = new Set([...(await read()).keys()].map((name) => name.replace(/\{.*/, '')))
    for (const expression of expressions) {
      const names = expression.match(/\b(ledger|http|nodejs|process|pg)_\w+/g) ?? []
      expect(names.length, expression).toBeGreaterThan(0)
      for (const name of names) expect(known, expression).toContain(name)
    }
  })
})

if (isFullRun)
  describe('a read model that stopped', () => {
    it('is named by the figures and by /readyz, and the others go on', async () => {
      const api = await startTestService({ mayStop: true })
      const office = await signInAdmin(api.origin)
      await hireFieldUser(office, 'site_incharge')
      const at = (await api.sql.query<{ position: number }>('SELECT position FROM log_heads')).rows[0]?.position ?? 0
      await expect.poll(async () => sumOf(await readMetrics(api.client()), 'ledger_projection_lag_events')).toBe(0)
      expect((await api.client().get('/readyz')).status).toBe(200)
      await api.sql.query("UPDATE checkpoints SET stopped_because = 'planted' WHERE projection = 'ledger'")
      await hireFieldUser(office, 'supervisor')
      const name = (projection: string) => `ledger_projection_stopped{projection="${projection}"}`
      const lag = (projection: string) => `ledger_projection_lag_events{projection="${projection}"}`
      await expect.poll(async () => (await readMetrics(api.client())).get(lag('directory'))).toBe(0)
      const figures = await readMetrics(api.client())
      expect(figures.get(name('ledger'))).toBe(1)
      expect(figures.get(name('directory'))).toBe(0)
      expect(figures.get(lag('ledger'))).toBeGreaterThan(0)
      const ready = await api.client().get('/readyz')
      expect(ready.status).toBe(503)
      expect(ready.json).toMatchObject({
        checks: { database: 'ok', projections: `ledger stopped before event ${at + 1}` },
      })
      expect(ready.text).not.toContain('planted')
      await api.close()
    })
  })

if (isFullRun)
  describe('a database that is away', () => {
    it('is said by the figures, which are there all the same, and counted with the commands that it cost', async () => {
      const api = await startTestService()
      const office = await signInAdmin(api.origin)
      const incharge = await hireFieldUser(office, 'site_incharge')
      const before = await readMetrics(api.client())
      expect(before.get('ledger_database_up')).toBe(1)
      await api.database.drop()
      // The session cannot be read either, so the test submits a command to the log without HTTP.
      await expect(
        api.company.log.submit({
          command: {
            type: 'RefuseSignIn',
            account: undefined,
            name: 'x',
            reason: 'x',
            by: { system: ANONYMOUS_ACTOR },
            now: api.company.clock(),
          },
          meta: {},
          answer: () => ({ status: 401, body: '' }),
        }),
      ).rejects.toThrow()
      const reply = await incharge.client.get('/api/site/balance')
      expect([reply.status, reply.headers['retry-after']]).toEqual([503, '1'])
      const after = await readMetrics(api.client())
      expect(after.get('ledger_database_up')).toBe(0)
      expect([...after.keys()].filter((name) => /ledger_(projection|log_position)/.test(name))).toEqual([])
      expect(grown(before, after, 'ledger_commands_total{type="RefuseSignIn",outcome="unavailable"}')).toBe(1)
      expect((await api.client().get('/healthz')).status).toBe(200)
      expect((await api.client().get('/readyz')).json).toMatchObject({ checks: { database: 'away' } })
      // The planted faults make the close fail.
      await expect(api.close()).rejects.toThrow('The service had faults')
    })
  })

describe('who may read them', () => {
  it('is this machine, by the connection and not by what a header says', async () => {
    const api = await startTestService()
    expect((await api.client().get('/metrics')).status).toBe(200)
    // A proxy on this machine forwards requests of others, so a forwarded request is refused.
    for (const name of ['x-forwarded-for', 'x-forwarded-proto', 'forwarded', 'x-real-ip', 'via']) {
      const reply = await api.client().get('/metrics', { [name]: '127.0.0.1' })
      expect(reply.status, name).toBe(404)
      expect(reply.json, name).toMatchObject({ code: 'not_found' })
    }
    await api.close()
  })

  it('is nobody who comes through a proxy, trusted or not, whatever they say of themselves', async () => {
    for (const trustedProxies of [[], ['127.0.0.0/8']]) {
      const api = await startTestService({ publicOrigin: 'https://ledger.example.in', trustedProxies })
      for (const said of ['127.0.0.1', '::1', '203.0.113.7, 127.0.0.1', '']) {
        const reply = await api.client().get('/metrics', { 'x-forwarded-for': said })
        expect(reply.status, said).toBe(404)
      }
      const forged = { url: '/metrics', remoteAddress: '192.168.1.20', headers: { host: 'localhost' } }
      expect((await api.app.inject(forged)).statusCode).toBe(404)
      await api.close()
    }
  })

  it('is nobody from another address', async () => {
    const api = await startTestService()
    const statusFrom = async (remoteAddress: string) => {
      const asked = { url: '/metrics', remoteAddress, headers: { host: 'localhost' } }
      return (await api.app.inject(asked)).statusCode
    }
    for (const own of ['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'])
      expect(await statusFrom(own), own).toBe(200)
    for (const other of ['10.0.0.1', '192.168.1.127', '::ffff:10.0.0.1', '12.127.0.1', '2001:db8::1', '::']) {
      expect(await statusFrom(other), other).toBe(404)
    }
    await api.close()
  })

  it('is who shows the token where there is one, and nobody else', async () => {
    const token = 'a-token-that-is-long-enough-for-this'
    const api = await startTestService({ metricsToken: token })
    const statusWith = async (authorization?: string) =>
      (await new TestClient(api.origin).get('/metrics', authorization === undefined ? {} : { authorization })).status
    expect(await statusWith(`Bearer ${token}`)).toBe(200)
    for (const wrong of [
      undefined,
      '',
      token,
      `bearer ${token}`,
      `Bearer ${token}x`,
      `Bearer ${token.slice(1)}`,
      'Basic x',
    ]) {
      expect(await statusWith(wrong), String(wrong)).toBe(404)
    }
    await api.close()
  })
})

function grown(before: MetricSamples, after: MetricSamples, name: string): number {
  return (after.get(name) ?? 0) - (before.get(name) ?? 0)
}

function sumOf(figures: MetricSamples, name: string): number {
  return [...figures].filter(([key]) => key.startsWith(name)).reduce((sum, [, value]) => sum + value, 0)
}
