import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '@ledger/launch/demo/random.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seed } from '../environment/seed.ts'
import { breachesOf } from './checker.ts'
import { gatherEvidence } from './evidence.ts'
import { startFieldLoad } from './field-load.ts'
import { type LedgerProcesses, startLedgerProcesses } from './ledger-processes.ts'

/** R13: SIGTERM under load. */
const isFull = process.env.FAULT_RUNS === 'full'
const ROUNDS = isFull ? 50 : 2
const OUT_WITHIN_MS = 10_000

let ledger: LedgerProcesses
beforeAll(async () => {
  ledger = await startLedgerProcesses()
})
afterAll(() => ledger.close())

test('R13: an API that is told to stop answers what it has accepted, and goes in time', {
  timeout: isFull ? 1_800_000 : 120_000,
}, async () => {
  const random = seededRandom(seed)
  const load = await startFieldLoad(ledger.origin, seed)
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
  // Every accepted request gets an answer. Only later requests are unknown: their connection was refused, or they were
  // told to retry.
  const cutOff = load.calls.filter((call) => call.wasUnknown && call.failure === 'ECONNRESET')
  const internal = load.calls.filter((call) => call.status === 500)
  await load.settle()
  const evidence = await gatherEvidence(ledger.database.url, load)
  const slowest = Math.round(Math.max(...outMs))
  process.stdout.write(
    `R13 (seed ${seed}): ${ROUNDS} rounds, ${load.calls.length} calls, ${evidence.log.length} events; out in ${slowest} ms at most\n`,
  )
  expect(breachesOf(evidence)).toEqual([])
  expect(internal).toEqual([])
  expect(cutOff.map(({ op, sentAt, answeredAt }) => `${op} after ${answeredAt - sentAt} ms`)).toEqual([])
  expect(slowest).toBeLessThanOrEqual(OUT_WITHIN_MS)
})
