import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '@ledger/launch/demo/seeded-random.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomSeed } from '../../environment/random-seed.ts'
import { gatherFaultRunEvidence } from '../checker/gather-evidence.ts'
import { findInvariantBreaches } from '../checker/invariant-checker.ts'
import { type ProductProcesses, startProductProcesses } from '../product-processes.ts'
import { startRandomFieldLoad } from '../random-field-load.ts'

/** R13: SIGTERM under load. */
const ROUNDS = 50
const OUT_WITHIN_MS = 10_000

let ledger: ProductProcesses
beforeAll(async () => {
  ledger = await startProductProcesses()
})
afterAll(() => ledger.close())

test('R13: an API that is told to stop answers what it has accepted, and goes in time', {
  timeout: 1_800_000,
}, async () => {
  const random = seededRandom(randomSeed)
  const load = await startRandomFieldLoad(ledger.origin, randomSeed)
  const outMs: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await sleep(random.whole(400, 1200))
    const begun = performance.now()
    expect(await ledger.stopApi('SIGTERM')).toBe(0)
    outMs.push(performance.now() - begun)
    await ledger.restartApi()
  }
  await sleep(300)
  await load.stop()
  // Every accepted request gets an answer. Only later requests are unknown: their connection was refused, or the answer
  // asked them to retry.
  const cutOff = load.calls.filter((call) => call.wasUnknown && call.failure === 'ECONNRESET')
  const internal = load.calls.filter((call) => call.status === 500)
  await load.resolveUnknownCalls()
  const evidence = await gatherFaultRunEvidence(ledger.database.url, load)
  const slowest = Math.round(Math.max(...outMs))
  process.stdout.write(
    `R13 (seed ${randomSeed}): ${ROUNDS} rounds, ${load.calls.length} calls, ${evidence.log.length} events; out in ${slowest} ms at most\n`,
  )
  expect(findInvariantBreaches(evidence)).toEqual([])
  expect(internal).toEqual([])
  expect(cutOff.map(({ op, sentAt, answeredAt }) => `${op} after ${answeredAt - sentAt} ms`)).toEqual([])
  expect(slowest).toBeLessThanOrEqual(OUT_WITHIN_MS)
})
