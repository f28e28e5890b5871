import { Agent, request } from 'node:http'
import { ROUTES, type RouteName } from '@ledger/contracts/http/routes.ts'
import { ROUTE_POLICY } from '@ledger/ledger-service/access/route-policy.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../environment/database/test-database.ts'
import { noiseImage, samplePdf } from '../../environment/files/sample-bills.ts'
import { temporaryFolder } from '../../environment/files/temporary-folder.ts'
import { isFullRun, isLongRun } from '../../environment/full-run.ts'
import type { TestClient } from '../../environment/network/http-client.ts'
import { residentBytes } from '../../environment/processes/resident-memory.ts'
import { type ProductProcess, startProductProcess } from '../../environment/processes/start-process.ts'
import { randomSeed } from '../../environment/random-seed.ts'
import {
  hireAuditor,
  hireFieldUser,
  hireOfficeUser,
  recordExpenseOf,
  sendMoneyTo,
  signInAdmin,
  transferMoney,
} from '../../environment/service/people-and-money.ts'
import { FIRST_ADMIN } from '../../environment/service/test-service.ts'
import { type FuzzRequest, fuzzRequestsOf, fuzzUnknownPaths } from './fuzz-requests.ts'

/**
 * R22: every route of the contract with hostile paths, queries, headers and bodies, as each role and without a session.
 */
const REQUESTS = isFullRun ? 1_000_000 : isLongRun ? 1000 : 250
/** The full form ends after this time, however far it is. */
const LONGEST_MS = 2 * 3_600_000
const CONCURRENT_REQUESTS = 12
const REQUESTS_PER_SAMPLE = isLongRun ? 500 : 250
/**
 * Each of these starts a process, computes a deliberately slow hash, or reads the whole log, which grows meanwhile: at
 * equal shares they would take nine tenths of the time. In the full form they still run some hundreds of times each.
 */
const SLOW: ReadonlySet<RouteName> = new Set([
  ...(['auditVerify', 'auditAsOf', 'auditLedgerAsOf', 'auditExport', 'auditEditLogFile'] as const),
  ...([
    'statementFile',
    'siteStatementFile',
    'cashBookFile',
    'taxListFile',
    'trialBalance',
    'trialBalanceFile',
  ] as const),
  ...(['adminLogin', 'siteLogin', 'uploadBill'] as const),
])
const OFTEN = isFullRun ? 50 : 1
/**
 * After this many requests the code of every route is loaded and every report's thread has run, so the memory at that
 * point is what the API needs.
 */
/** The number of characters of the server's log that a failure shows. */
const SHOWN_LOG = 5000
const WARM = isFullRun ? 20_000 : 500

let database: TestDatabase
let api: ProductProcess
let worker: ProductProcess
/** The last has no session. */
let actors: (TestClient | undefined)[]
/** The ids to name: permanent ones, and those that the last requests created, because requests delete what they can. */
let ids: string[]
/** A bill of each accepted kind, and a photo that claims to have four thousand million pixels. */
let files: Buffer[]
const made: string[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  const env = {
    ...{ DATABASE_URL: database.url, DATA_DIR: temporaryFolder(), EMBEDDED_POSTGRES: '1', LOG_LEVEL: 'warn' },
    ...{
      ADMIN_EMAIL: FIRST_ADMIN.email,
      ADMIN_PASSWORD: FIRST_ADMIN.password,
      SIGN_IN_LIMIT: 'off',
      WRITE_LIMIT: 'off',
    },
  }
  api = await startProductProcess('ledger-service/main.ts', env)
  worker = await startProductProcess('projections/main.ts', env)
  const office = await signInAdmin(api.address)
  const [incharge, supervisor] = [
    await hireFieldUser(office, 'site_incharge'),
    await hireFieldUser(office, 'supervisor'),
  ]
  const [other, another] = [await hireFieldUser(office, 'site_incharge'), await hireFieldUser(office, 'supervisor')]
  const auditor = await hireAuditor(office, 'auditor@example.in')
  await sendMoneyTo(office, incharge, '100000.00')
  const entries = [
    await recordExpenseOf(incharge),
    await recordExpenseOf(supervisor),
    await transferMoney(incharge, supervisor, '10.00'),
  ]
  ids = [other.id, another.id, ...entries.map(({ id }) => id), crypto.randomUUID(), 'site_9999999999']
  const photo = await noiseImage(64, 48).jpeg().toBuffer()
  files = [
    photo,
    await noiseImage(64, 48).png().toBuffer(),
    await noiseImage(64, 48).webp().toBuffer(),
    samplePdf(),
    enormous(photo),
  ]
  const accountant = await hireOfficeUser(office, 'accountant', 'accountant@example.in')
  actors = [office, incharge.client, supervisor.client, auditor.client, accountant.client, undefined]
})
afterAll(async () => {
  // Neither process has ended before it was stopped.
  expect([await api.stop(), await worker.stop()]).toEqual([0, 0])
  await database.drop()
})

/** Returns the same JPEG with another height and width in its header (T.81, B.2.2). */
function enormous(jpeg: Buffer): Buffer {
  const copy = Buffer.from(jpeg)
  copy.fill(0xff, copy.indexOf(Buffer.from([0xff, 0xc0])) + 5, copy.indexOf(Buffer.from([0xff, 0xc0])) + 9)
  return copy
}

