import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { seededRandom } from '@ledger/launch/demo/seeded-random.ts'
import { openAppendLog } from '@ledger/ledger-service/event-store/append/group-commit.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerPool } from '../../environment/database/owner-pool.ts'
import { createTestDatabase, type TestDatabase } from '../../environment/database/test-database.ts'
import { temporaryFolder } from '../../environment/files/temporary-folder.ts'
import { isFullRun } from '../../environment/full-run.ts'
import {
  type ByteCuttingProxy,
  type CutRule,
  openByteCuttingProxy,
} from '../../environment/network/byte-cutting-proxy.ts'
import { expectBody, type TestClient } from '../../environment/network/http-client.ts'
import { type ProductProcess, startProductProcess } from '../../environment/processes/start-process.ts'
import { randomSeed } from '../../environment/random-seed.ts'
import { hireFieldUser, signInAdmin } from '../../environment/service/people-and-money.ts'
import { FIRST_ADMIN } from '../../environment/service/test-service.ts'
import { commandEnvelope, expenseCommand } from '../../log/command-envelopes.ts'

/**
 * R17: the connection is cut while a page is prefetched: while an export drains, a rebuild writes, or states are
 * folded.
 */
const ROUNDS = isFullRun ? 100 : 1
const limit = { timeout: isFullRun ? 1_800_000 : 120_000 }
/** Three pages of the log, so that one is in flight while another is processed. */
const EVENTS = 12_000

const random = seededRandom(randomSeed)
let isDrawn = false
/** Cuts only large answers of thousands of rows, not those about a head or a session. */
const newKnife = (): CutRule => {
  let answered = 0
  let cutAt = Number.POSITIVE_INFINITY
  return (direction, piece) => {
    if (direction === 'asked') {
      answered = 0
      cutAt = isDrawn ? random.whole(50_000, 4_000_000) : Number.POSITIVE_INFINITY
      return undefined
    }
    answered += piece.length
    return isDrawn && answered > cutAt ? random.whole(0, piece.length) : undefined
  }
}

let database: TestDatabase
let proxy: ByteCuttingProxy
let [api, worker]: (ProductProcess | undefined)[] = []
let office: TestClient
const running = () => {
  if (!api || !worker) throw new Error('They were started')
  return [api, worker] as const
}

beforeAll(async () => {
  database = await createTestDatabase()
  const url = new URL(database.url)
  proxy = await openByteCuttingProxy(Number(url.port || 5432), newKnife)
  url.port = String(proxy.port)
  const env = {
    DATABASE_URL: url.href,
    DATA_DIR: temporaryFolder(),
    EMBEDDED_POSTGRES: '1',
    LOG_LEVEL: 'warn',
    ADMIN_EMAIL: FIRST_ADMIN.email,
    ADMIN_PASSWORD: FIRST_ADMIN.password,
    SIGN_IN_LIMIT: 'off',
  }
  ;[api, worker] = [
    await startProductProcess('ledger-service/main.ts', env),
    await startProductProcess('projections/main.ts', env),
  ]
  office = await signInAdmin(running()[0].address)
  await hireFieldUser(office, 'site_incharge')
  await fillLog()
})
afterAll(async () => {
  isDrawn = false
  await Promise.all([api?.stop(), worker?.stop()])
  await proxy.close()
  await database.drop()
})

/** Inserts three pages of expenses of the one site incharge, without the API. */
async function fillLog(): Promise<void> {
  const sql = ownerPool(database.ownerUrl)
  const { rows } = await sql.query(
    `SELECT company_id AS company, account_id AS id, epoch FROM account_states WHERE role = 'site_incharge'`,
  )
  await sql.end()
  const [{ company, id, epoch }] = rows
  const log = openAppendLog({
    ...{ databaseUrl: database.url, companyId: company, clock: () => new Date().toISOString() },
    ...{ notifyAppended: () => undefined, onError: (error: Error) => expect.unreachable(error.message) },
  })
  for (let at = 0; at < EVENTS; at += 500)
    await Promise.all(
      Array.from({ length: 500 }, (_, index) =>
        log.submit(commandEnvelope(expenseCommand({ id, epoch }, 1 + at + index))),
      ),
    )
  await log.close()
}

