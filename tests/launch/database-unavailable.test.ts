import { setTimeout as sleep } from 'node:timers/promises'
import { EXIT_CODES } from '@ledger/contracts/processes/exit-codes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerPool } from '../environment/database/owner-pool.ts'
import { createTestDatabase, type TestDatabase } from '../environment/database/test-database.ts'
import { temporaryFolder } from '../environment/files/temporary-folder.ts'
import { type CuttableProxy, openCuttableProxy } from '../environment/network/cuttable-proxy.ts'
import { type ProductProcess, startProductProcess } from '../environment/processes/start-process.ts'

/** The behaviour of the three processes while the database is unavailable, and at a fault of their own. */

const SCRIPTS = ['ledger-service/main.ts', 'projections/main.ts', 'ledger-service/proof/main.ts'] as const
let database: TestDatabase
let way: CuttableProxy
let env: Record<string, string>
beforeAll(async () => {
  database = await createTestDatabase()
  way = await openCuttableProxy(database.url)
  const url = new URL(database.url)
  url.port = new URL(way.origin).port
  env = {
    DATABASE_URL: url.href,
    DATA_DIR: temporaryFolder(),
    EMBEDDED_POSTGRES: '1',
    LOG_LEVEL: 'info',
    ADMIN_EMAIL: 'admin@localhost',
    ADMIN_PASSWORD: 'Admin-Pass-1',
    SIGN_IN_LIMIT: 'off',
  }
})
afterAll(async () => {
  await way.cut()
  await database.drop()
})

const startAll = (more = {}) => Promise.all(SCRIPTS.map((script) => startProductProcess(script, { ...env, ...more })))

test('a database that is away is waited for, at the start and later, by each of them', async () => {
  await way.cut()
  const starting = startAll()
  await sleep(1500)
  await way.restore()
  const processes = await starting
  const [api, , signer] = processes as [ProductProcess, ProductProcess, ProductProcess]
  await way.cut()
  // Longer than the intervals of the signer's check, the worker's poll and the API's notification.
  await sleep(3000)
  await way.restore()
  const wrong = { email: 'admin@localhost', password: 'Wrong-Pass-1' }
  const tried = () =>
    fetch(`${api.address}/api/admin/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(wrong),
    }).then(({ status }) => status)
  await expect.poll(tried).toBe(401)
  const sql = ownerPool(database.ownerUrl)
  const look = async () => {
    const { rows } = await sql.query<{ position: number; signed: number | null; isRead: boolean }>(`
      SELECT position, (SELECT max(size) FROM signed_checkpoints) AS signed, EXISTS (SELECT FROM verifier_keys) AS "isRead"
      FROM log_heads`)
    return rows[0] ?? expect.unreachable('There is a company')
  }
  // A signer that lost the database before it read the log and published its key does both at its next try, seconds
  // later.
  await expect.poll(async () => (await look()).isRead, { timeout: 15_000 }).toBe(true)
  // On SIGTERM it signs what is there: all of it, and by the same process.
  expect(await signer.stop()).toBe(0)
  const { position, signed } = await look()
  await sql.end()
  expect(signed).toBe(position)
  for (const process of processes.slice(0, 2)) expect(await process.stop()).toBe(0)
})

test('a promise that nobody waits for ends each of them deliberately, with a line in the log', async () => {
  const stray = 'process.on("SIGUSR2", () => void Promise.reject(new Error("nobody waits")))'
  const processes = await startAll({ NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(stray)}` })
  for (const process of processes) {
    expect(await process.stop('SIGUSR2')).toBe(EXIT_CODES.fault)
    expect(process.output()).toMatch(/"level":"fatal".*nobody waits.*"msg":"a fault of the (API|worker|signer)"/)
  }
})
