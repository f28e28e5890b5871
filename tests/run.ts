// npm test: everything that the tests need, the tests, and as the last line `N passed, N failed`.
// Arguments go to vitest: `npm test -- money`, `npm test -- --project api`.
import { globSync } from 'node:fs'
import { buildWebIfStale } from '@ledger/launch/build-web.ts'
import { CannotStart } from '@ledger/launch/start-errors.ts'
import { createVitest, parseCLI, type TestModule, type Vitest } from 'vitest/node'
import { startPostgresContainer } from './environment/database/postgres-container.ts'
import { durationTable } from './environment/duration-table.ts'
import { provideChromium } from './environment/processes/chromium.ts'
import { provideOtherBrowsers } from './environment/processes/other-browsers.ts'
import { providePoppler } from './environment/processes/poppler.ts'
import { projects } from './vitest.config.ts'

const FAULT_PROJECTS = ['faults', 'cluster']
/** The longest time that a test in progress may still take after a signal, in milliseconds. */
const END_LIMIT_MS = 10_000
/** The exit code of a run that a signal ended, however many tests had passed. */
const INTERRUPTED = 130

process.exit(await main(process.argv.slice(2)))

async function main(given: string[]): Promise<number> {
  const isFaultRun = given[0] === '--faults'
  const isLongRun = isFaultRun || given[0] === '--all'
  const { filter, options } = parseCLI(['vitest', 'run', ...(isLongRun ? given.slice(1) : given)])
  // The full fault runs take many hours, so `npm run test:all` leaves them in their short form.
  if (isLongRun)
    process.env.LONG_PROJECTS = projects.filter((name) => FAULT_PROJECTS.includes(name) === isFaultRun).join()
  if (isFaultRun) {
    options.project = process.env.TEST_CLUSTER ? FAULT_PROJECTS : ['faults']
  }
  process.env.TEST_SEED ??= String(Math.floor(Math.random() * 2 ** 31))
  const chosen = [options.project ?? []].flat()
  const includes = (name: string) => chosen.length === 0 || chosen.includes(name)
  if ((includes('browser') || includes('faults')) && !hasChromium()) return 1
  if (isLongRun && includes('browser')) provideOtherBrowsers(say)
  if (includes('unit')) providePoppler(say)
  // The API serves the web app, deep links and all.
  if ((includes('browser') || includes('api') || includes('launch')) && !(await hasWebApp())) return 1
  const stray = chosen.length > 0 ? undefined : strayTestFile()
  if (stray) {
    say(`${stray} belongs to no project of tests/vitest.config.ts, so nothing would run it.`)
    return 1
  }
  let vitest: Vitest | undefined
  const isInContainer = process.env.TEST_POSTGRES === 'container' && !process.env.TEST_DATABASE_URL
  const container = isInContainer ? startPostgresContainer() : undefined
  const signals = endOnSignal(async () => {
    await Promise.all([container?.stop(), vitest?.cancelCurrentRun('keyboard-input')])
    await vitest?.close()
  })
  try {
    if (container) process.env.TEST_DATABASE_URL = await container.url
    // In a terminal Vitest's reporter listens once it has begun.
    const reporters = [...[options.reporters ?? 'default'].flat(), { onInit: signals.take }]
    vitest = await createVitest({ ...options, reporters, config: 'tests/vitest.config.ts', watch: false, run: true })
    signals.take()
    await vitest.start(filter)
  } catch (error) {
    // The report says that no test ran.
    if (!(error instanceof Error && 'code' in error && error.code === 'VITEST_FILES_NOT_FOUND')) throw error
  } finally {
    // Ends the workers and the PostgreSQL of the run.
    await vitest?.close()
    await container?.stop()
  }
  if (signals.wasGiven()) return INTERRUPTED
  return vitest ? report(vitest) : 1
}

function strayTestFile(): string | undefined {
  const files = globSync('**/*.test.{ts,tsx}', {
    cwd: import.meta.dirname,
    exclude: ['node_modules', 'node_modules/**'],
  })
  return files.find((file) => !projects.includes(file.split('/')[0] ?? ''))
}

function hasChromium(): boolean {
  const path = provideChromium(say)
  if (path) process.env.CHROMIUM_PATH = path
  else say('There is no Chromium for the browser tests: install it, or set CHROMIUM_PATH.')
  return path !== undefined
}

async function hasWebApp(): Promise<boolean> {
  try {
    await buildWebIfStale(say)
    return true
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error
    say(error.message)
    return false
  }
}

/** Prints the closing lines. @returns the exit code: 0 only if tests ran and nothing failed, not even outside a test */
function report(vitest: Vitest): number {
  const modules = vitest.state.getTestModules()
  const all = modules.flatMap((module) => [...module.children.allTests()])
  const tests = all.map((test) => test.result().state)
  const count = (state: string) => tests.filter((other) => other === state).length
  const unfinished = count('pending')
  const failed =
    count('failed') + unfinished + modules.filter(brokeOutsideTests).length + vitest.state.getUnhandledErrors().length
  const passed = count('passed')
  const skipped = count('skipped')
  const durations = modules.map((module) => ({
    ...{ project: module.project.name, path: module.relativeModuleId, milliseconds: module.diagnostic().duration },
    tests: [...module.children.allTests()].length,
  }))
  for (const line of durationTable(durations)) say(line)
  say(`Seed: ${process.env.TEST_SEED} (TEST_SEED=${process.env.TEST_SEED} npm test runs the same again)`)
  for (const test of all.filter((other) => other.diagnostic()?.flaky)) {
    const [{ message = '', stacks: [place] = [] } = {}] = test.result().errors ?? []
    say(`Passed at the second try, to be mended: ${test.module.relativeModuleId} > ${test.fullName}`)
    say(`  ${message.slice(0, 500)} (line ${place?.line ?? '?'})`)
  }
  if (passed + failed === 0) say('No test ran.')
  say(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  return passed > 0 && failed === 0 && !process.exitCode ? 0 : 1
}

/** A file that cannot be loaded, or whose beforeAll failed, holds no failed test. */
function brokeOutsideTests(module: TestModule): boolean {
  const suites = [...module.children.allSuites()]
  return module.errors().length > 0 || suites.some((suite) => suite.errors().length > 0)
}

/**
 * Ends the run at the first signal. A terminal sends Ctrl+C to this process and to the one that started it, which
 * passes it on, so the second one changes nothing.
 * @returns `take` takes away what others do at a signal: Vitest and Vite end the process before `stop` has ended
 */
function endOnSignal(stop: () => Promise<void>): { take: () => void; wasGiven: () => boolean } {
  let isEnding = false
  const end = () => {
    if (isEnding) return
    isEnding = true
    setTimeout(() => process.exit(INTERRUPTED), END_LIMIT_MS).unref()
    void stop()
      .catch((error: Error) => say(`The run could not be ended as it should: ${error.message}`))
      .finally(() => process.exit(INTERRUPTED))
  }
  const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const name of names) process.on(name, end)
  if (process.connected) process.once('disconnect', end)
  const take = () => {
    for (const name of names) process.removeAllListeners(name).on(name, end)
  }
  return { take, wasGiven: () => isEnding }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
