import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '@ledger/launch/demo/seeded-random.ts'
import { type CompanyMove, moveCompanyToNode } from '@ledger/migrations/cluster/move-company-to-node.ts'
import { findFirstCompanyId } from '@ledger/migrations/migrate.ts'
import { CannotMigrate } from '@ledger/migrations/migration-error.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerPool } from '../environment/database/owner-pool.ts'
import { isFullRun } from '../environment/full-run.ts'
import { randomSeed } from '../environment/random-seed.ts'
import { gatherFaultRunEvidence } from '../faults/checker/gather-evidence.ts'
import { findInvariantBreaches } from '../faults/checker/invariant-checker.ts'
import { type ProductProcesses, startProductProcesses } from '../faults/product-processes.ts'
import { startRandomFieldLoad } from '../faults/random-field-load.ts'
import { installDistributedSchema } from './install-distributed-schema.ts'
import { nodeAddress, openTestCluster, type TestCluster } from './test-cluster.ts'

/** Moves a company back and forth between two nodes while eight people write. */
const MOVES = Number(process.env.TEST_MOVES ?? (isFullRun ? 40 : 4))

/** The setup creates shards of every table at each node. */
const HOOK_MS = 600_000

let cluster: TestCluster
let ledger: ProductProcesses
beforeAll(async () => {
  cluster = await openTestCluster()
  ledger = await startProductProcesses({ database: await installDistributedSchema(cluster) })
}, HOOK_MS)
afterAll(() => ledger.close(), HOOK_MS)

test(`${MOVES} moves of a company that is written to lose nothing that was acknowledged`, {
  timeout: MOVES * 300_000,
}, async () => {
  const { ownerUrl, url } = ledger.database
  const sql = ownerPool(ownerUrl)
  const companyId = (await findFirstCompanyId(sql)) ?? ''
  // Writers without a pause would take the shared cores from the moves.
  const load = await startRandomFieldLoad(ledger.origin, randomSeed, { everyMs: 500 })
  const random = seededRandom(randomSeed)
  const nodes = cluster.servers.slice(1, 3).map(nodeAddress)
  const moves: CompanyMove[] = []
  const refusals: string[] = []
  let at = await nodeOfCompany(sql, companyId)
  while (moves.length < MOVES && refusals.length <= MOVES) {
    await sleep(random.whole(200, 1500))
    const to = nodes.find((node) => node !== at) ?? ''
    try {
      moves.push(await moveCompanyToNode(ownerUrl, companyId, to))
    } catch (error) {
      // Citus refuses to move back to a node that has not yet dropped the old copy. Any other error, such as a copy
      // that differs, is a fault.
      if (!(error instanceof CannotMigrate && error.message.includes('could not be cleaned up'))) throw error
      refusals.push(error.message)
      continue
    }
    at = to
    expect(await nodeOfCompany(sql, companyId)).toBe(at)
    process.stdout.write(`${moves.length} of ${MOVES}: ${load.calls.length} calls\n`)
  }
  await load.stop()
  await load.resolveUnknownCalls()
  const evidence = await gatherFaultRunEvidence(url, load)
  await sql.end()
  const acknowledged = load.calls.filter((call) => call.outcome === 'ok')
  const longestMs = Math.max(...load.calls.map((call) => call.answeredAt - call.sentAt))
  const breaches = findInvariantBreaches(evidence)
  const lost = breaches.filter((breach) => /^I[12]:/.test(breach))
  const figures = [
    `${moves.length} moves`,
    `${refusals.length} put off`,
    `${load.calls.length} calls`,
    `${acknowledged.length} acknowledged, ${acknowledged.length - lost.length} found`,
    `${evidence.log.length} events`,
    `the longest call ${Math.round(longestMs)} ms`,
  ]
  process.stdout.write(`Moves (seed ${randomSeed}): ${figures.join(', ')}; ${breaches.length} breaches\n`)
  expect(breaches).toEqual([])
  expect(moves).toHaveLength(MOVES)
  expect(acknowledged.length).toBeGreaterThan(MOVES)
})

async function nodeOfCompany(sql: ReturnType<typeof ownerPool>, companyId: string): Promise<string> {
  const { rows } = await sql.query<{ node: string }>(
    `SELECT nodename || ':' || nodeport AS node FROM citus_shards
    WHERE shardid = get_shard_id_for_distribution_column('log_heads', $1::uuid)`,
    [companyId],
  )
  return rows[0]?.node ?? ''
}
