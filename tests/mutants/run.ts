// npm run mutants: changes the pure parts of the product, one small thing at a time, and prints which changes no test
// notices. Names of parts (mutated-files-and-tests.ts) after `--`, else all of them in turn; `--files a.ts,b.ts` takes
// some files of a part alone.
import { relative } from 'node:path'
import { parseArgs } from 'node:util'
import type { MutantResult } from '@stryker-mutator/api/core'
import { Stryker } from '@stryker-mutator/core'
import { MUTATED_PARTS, type MutatedPart } from './mutated-files-and-tests.ts'

const NOTICED_STATUSES = ['Killed', 'Timeout']
const MISSED_STATUSES = ['Survived', 'NoCoverage']

/** Property tests draw the same values at each run: chance must not decide whether a change is noticed. */
process.env.TEST_SEED = '1'

const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: { files: { type: 'string' } },
})
const unknown = positionals.find((name) => !Object.hasOwn(MUTATED_PARTS, name))
if (unknown !== undefined) {
  process.stderr.write(`There is no part "${unknown}". There are: ${Object.keys(MUTATED_PARTS).join(', ')}.\n`)
  process.exit(1)
}
const chosen = Object.entries(MUTATED_PARTS).filter(([name]) => positionals.length === 0 || positionals.includes(name))
for (const [name, part] of chosen)
  report(name, await mutatePart({ ...part, files: given.files?.split(',') ?? part.files }))

function mutatePart({ files, tests }: MutatedPart): Promise<MutantResult[]> {
  return new Stryker({
    mutate: files,
    testFiles: tests,
    testRunner: 'at once',
    // Processes and not threads: a test sets its time zone.
    vitest: { configFile: 'tests/mutants/vitest.config.ts', pool: 'forks' },
    plugins: [import.meta.resolve('./stryker-test-runner.ts'), import.meta.resolve('./code-not-mutated.ts')],
    ignorers: ['not ours to mutate'],
    coverageAnalysis: 'perTest',
    concurrency: 1,
    // A busy machine is slow, not in an endless loop.
    timeoutMS: 20_000,
    dryRunTimeoutMinutes: 60,
    // A run does not load the modules again, so what is in force only while they load would never be noticed.
    ignoreStatic: true,
    // Neither the product's pure parts nor their tests read these.
    ignorePatterns: ['data', 'dist', 'docs', 'web/public', 'tests/faults'],
    // Stryker would rewrite it with a TypeScript that has an API; nothing here reads it.
    tsconfigFile: 'none',
    disableTypeChecks: false,
    reporters: ['progress-append-only'],
    allowConsoleColors: false,
  }).runMutationTest()
}

/** Prints each change that no test noticed, then a line for each file and for the part. */
function report(name: string, results: MutantResult[]): void {
  const files = Map.groupBy(results, ({ fileName }) => relative(process.cwd(), fileName))
  for (const [file, mutants] of files) {
    for (const { status, location, mutatorName, replacement } of mutants) {
      if (!MISSED_STATUSES.includes(status)) continue
      const { line, column } = location.start
      const what = replacement.replaceAll(/\s+/g, ' ').slice(0, 120)
      say(`${file}:${line}:${column} ${status === 'NoCoverage' ? 'not run' : 'survived'} ${mutatorName}: ${what}`)
    }
  }
  say('', '| | noticed | of | % |', '|---|---|---|---|')
  for (const [file, mutants] of files) say(scoreOf(file, mutants))
  say(scoreOf(name, results), '')
}

function scoreOf(what: string, mutants: MutantResult[]): string {
  const count = (states: string[]) => mutants.filter(({ status }) => states.includes(status)).length
  const [noticed, missed] = [count(NOTICED_STATUSES), count(MISSED_STATUSES)]
  return `| ${what} | ${noticed} | ${noticed + missed} | ${((100 * noticed) / (noticed + missed)).toFixed(1)} |`
}

function say(...lines: string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`)
}
