import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '@ledger/launch/demo/seeded-random.ts'
import { afterEach, expect, test } from 'vitest'
import { isFullRun } from '../../environment/full-run.ts'
import {
  type ByteCuttingProxy,
  type CutRule,
  openByteCuttingProxy,
} from '../../environment/network/byte-cutting-proxy.ts'
import { randomSeed } from '../../environment/random-seed.ts'
import { gatherFaultRunEvidence } from '../checker/gather-evidence.ts'
import { findInvariantBreaches } from '../checker/invariant-checker.ts'
import { type ProductProcesses, startProductProcesses } from '../product-processes.ts'
import { type RandomFieldLoad, startRandomFieldLoad } from '../random-field-load.ts'

/** R5 and R6: connections break between the API and its database, and between clients and the API. */
const CUTS = isFullRun ? 500 : 6
/** The short form cuts more of the pieces, so that it takes seconds. */
const SHARPNESS = isFullRun ? 1 : 3
const limit = { timeout: isFullRun ? 1_800_000 : 120_000 }

const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close()
})

/** Knives cut only while this is true. */
let isDrawn = false
const random = seededRandom(randomSeed)

/** Works until enough connections were cut, then ends the cuts, settles the unknown calls, and reads the evidence. */
async function runUnderCuts(ledger: ProductProcesses, load: RandomFieldLoad, proxy: ByteCuttingProxy, cuts: number) {
  isDrawn = true
  while (proxy.cutCount() < cuts) await sleep(20)
  isDrawn = false
  await sleep(500)
  await load.stop()
  await load.resolveUnknownCalls()
  const evidence = await gatherFaultRunEvidence(ledger.database.url, load)
  const unknown = load.calls.filter((call) => call.wasUnknown).length
  return {
    evidence,
    unknown,
    said: `${proxy.cutCount()} cuts, ${load.calls.length} calls, ${unknown} unknown at first`,
  }
}

test(
  'R5: connections to PostgreSQL that are cut at random bytes, and between a commit and its answer, cost nothing',
  limit,
  async () => {
    let proxy: ByteCuttingProxy | undefined
    let aimed = 0
    const newKnife = (): CutRule => {
      let hasCommitted = false
      return (direction, piece) => {
        if (direction === 'asked') hasCommitted = piece.includes('COMMIT')
        if (!isDrawn) return undefined
        // The server has committed, but the answer is lost.
        if (direction === 'answered' && hasCommitted && random.next() < 0.03 * SHARPNESS) {
          aimed++
          return 0
        }
        return random.next() < 0.002 * SHARPNESS ? random.whole(0, piece.length) : undefined
      }
    }
    const ledger = await startProductProcesses({
      wayToDatabase: async (port) => {
        proxy = await openByteCuttingProxy(port, newKnife)
        opened.push(proxy)
        return proxy.port
      },
    })
    opened.push(ledger)
    if (!proxy) throw new Error('The API was to go through the proxy')
    const load = await startRandomFieldLoad(ledger.origin, randomSeed)
    const { evidence, unknown, said } = await runUnderCuts(ledger, load, proxy, CUTS)
    process.stdout.write(
      `R5 (seed ${randomSeed}): ${said}, ${aimed} aimed after a commit, ${evidence.log.length} events\n`,
    )
    expect(findInvariantBreaches(evidence)).toEqual([])
    expect(unknown).toBeGreaterThan(0)
    expect(aimed).toBeGreaterThan(0)
    const later = await Promise.all(load.people.workers.map(({ client }) => client.get('/api/site/balance')))
    expect(later.map(({ status }) => status)).toEqual(later.map(() => 200))
  },
)

if (isFullRun)
  test('R6: a client whose answer was cut retries with its key: one event, and the same answer', limit, async () => {
    const ledger = await startProductProcesses()
    opened.push(ledger)
    const newKnife = (): CutRule => (direction, piece) =>
      isDrawn && direction === 'answered' && random.next() < 0.05 ? random.whole(0, piece.length) : undefined
    const proxy = await openByteCuttingProxy(Number(new URL(ledger.origin).port), newKnife)
    opened.push(proxy)
    const load = await startRandomFieldLoad(`http://127.0.0.1:${proxy.port}`, randomSeed)
    const { evidence, unknown, said } = await runUnderCuts(ledger, load, proxy, CUTS)
    process.stdout.write(`R6 (seed ${randomSeed}): ${said}, ${evidence.log.length} events\n`)
    expect(findInvariantBreaches(evidence)).toEqual([])
    // The cuts of reads, and of answers whose last byte had passed, leave no unknown call.
    expect(unknown).toBeGreaterThan(CUTS / 4)
  })
