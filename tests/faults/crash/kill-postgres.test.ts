import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '@ledger/launch/demo/seeded-random.ts'
import { startEmbeddedPostgres } from '@ledger/launch/postgres/embedded-postgres.ts'
import { expect, test } from 'vitest'
import { migrateOwnServer } from '../../environment/database/migrate-own-server.ts'
import { temporaryFolder } from '../../environment/files/temporary-folder.ts'
import { isFullRun } from '../../environment/full-run.ts'
import { randomSeed } from '../../environment/random-seed.ts'
import { sampleExpenseBody } from '../../environment/service/people-and-money.ts'
import { gatherFaultRunEvidence } from '../checker/gather-evidence.ts'
import { findInvariantBreaches } from '../checker/invariant-checker.ts'
import { startProductProcesses } from '../product-processes.ts'
import { type RandomFieldLoad, startRandomFieldLoad } from '../random-field-load.ts'

/** R3: kill -9 of PostgreSQL, and of all processes at the same time. */
const ROUNDS = isFullRun ? 60 : 1
const WRITES_WITHIN_MS = 6000

test('R3: nothing acknowledged is lost when PostgreSQL is killed, alone or with everything', {
  timeout: isFullRun ? 3_600_000 : 120_000,
}, async () => {
  const random = seededRandom(randomSeed)
  const directory = temporaryFolder()
  const start = () => startEmbeddedPostgres({ directory })
  let postgres = await start()
  const drop = () => postgres.stop('immediate')
  const ledger = await startProductProcesses({ database: await migrateOwnServer(postgres, drop) })
  try {
    const load = await startRandomFieldLoad(ledger.origin, randomSeed)
    const writesMs: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      await sleep(random.whole(300, 1200))
      const everything = (randomSeed + round) % 2 === 1
      if (everything)
        await Promise.all([ledger.stopApi('SIGKILL'), ledger.workers[0]?.stop('SIGKILL'), postgres.kill()])
      else await postgres.kill()
      const begun = performance.now()
      postgres = await start()
      if (everything) await Promise.all([ledger.restartApi(), ledger.restartWorker(0)])
      await untilWritten(load)
      writesMs.push(performance.now() - begun)
    }
    await ledger.ready()
    await load.stop()
    await load.resolveUnknownCalls()
    const evidence = await gatherFaultRunEvidence(ledger.database.url, load)
    const unknown = load.calls.filter((call) => call.wasUnknown).length
    const slowest = Math.round(Math.max(...writesMs))
    const figures = [`${ROUNDS} kills`, `${load.calls.length} calls`, `${unknown} unknown at first`]
    process.stdout.write(
      `R3 (seed ${randomSeed}): ${figures.join(', ')}, ${evidence.log.length} events; writes again in ${slowest} ms at most\n`,
    )
    expect(findInvariantBreaches(evidence)).toEqual([])
    expect(unknown).toBeGreaterThan(0)
    if (isFullRun) expect(slowest).toBeLessThanOrEqual(WRITES_WITHIN_MS)
  } finally {
    await ledger.close()
  }
})

/** Waits until an expense is accepted; each try is a new expense outside the load. */
async function untilWritten({ people: { workers } }: RandomFieldLoad): Promise<void> {
  const [{ client }] = workers as [RandomFieldLoad['people']['workers'][number]]
  for (const until = Date.now() + 30_000; Date.now() < until; await sleep(20)) {
    const reply = await client.post('/api/site/transactions', sampleExpenseBody).catch(() => undefined)
    if (reply?.status === 201) return
  }
  expect.unreachable('No expense was taken within 30 s')
}
