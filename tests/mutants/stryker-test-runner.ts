// A test runner for Stryker: its own for vitest, asked only about changes that no test has noticed already
// (vitest-mutant-runner.ts).
import { existsSync, readFileSync } from 'node:fs'
import {
  declareFactoryPlugin,
  type Injector,
  type PluginContext,
  PluginKind,
  tokens,
} from '@stryker-mutator/api/plugin'
import { type MutantRunResult, MutantRunStatus, type TestRunner } from '@stryker-mutator/api/test-runner'
import { strykerPlugins as ofVitest, strykerValidationSchema } from '@stryker-mutator/vitest-runner'
import { NOTICED_MUTANTS_FILE, type NoticedMutant } from './vitest-mutant-runner.ts'

const [vitest] = ofVitest
if (!vitest) throw new Error('The runner for vitest declares itself')
const startVitest = vitest.factory

createTestRunner.inject = tokens('$injector')
function createTestRunner(injector: Injector<PluginContext>): TestRunner {
  const runner = injector.injectFunction(startVitest)
  const noticed = new Map<string, NoticedMutant>()
  return {
    capabilities: () => runner.capabilities(),
    init: async () => runner.init?.(),
    dispose: async () => runner.dispose?.(),
    async dryRun(options) {
      const result = await runner.dryRun(options)
      for (const one of readNoticedMutants()) noticed.set(one.mutant, one)
      return result
    },
    async mutantRun(options): Promise<MutantRunResult> {
      const one = noticed.get(options.activeMutant.id)
      if (one?.because.includes('Hit count limit reached'))
        return { status: MutantRunStatus.Timeout, reason: one.because }
      if (one)
        return { status: MutantRunStatus.Killed, killedBy: [one.test], failureMessage: one.because, nrOfTests: 1 }
      // In one process a test finds the state of earlier ones: a change that none noticed is tried alone, from the
      // start.
      return runner.mutantRun(options)
    },
  }
}

function readNoticedMutants(): NoticedMutant[] {
  if (!existsSync(NOTICED_MUTANTS_FILE)) return []
  return readFileSync(NOTICED_MUTANTS_FILE, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}

export { strykerValidationSchema }
export const strykerPlugins = [declareFactoryPlugin(PluginKind.TestRunner, 'at once', createTestRunner)]
