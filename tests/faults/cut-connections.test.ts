import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '@ledger/launch/demo/random.ts'
import { afterEach, expect, test } from 'vitest'
import { type FaultyProxy, type Knife, openFaultyProxy } from '../environment/faulty-proxy.ts'
import { seed } from '../environment/seed.ts'
import { breachesOf } from './checker.ts'
import { gatherEvidence } from './evidence.ts'
import { type FieldLoad, startFieldLoad } from './field-load.ts'
import { type LedgerProcesses, startLedgerProcesses } from './ledger-processes.ts'

/** R5 and R6: connections break between the API and its database, and between clients and the API. */
const isFull = process.env.FAULT_RUNS === 'full'
const CUTS = isFull ? 500 : 20
const limit = { timeout: isFull ? 1_800_000 : 120_000 }

const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close()
})

/** Knives cut only while this is true. */
let isDrawn = false
const random = seededRandom(seed)

/** Works until enough connections were cut, then ends the cuts, settles the unknown calls, and reads the evidence. */
async function runUnderCuts(ledger: LedgerProcesses, load: FieldLoad, proxy: FaultyProxy, cuts: number) {
  isDrawn = true
  while (proxy.cuts() < cuts) await sleep(20)
  isDrawn = false
  await sleep(500)
  await load.stop()
  await load.settle()
  const evidence = await gatherEvidence(ledger.database.url, load)
  const unknown = load.calls.filter((call) => call.wasUnknown).length
  return { evidence, unknown, said: `${proxy.cuts()} cuts, ${load.calls.length} calls, ${unknown} unknown at first` }
}

test(
  'R5: connections to PostgreSQL that are cut at random bytes, and between a commit and its answer, cost nothing',
  limit,
  async () => {
    let proxy: FaultyProxy | undefined
    let aimed = 0
    const newKnife = (): Knife => {
      let hasCommitted = false
      return (direction, piece) => {
        if (direction === 'asked') hasCommitted = piece.includes('COMMIT')
        if (!isDrawn) return undefined
        // The server has committed, but the answer is lost.
        if (direction === 'answered' && hasCommitted && random.next() < 0.03) {
          aimed++
          return 0
        }
        return random.next() < 0.002 ? random.whole(0, piece.length) : undefined
      }
    }
    const ledger = await startLedgerProcesses({
      wayToDatabase: async (port) => {
        proxy = await openFaultyProxy(port, newKnife)
        opened.push(proxy)
        return proxy.port
      },
    })
    opened.push(ledger)
    if (!proxy) throw new Error('The API was to go through the proxy')
    const load = await startFieldLoad(ledger.origin, seed)
    const { evidence, unknown, said } = await runUnderCuts(ledger, load, proxy, CUTS)
    process.stdout.write(`R5 (seed ${seed}): ${said}, ${aimed} aimed after a commit, ${evidence.log.length} events\n`)
    expect(breachesOf(evidence)).toEqual([])
    expect(unknown).toBeGreaterThan(0)
    expect(aimed).toBeGreaterThan(0)
    const later = await Promise.all(load.people.workers.map(({ client }) => client.get('/api/site/balance')))
    expect(later.map(({ status }) => status)).toEqual(later.map(() => 200))
  },
)

test('R6: a client whose answer was cut retries with its key: one event, and the same answer', limit, async () => {
  const ledger = await startLedgerProcesses()
  opened.push(ledger)
  const newKnife = (): Knife => (direction, piece) =>
    isDrawn && direction === 'answered' && random.next() < 0.05 ? random.whole(0, piece.length) : undefined
  const proxy = await openFaultyProxy(Number(new URL(ledger.origin).port), newKnife)
  opened.push(proxy)
  const load = await startFieldLoad(`http://127.0.0.1:${proxy.port}`, seed)
  const { evidence, unknown, said } = await runUnderCuts(ledger, load, proxy, CUTS)
  process.stdout.write(`R6 (seed ${seed}): ${said}, ${evidence.log.length} events\n`)
  expect(breachesOf(evidence)).toEqual([])
  // The cuts of reads, and of answers whose last byte had passed, leave no unknown call.
  expect(unknown).toBeGreaterThan(CUTS / 4)
})
