import { appendFileSync } from 'node:fs'
import { type RunnerTestCase, TestRunner } from 'vitest'

/**
 * The state that Stryker's instrumented code and its setup file share: which change is in force, and which changes a
 * test comes across.
 */
interface Instrumented {
  activeMutant?: string | undefined
  currentTestId?: string | undefined
  hitCount?: number | undefined
  hitLimit?: number | undefined
  mutantCoverage?: { perTest: Record<string, Record<string, number>> }
}

declare global {
  var __stryker__: Instrumented | undefined
}

/** One line of the file of changes that a test noticed. */
export interface NoticedMutant {
  mutant: string
  test: string
  because: string
}
export const NOTICED_MUTANTS_FILE = 'noticed.ndjson'

/** While a change is in force the code takes other paths: the changes that it comes across then count for no test. */
const WHILE_MUTATED_TEST_ID = 'under a change'
/** A loop that runs this many times as often as without a change counts as endless. */
const MAX_HIT_FACTOR = 10

/**
 * Runs each test as it is, and then again with each change that it came across and that no test has noticed yet. A
 * worker for each change, as in Stryker's runner, costs a hundred times as much.
 */
export default class AllMutantsPerTestRunner extends TestRunner {
  readonly #noticed = new Set<string>()

  async runTask(test: RunnerTestCase): Promise<void> {
    const run = TestRunner.getTestFn(test)
    await run()
    const shared = globalThis.__stryker__
    const id = shared?.currentTestId
    if (this.injectValue('mode') !== 'dry-run' || !shared || id === undefined) return
    const hits = Object.entries(shared.mutantCoverage?.perTest[id] ?? {})
    shared.currentTestId = WHILE_MUTATED_TEST_ID
    for (const [mutant, count] of hits) {
      if (this.#noticed.has(mutant)) continue
      Object.assign(shared, { activeMutant: mutant, hitCount: 0, hitLimit: MAX_HIT_FACTOR * count })
      try {
        await run()
      } catch (error) {
        this.#noticed.add(mutant)
        const noticed: NoticedMutant = { mutant, test: id, because: String(error) }
        appendFileSync(NOTICED_MUTANTS_FILE, `${JSON.stringify(noticed)}\n`)
      }
    }
    Object.assign(shared, { activeMutant: undefined, hitCount: undefined, hitLimit: undefined, currentTestId: id })
    delete shared.mutantCoverage?.perTest[WHILE_MUTATED_TEST_ID]
  }
}
