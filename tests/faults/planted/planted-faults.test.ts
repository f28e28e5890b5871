import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { isFullRun, isLongRun } from '../../environment/full-run.ts'
import { randomSeed } from '../../environment/random-seed.ts'
import { gatherFaultRunEvidence } from '../checker/gather-evidence.ts'
import { findInvariantBreaches } from '../checker/invariant-checker.ts'
import { startProductProcesses } from '../product-processes.ts'
import { startRandomFieldLoad } from '../random-field-load.ts'
import { PLANTED_FAULTS } from './planted-faults.ts'
import { nodeOptionsWithPatches } from './source-patches.ts'

/** Tests the checker: defects that a ledger must not have are planted into the product as it is loaded. */
const names = Object.keys(PLANTED_FAULTS)
/** `npm run test:all` runs one, another with each seed. */
const chosen = isFullRun ? names : [names[randomSeed % names.length] ?? '']

test('there are twenty of them and more', () => expect(names.length).toBeGreaterThanOrEqual(20))

test.each(names)('the text that it changes stands where it is changed: %s', (name) => {
  expect(() => nodeOptionsWithPatches(PLANTED_FAULTS[name]?.plants ?? [])).not.toThrow()
})

if (isLongRun)
  test.each(chosen)('the checker finds, in the product: %s', { timeout: 120_000 }, async (name) => {
    const { plants, breach, dies, workers } = PLANTED_FAULTS[name] ?? expect.unreachable(name)
    const ledger = await startProductProcesses({ planted: plants, ...(workers ? { workers } : {}) })
    try {
      const load = await startRandomFieldLoad(ledger.origin, randomSeed)
      if (dies === 'api') {
        await ledger.api().ended
        await ledger.restartApi()
      } else if (dies === 'worker') {
        await ledger.workers[0]?.ended
        await ledger.restartWorker(0)
      }
      // The fault shows around the fortieth batch.
      for (const begun = performance.now(); load.calls.length < 400 && performance.now() - begun < 30_000; )
        await sleep(50)
      await load.stop()
      await load.resolveUnknownCalls()
      const found = findInvariantBreaches(await gatherFaultRunEvidence(ledger.database.url, load))
      expect(found.filter((each) => each.startsWith(`${breach}:`))).not.toEqual([])
    } finally {
      await ledger.close()
    }
  })
