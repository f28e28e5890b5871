import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '@ledger/launch/demo/seeded-random.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@ledger/launch/postgres/embedded-postgres.ts'
import { expect, test } from 'vitest'
import { migrateOwnServer } from '../../environment/database/migrate-own-server.ts'
import {
  PRIMARY_SETTINGS,
  promoteStandby,
  startSynchronousStandby,
} from '../../environment/database/synchronous-standby.ts'
import { temporaryFolder } from '../../environment/files/temporary-folder.ts'
import { randomSeed } from '../../environment/random-seed.ts'
import { gatherFaultRunEvidence } from '../checker/gather-evidence.ts'
import { findInvariantBreaches } from '../checker/invariant-checker.ts'
import { startProductProcesses } from '../product-processes.ts'
import { startRandomFieldLoad } from '../random-field-load.ts'

/** R20: the second of two servers has every commit that the first confirms; the first is killed. */
const ROUNDS = 30

test('R20: what was acknowledged is on the standby when the primary is killed, and the product goes on there', {
  timeout: 3_600_000,
}, async () => {
  const random = seededRandom(randomSeed)
  let primary = await startEmbeddedPostgres({ directory: temporaryFolder(), settings: PRIMARY_SETTINGS })
  const running = new Set<EmbeddedPostgres>([primary])
  const drop = async () => {
    for (const each of running) await each.stop('immediate')
  }
  const database = await migrateOwnServer(primary, drop)
  const addressOn = ({ port }: EmbeddedPostgres) => Object.assign(new URL(database.url), { port: String(port) }).href
  const ledger = await startProductProcesses({ database })
  try {
    const load = await startRandomFieldLoad(ledger.origin, randomSeed)
    for (let round = 0; round < ROUNDS; round++) {
      const standby = await startSynchronousStandby(primary)
      running.add(standby)
      await sleep(random.whole(300, 1200))
      await primary.kill()
      running.delete(primary)
      await promoteStandby(standby)
      primary = standby
      await Promise.all([ledger.stopApi('SIGTERM'), ledger.workers[0]?.stop()])
      const address = addressOn(primary)
      await Promise.all([ledger.restartApi(address), ledger.restartWorker(0, [], address)])
    }
    await load.stop()
    await load.resolveUnknownCalls()
    const evidence = await gatherFaultRunEvidence(addressOn(primary), load)
    const unknown = load.calls.filter((call) => call.wasUnknown).length
    const figures = [`${ROUNDS} primaries killed`, `${load.calls.length} calls`, `${unknown} unknown at first`]
    process.stdout.write(`R20 (seed ${randomSeed}): ${figures.join(', ')}, ${evidence.log.length} events\n`)
    expect(findInvariantBreaches(evidence)).toEqual([])
    expect(unknown).toBeGreaterThan(0)
  } finally {
    await ledger.close()
  }
})