/** Checks that both processes still run, and answer. */
async function expectAlive(): Promise<void> {
  for (const { pid } of running()) process.kill(pid, 0)
  expect((await office.get('/healthz')).status).toBe(200)
}

/** @returns the whole body; undefined if it was cut, so that the reader notices */
async function exported(pauseMs: number): Promise<string | undefined> {
  const cookie = [...office.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const asked = request(`${office.origin}/api/audit/export`, { headers: { cookie } })
  asked.end()
  try {
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    const pieces: Buffer[] = []
    for await (const piece of answer) {
      // A reader slower than the database, so prefetched pages have to wait.
      if (pieces.length % 100 === 0) await sleep(pauseMs)
      pieces.push(piece)
    }
    return answer.statusCode === 200 ? Buffer.concat(pieces).toString() : undefined
  } catch {
    return undefined
  }
}

function expectWhole(text: string): void {
  const lines = text.trimEnd().split('\n')
  const { events } = JSON.parse(lines[0] ?? '')
  expect(lines.filter((line) => line.startsWith('{"position"'))).toHaveLength(events)
}

test('R17: an export whose page cannot be read is cut, and never ends as if it were whole', limit, async () => {
  const before = proxy.cutCount()
  let whole = 0
  for (let round = 0; round < ROUNDS; round++) {
    isDrawn = true
    const text = await exported(20)
    isDrawn = false
    if (text !== undefined) expectWhole(text)
    if (text !== undefined) whole++
    await expectAlive()
  }
  const text = await exported(0)
  expectWhole(text ?? '')
  process.stdout.write(
    `R17 (seed ${randomSeed}): ${ROUNDS} exports, ${proxy.cutCount() - before} cuts, ${whole} of them whole\n`,
  )
})

test(
  'R17: a rebuild whose page cannot be read says so, or is made once more, and the worker goes on',
  limit,
  async () => {
    const before = proxy.cutCount()
    const ended: Record<string, number> = {}
    const stateOf = async () => {
      const [newest] = expectBody(await office.get('/api/audit/rebuilds'), 200, ROUTES.auditRebuilds.answer)
      return newest?.state
    }
    for (let round = 0; round <= ROUNDS; round++) {
      // The last round has no cuts.
      const asked = await office.post('/api/audit/rebuilds', { projection: 'ledger' })
      expect(asked.status).toBe(201)
      isDrawn = round < ROUNDS
      await sleep(2500)
      isDrawn = false
      await expect.poll(stateOf, { timeout: 60_000, interval: 100 }).toMatch(round < ROUNDS ? /done|failed/ : /done/)
      const state = (await stateOf()) ?? ''
      ended[state] = (ended[state] ?? 0) + 1
      await expectAlive()
    }
    process.stdout.write(
      `R17 (seed ${randomSeed}): ${ROUNDS} rebuilds, ${proxy.cutCount() - before} cuts, ended ${JSON.stringify(ended)}\n`,
    )
  },
)

test('R17: a verification that cannot read its page says so, and the next one finds all well', limit, async () => {
  const before = proxy.cutCount()
  const statuses: Record<number, number> = {}
  for (let round = 0; round < ROUNDS; round++) {
    isDrawn = true
    const { status } = await office.get('/api/audit/verify')
    isDrawn = false
    statuses[status] = (statuses[status] ?? 0) + 1
    expect([200, 503]).toContain(status)
    await expectAlive()
  }
  const report = expectBody(await office.get('/api/audit/verify'), 200, ROUTES.auditVerify.answer)
  expect(report).toMatchObject({ ok: true })
  process.stdout.write(
    `R17 (seed ${randomSeed}): ${ROUNDS} verifications, ${proxy.cutCount() - before} cuts, answered ${JSON.stringify(statuses)}\n`,
  )
  expect(proxy.cutCount()).toBeGreaterThan(0)
  expect(await running()[1].stop()).toBe(0)
  expect(await running()[0].stop()).toBe(0)
})
