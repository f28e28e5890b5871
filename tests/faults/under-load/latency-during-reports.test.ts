import { once } from 'node:events'
import { loadavg } from 'node:os'
import { Worker as Thread } from 'node:worker_threads'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../../environment/network/http-client.ts'
import { type ProductProcess, startProductProcess } from '../../environment/processes/start-process.ts'
import {
  type FieldUser,
  hireAuditor,
  hireFieldUser,
  recordExpenseOf,
  sampleExpenseBody,
  signInAdmin,
} from '../../environment/service/people-and-money.ts'
import { type ProductProcesses, startProductProcesses } from '../product-processes.ts'

/**
 * No request waits for another account's report (security.md, Reports): /healthz in 50 ms and a balance in 100 ms
 * while exports, files, proofs, point-in-time reports and verifications run without a pause. Runs only in `npm run
 * test:faults`, because its figure needs the whole machine.
 */
const EVENTS = 20_000
const PRESSED_MS = 60_000
const HEALTH_WITHIN_MS = 50
const BALANCE_WITHIN_MS = 100

let ledger: ProductProcesses
let signer: ProductProcess
let office: TestClient
let auditors: TestClient[]
let worker: FieldUser
let entry: string

beforeAll(async () => {
  ledger = await startProductProcesses({ workers: 1 })
  const env = { DATABASE_URL: ledger.database.url, DATA_DIR: ledger.dataDirectory, EMBEDDED_POSTGRES: '1' }
  signer = await startProductProcess('ledger-service/proof/main.ts', { ...env, LOG_LEVEL: 'warn' })
  office = await signInAdmin(ledger.origin)
  worker = await hireFieldUser(office, 'site_incharge')
  const hired = await Promise.all(['a', 'b', 'c'].map((name) => hireAuditor(office, `${name}@example.in`)))
  auditors = hired.map(({ client }) => client)
  entry = (await recordExpenseOf(worker)).id
  const lanes = Array.from({ length: 48 }, async () => {
    for (let made = 0; made < EVENTS / 48; made++) await worker.client.post('/api/site/transactions', sampleExpenseBody)
  })
  await Promise.all(lanes)
}, 300_000)
afterAll(async () => {
  await signer.stop()
  await ledger.close()
})

/** Requests both repeatedly from its own idle thread; posts the sorted times in ms. */
const PROBE = `
  const { parentPort, workerData } = require('node:worker_threads')
  const { get, Agent } = require('node:http')
  const agent = new Agent({ keepAlive: true })
  const { origin, cookie } = workerData
  const asked = (path) => new Promise((resolve, reject) => {
    const begun = performance.now()
    get(origin + path, { agent, headers: { cookie } }, (answer) => {
      answer.resume().on('end', () => answer.statusCode === 200 ? resolve(performance.now() - begun) : reject(new Error(path + ' ' + answer.statusCode)))
    }).on('error', reject)
  })
  let going = true
  parentPort.once('message', () => { going = false })
  ;(async () => {
    const times = { health: [], balance: [] }
    while (going) {
      times.health.push(await asked('/healthz'))
      times.balance.push(await asked('/api/site/balance'))
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    for (const each of Object.values(times)) each.sort((a, b) => a - b)
    parentPort.postMessage(times)
  })()`

interface Times {
  health: number[]
  balance: number[]
}

/** Returns the times of the two requests while `work` runs. */
async function probed(work: () => Promise<unknown>): Promise<Times> {
  const cookie = [...worker.client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const probe = new Thread(PROBE, { eval: true, workerData: { origin: ledger.origin, cookie } })
  const times = once(probe, 'message').then(([all]: Times[]) => all ?? expect.unreachable('It says what it saw'))
  try {
    await work()
  } finally {
    probe.postMessage('done')
  }
  return times
}

const at = (times: number[], share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
const told = (name: string, times: number[]) =>
  `${name} p50 ${at(times, 0.5).toFixed(1)}, p99 ${at(times, 0.99).toFixed(1)}, at most ${at(times, 1).toFixed(1)} ms (N = ${times.length})`

test('a balance and /healthz are answered while every kind of report runs', { timeout: 300_000 }, async () => {
  const quiet = await probed(() => new Promise((resolve) => setTimeout(resolve, 10_000)))
  const [first = office, second = office, third = office] = auditors
  const done = new Map<string, number>()
  const until = Date.now() + PRESSED_MS
  /** Requests one after the other until the run ends; a request that is refused because of the limit is repeated. */
  const again = async (client: TestClient, path: string) => {
    while (Date.now() < until) {
      const { status } = await client.get(path).catch((cause) => {
        throw new Error(`${path} was cut; ${ledger.api().output().slice(-4000)}`, { cause })
      })
      expect([200, 429], `${status} ${path}`).toContain(status)
      if (status === 200) done.set(path, (done.get(path) ?? 0) + 1)
      else await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
  const pressed = await probed(() =>
    Promise.all([
      again(office, '/api/audit/verify'),
      again(first, '/api/audit/edit-log/file?format=pdf'),
      again(first, '/api/audit/edit-log/file?format=xlsx'),
      again(second, '/api/audit/export'),
      again(second, '/api/audit/edit-log/file?format=csv'),
      again(third, '/api/audit/as-of'),
      again(third, `/api/audit/as-of/ledger?account=${worker.id}`),
      again(office, `/api/audit/proof/${entry}`),
      again(office, `/api/audit/consistency?from=256&to=1024`),
      again(third, '/api/audit/edit-log'),
    ]),
  )
  const reports = [...done].map(([path, times]) => `${times} × ${path.replace('/api/audit/', '')}`).join(', ')
  process.stdout.write(
    `Beside reports (${EVENTS} events, load ${loadavg()[0]?.toFixed(1)}): ${reports}\n  quiet: ${told('/healthz', quiet.health)}; ${told('balance', quiet.balance)}\n  beside: ${told('/healthz', pressed.health)}; ${told('balance', pressed.balance)}\n`,
  )
  expect(done.size).toBe(10)
  expect(at(pressed.health, 0.99)).toBeLessThanOrEqual(HEALTH_WITHIN_MS)
  expect(at(pressed.balance, 0.99)).toBeLessThanOrEqual(BALANCE_WITHIN_MS)
})
