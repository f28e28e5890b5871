import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '@ledger/launch/demo/seeded-random.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFullRun } from '../../environment/full-run.ts'
import { randomSeed } from '../../environment/random-seed.ts'
import { CORRUPTIONS, corruptEvidence } from '../checker/corrupted-evidence.ts'
import { gatherFaultRunEvidence } from '../checker/gather-evidence.ts'
import { type FaultRunEvidence, findInvariantBreaches } from '../checker/invariant-checker.ts'
import { type ProductProcesses, startProductProcesses } from '../product-processes.ts'
import { type RandomFieldLoad, startRandomFieldLoad } from '../random-field-load.ts'

/** R1: kill -9 of the API at random points. */
const ROUNDS = isFullRun ? 100 : 1
const READY_WITHIN_MS = 3000

let ledger: ProductProcesses
let load: RandomFieldLoad
let evidence: FaultRunEvidence
beforeAll(async () => {
  ledger = await startProductProcesses()
})
afterAll(() => ledger.close())

test('R1: nothing acknowledged is lost or doubled when the API is killed in the middle of its work', {
  timeout: isFullRun ? 3_600_000 : 120_000,
}, async () => {
  const random = seededRandom(randomSeed)
  load = await startRandomFieldLoad(ledger.origin, randomSeed)
  const readyMs: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await sleep(random.whole(600, 2000))
    await ledger.stopApi('SIGKILL')
    readyMs.push(await ledger.restartApi())
  }
  await sleep(500)
  await load.stop()
  await load.resolveUnknownCalls()
  evidence = await gatherFaultRunEvidence(ledger.database.url, load)
  const unknown = load.calls.filter((call) => call.wasUnknown).length
  const ready95 = readyMs.sort((a, b) => a - b)[Math.floor(ROUNDS * 0.95)] ?? Number.NaN
  const figures = [
    `${ROUNDS} rounds`,
    `${load.calls.length} calls`,
    `${unknown} unknown at first`,
    `${evidence.log.length} events`,
  ]
  process.stdout.write(
    `R1 (seed ${randomSeed}): ${figures.join(', ')}; ready again in ${Math.round(ready95)} ms (95th percentile)\n`,
  )
  expect(findInvariantBreaches(evidence)).toEqual([])
  // A run whose kills hit no call would prove nothing.
  expect(unknown).toBeGreaterThan(0)
  expect(
    new Set(load.calls.filter((call) => call.outcome === 'ok').map((call) => call.op)).size,
  ).toBeGreaterThanOrEqual(5)
  if (isFullRun) expect(ready95).toBeLessThanOrEqual(READY_WITHIN_MS)
})

test.each(Object.keys(CORRUPTIONS))('the checker finds, in what that run left behind: %s', (name) => {
  const { spoilt, breach } = corruptEvidence(name, evidence)
  expect(findInvariantBreaches(spoilt).filter((found) => found.startsWith(`${breach}:`))).not.toEqual([])
})
