import { addCompany, addCompanyHost } from '@ledger/ledger-service/companies/manage-companies.ts'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ownerPool } from '../../environment/database/owner-pool.ts'
import { TestClient } from '../../environment/network/http-client.ts'
import { sampleExpenseBody } from '../../environment/service/people-and-money.ts'
import { type ProductProcesses, startProductProcesses } from '../../faults/product-processes.ts'

let ledger: ProductProcesses
let owner: Pool
beforeAll(async () => {
  ledger = await startProductProcesses({ settings: { LOG_LEVEL: 'error' } })
  owner = ownerPool(ledger.database.ownerUrl)
})
afterAll(async () => {
  await owner.end()
  await ledger.close()
})

it('the first company cannot be opened, and the others are served all the same', async () => {
  const { rows } = await owner.query<{ company_id: string }>('SELECT company_id FROM companies')
  const first = rows[0]?.company_id ?? ''
  await addCompanyHost(owner, first, 'acme.localhost')
  expect(await addCompany(owner, { name: 'Beta', hosts: ['beta.localhost'] })).toHaveProperty('companyId')
  // Simulates a row that comes from a server with another PASSWORD_PEPPER.
  await owner.query(`INSERT INTO company_secrets VALUES ($1, 'password-pepper', 'nothing that opens')`, [first])
  expect(await ledger.stopApi('SIGTERM')).toBe(0)
  await ledger.restartApi()
  const asked = async (host: string) =>
    (await new TestClient(ledger.origin.replace('127.0.0.1', host)).get('/api/site/auth')).json
  expect(await asked('beta.localhost')).toMatchObject({ code: 'unauthorized' })
  expect(await asked('acme.localhost')).toMatchObject({ code: 'unavailable' })
  const origin = ledger.origin.replace('127.0.0.1', 'acme.localhost')
  const fromBrowser = { origin, 'sec-fetch-site': 'same-origin' }
  const expense = await new TestClient(origin).post('/api/site/transactions', sampleExpenseBody, fromBrowser)
  expect(expense).toMatchObject({ status: 503, json: { code: 'unavailable' } })
  const said = ledger.api().output().split('\n')
  const [line = ''] = said.filter((text) => text.includes('another PASSWORD_PEPPER'))
  expect(JSON.parse(line)).toMatchObject({ companyId: first, msg: 'database' })
})