const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENT_REQUESTS })

/** Returns the status and the beginning of the body; a stream is closed as soon as it has begun. */
function send(what: FuzzRequest, cookie: string, again = false): Promise<{ status: number; text: string }> {
  const { method, path, headers, body } = what
  // Node sets none for the body of a DELETE, which the server would read as the next request.
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
  const all = { 'content-type': 'application/json', ...headers, ...length, ...(cookie === '' ? {} : { cookie }) }
  return new Promise((resolve, reject) => {
    const asked = request(api.address, { agent, method, path, headers: all }, (answer) => {
      let text = ''
      answer.on('data', (chunk: Buffer) => {
        if (text.length < 2000) text += chunk
        if (answer.headers['content-type'] === 'text/event-stream') answer.destroy()
      })
      answer.on('close', () => resolve({ status: answer.statusCode ?? 0, text }))
      if (answer.headers['content-type'] === 'text/event-stream') setTimeout(() => answer.destroy(), 50)
    })
    // The server may close a connection just when it is reused: that request was never read.
    asked.on('error', (error) => (asked.reusedSocket && !again ? resolve(send(what, cookie, true)) : reject(error)))
    asked.end(body)
  })
}

const ROLES = ['admin', 'site_incharge', 'supervisor', 'auditor', 'accountant'] as const

/** Mostly returns an actor that may call the route, because the others are refused early. */
function whoMay(name: RouteName, anybody: fc.Arbitrary<number>): fc.Arbitrary<number> {
  const roles = ROUTE_POLICY[name]
  const may = ROLES.flatMap((role, index) => (roles === 'anyone' || roles.includes(role) ? [index] : []))
  return fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...may) }, { weight: 1, arbitrary: anybody })
}

test('R22: whatever is asked, by whomever, is answered, and by no 5xx but a 503 that says why', {
  timeout: isFullRun ? LONGEST_MS + 600_000 : 120_000,
}, async () => {
  const until = Date.now() + LONGEST_MS
  const statuses = new Map<number, number>()
  const bad: string[] = []
  let [reached, warm, largest] = [0, 0, 0]
  for (let page = 0; reached < REQUESTS && bad.length === 0 && Date.now() < until; page++) {
    const asked = fc.sample(anyRequest(), { numRuns: REQUESTS_PER_SAMPLE, seed: randomSeed + page })
    await Promise.all(
      Array.from({ length: CONCURRENT_REQUESTS }, async () => {
        for (let next = asked.pop(); next; next = asked.pop()) {
          const [what, who] = next
          const { status, text } = await sendAs(who, what)
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
          const isSaid = status === 503 && /"code":"(unavailable|outcome_unknown|too_slow)"/.test(text)
          if (status >= 500 && !isSaid) bad.push(`${status} ${text} to ${who} ${JSON.stringify(what)}`)
          const id = status === 201 && /"id":"([^"]+)"/.exec(text)?.[1]
          if (id) made.push(id)
        }
      }),
    )
    reached += REQUESTS_PER_SAMPLE
    largest = Math.max(largest, residentBytes(api.pid) / 1e6)
    if (reached <= WARM) warm = largest
  }
  const taken = [...statuses].reduce((sum, [status, n]) => sum + (status < 300 ? n : 0), 0) / reached
  const counted = [...statuses].sort().map(([status, n]) => `${status}: ${n}`)
  process.stdout.write(
    `R22 (seed ${randomSeed}): ${reached} requests, ${Math.round(100 * taken)} % taken; ${counted.join(', ')};`,
  )
  process.stdout.write(` ${Math.round(warm)} MB after ${WARM}, at most ${Math.round(largest)} MB\n`)
  // The log says why.
  expect(bad.slice(0, 5), api.output().slice(-SHOWN_LOG)).toEqual([])
  // A run in which few requests succeed proves nothing.
  expect(taken).toBeGreaterThan(0.1)
  expect(largest).toBeLessThan(1.5 * warm)
})

/** Generates any request, and its sender as an index of `actors`. */
function anyRequest(): fc.Arbitrary<[FuzzRequest, number]> {
  // The two routes that end a session are excluded, because they would sign out all actors.
  const names = (Object.keys(ROUTES) as RouteName[]).filter((name) => !ROUTES[name].path.endsWith('/logout'))
  const anybody = fc.nat({ max: actors.length - 1 })
  const known = { ids: [...ids, ...made.slice(-10)], files }
  return fc.oneof(
    { weight: OFTEN, arbitrary: fc.tuple(fuzzUnknownPaths, anybody) },
    ...names.map((name) => ({
      weight: SLOW.has(name) ? 1 : OFTEN,
      arbitrary: fc.tuple(fuzzRequestsOf(ROUTES[name], known), whoMay(name, anybody)),
    })),
  )
}

async function sendAs(who: number, what: FuzzRequest): Promise<{ status: number; text: string }> {
  const cookies = actors[who]?.cookies ?? []
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return send(what, cookie).catch((error: Error) => ({ status: 599, text: error.message }))
}
