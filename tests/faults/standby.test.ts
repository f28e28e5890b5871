import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '@ledger/launch/demo/random.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@ledger/launch/embedded-postgres.ts'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../environment/folder.ts'
import { prepareServer } from '../environment/own-server.ts'
import { seed } from '../environment/seed.ts'
import { PRIMARY_SETTINGS, promote, startSynchronousStandby } from '../environment/standby.ts'
import { breachesOf } from './checker.ts'
import { gatherEvidence } from './evidence.ts'
import { startFieldLoad } from './field-load.ts'
import { startLedgerProcesses } from './ledger-processes.ts'

/** R20: the second of two servers has every commit that the first confirms; the first is killed. */
const ROUNDS = 30

test('R20: what was acknowledged is on the standby when the primary is killed, and the product goes on there', {
  timeout: 3_600_000,
}, async () => {
  const random = seededRandom(seed)
  let primary = await startEmbeddedPostgres({ directory: temporaryFolder(), settings: PRIMARY_SETTINGS })
  const running = new Set<EmbeddedPostgres>([primary])
  const drop = async () => {
    for (const each of running) await each.stop('immediate')
  }
  const database = await prepareServer(primary, drop)
  const addressOn = ({ port }: EmbeddedPostgres) => Object.assign(new URL(database.url), { port: String(port) }).href
  const ledger = await startLedgerProcesses({ database })
  try {
    const load = await startFieldLoad(ledger.origin, seed)
    for (let round = 0; round < ROUNDS; round++) {
      const standby = await startSynchronousStandby(primary)
      running.add(standby)
      await sleep(random.whole(300, 1200))
      await primary.kill()
      running.delete(primary)
      await promote(standby)
      primary = standby
      await Promise.all([ledger.stopApi('SIGTERM'), ledger.workers[0]?.stop()])
      const address = addressOn(primary)
      await Promise.all([ledger.restartApi(address), ledger.restartWorker(0, [], address)])
    }
    await load.stop()
    await load.settle()
    const evidence = await gatherEvidence(addressOn(primary), load)
    const unknown = load.calls.filter((call) => call.wasUnknown).length
    const figures = [`${ROUNDS} primaries killed`, `${load.calls.length} calls`, `${unknown} unknown at first`]
    process.stdout.write(`R20 (seed ${seed}): ${figures.join(', ')}, ${evidence.log.length} events\n`)
    expect(breachesOf(evidence)).toEqual([])
    expect(unknown).toBeGreaterThan(0)
  } finally {
    await ledger.close()
  }
})
