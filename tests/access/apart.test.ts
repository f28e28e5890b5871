import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ownerPool } from '../environment/owner-pool.ts'
import { type LedgerProcesses, startLedgerProcesses } from '../faults/ledger-processes.ts'
import { leaksBetween, openTwins } from './apart.ts'

/** Two companies that have the same of everything, in the product's own processes: what one does the other knows nothing of. */

let ledger: LedgerProcesses
let owner: Pool
beforeAll(async () => {
  ledger = await startLedgerProcesses({ settings: { LOG_LEVEL: 'info', SIGN_IN_LIMIT: 'on', WRITE_LIMIT: 'on' } })
  owner = ownerPool(ledger.database.ownerUrl)
})
afterAll(async () => {
  await owner.end()
  await ledger.close()
})

it('nothing that happens at a company changes what its twin shows, keeps, is told or may do', {
  timeout: 180_000,
}, async () => {
  expect(await leaksBetween(await openTwins(ledger, owner))).toEqual([])
})
