import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '@ledger/launch/demo/random.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seed } from '../environment/seed.ts'
import { breachesOf, type Evidence } from './checker.ts'
import { gatherEvidence } from './evidence.ts'
import { type FieldLoad, startFieldLoad } from './field-load.ts'
import { type LedgerProcesses, startLedgerProcesses } from './ledger-processes.ts'
import { PLANTED, plant } from './planted-evidence.ts'

/** R1: kill -9 of the API at random points. */
const isFull = process.env.FAULT_RUNS === 'full'
const ROUNDS = isFull ? 100 : 1
const READY_WITHIN_MS = 3000

let ledger: LedgerProcesses
let load: FieldLoad
let evidence: Evidence
beforeAll(async () => {
  ledger = await startLedgerProcesses()
})
afterAll(() => ledger.close())

test('R1: nothing acknowledged is lost or doubled when the API is killed in the middle of its work', {
  timeout: isFull ? 3_600_000 : 120_000,
}, async () => {
  const random = seededRandom(seed)
  load = await startFieldLoad(ledger.origin, seed)
  const readyMs: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await sleep(random.whole(600, 2000))
    await ledger.stopApi('SIGKILL')
    readyMs.push(await ledger.restartApi())
  }
  await sleep(500)
  await load.stop()
  await load.settle()
  evidence = await gatherEvidence(ledger.database.url, load)
  const unknown = load.calls.filter((call) => call.wasUnknown).length
  const ready95 = readyMs.sort((a, b) => a - b)[Math.floor(ROUNDS * 0.95)] ?? Number.NaN
  const figures = [
    `${ROUNDS} rounds`,
    `${load.calls.length} calls`,
    `${unknown} unknown at first`,
    `${evidence.log.length} events`,
  ]
  process.stdout.write(
    `R1 (seed ${seed}): ${figures.join(', ')}; ready again in ${Math.round(ready95)} ms (95th percentile)\n`,
  )
  expect(breachesOf(evidence)).toEqual([])
  // A run whose kills hit no call would prove nothing.
  expect(unknown).toBeGreaterThan(0)
  expect(
    new Set(load.calls.filter((call) => call.outcome === 'ok').map((call) => call.op)).size,
  ).toBeGreaterThanOrEqual(5)
  if (isFull) expect(ready95).toBeLessThanOrEqual(READY_WITHIN_MS)
})

test.each(Object.keys(PLANTED))('the checker finds, in what that run left behind: %s', (name) => {
  const { spoilt, breach } = plant(name, evidence)
  expect(breachesOf(spoilt).filter((found) => found.startsWith(`${breach}:`))).not.toEqual([])
})
