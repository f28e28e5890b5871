import { addCompany, addCompanyHost } from '@ledger/ledger-service/companies/manage-companies.ts'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { ownerPool } from '../../environment/database/owner-pool.ts'
import { TestClient } from '../../environment/network/http-client.ts'
import type { ProductProcess } from '../../environment/processes/start-process.ts'
import { type ProductProcesses, startProductProcesses } from '../../faults/product-processes.ts'

/**
 * When the database refuses a statement of one company, the log line names the company, as the lines of its requests
 * do.
 */

const WITHIN = { timeout: 20_000 }
let ledger: ProductProcesses
let owner: Pool
beforeAll(async () => {
  ledger = await startProductProcesses({ settings: { LOG_LEVEL: 'error' } })
  owner = ownerPool(ledger.database.ownerUrl)
  const { rows } = await owner.query<{ company_id: string }>('SELECT company_id FROM companies')
  await addCompanyHost(owner, rows[0]?.company_id ?? '', 'acme.localhost')
})
afterAll(async () => {
  await owner.end()
  await ledger.close()
})

/** Adds a company whose rows a table refuses. */
async function refusedBy(table: string, name: string): Promise<string> {
  const made = await addCompany(owner, { name, hosts: [`${name}.localhost`] })
  if ('refused' in made) return expect.fail(made.refused)
  await owner.query(`CREATE FUNCTION refuse_${name}() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'planted at ${name}'; END $$`)
  await owner.query(`CREATE TRIGGER refuse_${name} BEFORE INSERT ON ${table} FOR EACH ROW
    WHEN (NEW.company_id = '${made.companyId}') EXECUTE FUNCTION refuse_${name}()`)
  return made.companyId
}

/**
 * Asks at the company's host, which records the settings in its log once the API knows the company, and returns the
 * companies that a process has logged errors of that reason for, each once.
 */
async function whose(process: ProductProcess, reason: string, name: string): Promise<unknown[]> {
  await new TestClient(ledger.origin.replace('127.0.0.1', `${name}.localhost`)).get('/api/site/auth')
  const lines = process.output().split('\n')
  const errors = lines.flatMap((line) => (line.includes('"msg":"database"') ? JSON.parse(line) : []))
  return [...new Set(errors.flatMap((line) => (String(line.reason).includes(reason) ? line.companyId : [])))]
}

// Needs triggers, which Citus does not have on distributed tables.
it.skipIf(inject('servers').length > 1)('of an append that fails, and of a company that cannot be woken', async () => {
  const beta = await refusedBy('events', 'beta')
  await expect.poll(() => whose(ledger.api(), 'planted at beta', 'beta'), WITHIN).toEqual([beta])
})

it.skipIf(inject('servers').length > 1)('of a read model that the worker cannot write', async () => {
  const gamma = await refusedBy('read.activity', 'gamma')
  const [worker] = ledger.workers
  if (!worker) return expect.unreachable()
  await expect.poll(() => whose(worker, 'planted at gamma', 'gamma'), WITHIN).toEqual([gamma])
})
