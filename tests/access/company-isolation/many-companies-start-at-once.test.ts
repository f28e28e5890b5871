import { addCompany, addCompanyHost, ensureFirstCompany } from '@ledger/ledger-service/companies/manage-companies.ts'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ownerPool } from '../../environment/database/owner-pool.ts'
import { createTestDatabase, type TestDatabase } from '../../environment/database/test-database.ts'
import { temporaryFolder } from '../../environment/files/temporary-folder.ts'
import { TestClient } from '../../environment/network/http-client.ts'
import { type ProductProcess, startProductProcess } from '../../environment/processes/start-process.ts'

/** After a start all clients return at once, in more companies than a process has connections. */

const COMPANIES = 40
const hostOf = (index: number) => `c${index}.localhost`

let database: TestDatabase
let pool: Pool
let api: ProductProcess
beforeAll(async () => {
  database = await createTestDatabase()
  pool = ownerPool(database.ownerUrl)
  await addCompanyHost(pool, await ensureFirstCompany(pool, 'First'), hostOf(0))
  for (let index = 1; index < COMPANIES; index++) {
    const made = await addCompany(pool, { name: `Company ${index}`, hosts: [hostOf(index)] })
    if ('refused' in made) return expect.fail(made.refused)
  }
  const env = {
    DATABASE_URL: database.url,
    DATA_DIR: temporaryFolder(),
    LOG_LEVEL: 'warn',
    ADMIN_PASSWORD: 'Admin-Pass-1',
  }
  api = await startProductProcess('ledger-service/main.ts', env)
})
afterAll(async () => {
  expect(await api.stop()).toBe(0)
  await pool.end()
  await database.drop()
  expect(api.output()).not.toMatch(/"level":"(error|fatal)"/)
})

it('each is woken, and none waits for a connection that another one holds while it waits for a second', async () => {
  const { port } = new URL(api.address)
  const asked = Array.from({ length: COMPANIES }, (_, index) => new TestClient(`http://${hostOf(index)}:${port}`))
  const replies = await Promise.all(asked.map((client) => client.get('/api/site/auth')))
  expect(replies.map(({ status }) => status)).toEqual(asked.map(() => 401))
})
