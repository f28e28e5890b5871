import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ownerPool } from '../../environment/database/owner-pool.ts'
import { type ProductProcesses, startProductProcesses } from '../../faults/product-processes.ts'
import { findLeaksBetween, openIdenticalCompanies } from './find-cross-company-leaks.ts'

/**
 * Runs the product's own processes with two companies that have identical people, entries and ids, and checks that
 * nothing one company does is visible at the other.
 */

let ledger: ProductProcesses
let owner: Pool
beforeAll(async () => {
  ledger = await startProductProcesses({ settings: { LOG_LEVEL: 'info', SIGN_IN_LIMIT: 'on', WRITE_LIMIT: 'on' } })
  owner = ownerPool(ledger.database.ownerUrl)
})
afterAll(async () => {
  await owner.end()
  await ledger.close()
})

it('nothing that happens at a company changes what its twin shows, keeps, is told or may do', {
  timeout: 180_000,
}, async () => {
  expect(await findLeaksBetween(await openIdenticalCompanies(ledger, owner))).toEqual([])
})
