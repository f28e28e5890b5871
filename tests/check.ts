// npm run check: types, style, the direction of imports, the files for containers, the specification's table, browser
// tests that read a page only once, dead code. Prints the output of failed checks only; exits with 0 if all pass.
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commentFaultsIn } from './check/comment-style.ts'
import { containerFaults } from './check/container-files.ts'
import { longFilesIn } from './check/file-length.ts'
import { crowdedFoldersIn } from './check/folder-size.ts'
import { importCirclesIn } from './check/import-circles.ts'
import { importBreachesIn } from './check/import-direction.ts'
import { oneShotAssertionsIn } from './check/one-shot-browser-assertions.ts'
import { specificationTableFaults } from './check/specification-table.ts'

const checkout = dirname(dirname(fileURLToPath(import.meta.url)))
const bin = join(checkout, 'node_modules', '.bin')

type Outcome = { name: string; output: string; passed: boolean; seconds: number }

process.exit(await main())

async function main(): Promise<number> {
  // Two lanes for two cores, each with its longest step first.
  const lanes = await Promise.all([
    runInOrder(
      () => tool('types', ['tsc', '--project', '.', '--noEmit', '--pretty']),
      () => tool('types of the web app', ['tsc', '--project', 'web', '--noEmit', '--pretty']),
      () => tool('types of the service worker', ['tsc', '--project', 'web/service-worker', '--noEmit', '--pretty']),
    ),
    runInOrder(
      () => tool('style (npx biome check --write mends most)', ['biome', 'check', '--colors=off', '.']),
      () => finding('direction of imports', importBreachesIn),
      () => finding('import circles', importCirclesIn),
      () => finding('size of folders', crowdedFoldersIn),
      () => finding('length of files', longFilesIn),
      () => finding('style of comments', commentFaultsIn),
      () => finding('containers', containerFaults),
      () => finding('tests of the specification', specificationTableFaults),
      () => finding('patience of browser tests', oneShotAssertionsIn),
      () => tool('dead code', ['knip', '--no-progress', '--cache']),
    ),
  ])
  const outcomes = lanes.flat()
  for (const { name, output } of outcomes.filter(({ passed }) => !passed)) {
    process.stdout.write(`\n${name}:\n${output.trim()}\n`)
  }
  const failed = outcomes.filter(({ passed }) => !passed).length
  const words = outcomes.map(
    ({ name, seconds, passed }) => `${passed ? 'ok' : 'FAILED'}  ${seconds.toFixed(1)} s  ${name}`,
  )
  process.stdout.write(`${failed > 0 ? '\n' : ''}${words.join('\n')}\n`)
  return failed > 0 ? 1 : 0
}

async function runInOrder(...steps: (() => Promise<Outcome>)[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const step of steps) outcomes.push(await step())
  return outcomes
}

/** Runs a check of ours in this process, which fails if it returns any fault. */
async function finding(name: string, faultsIn: (checkout: string) => string[]): Promise<Outcome> {
  const begun = performance.now()
  const found = faultsIn(checkout)
  const seconds = (performance.now() - begun) / 1000
  return { name, output: found.join('\n'), passed: found.length === 0, seconds }
}

function tool(name: string, [command = '', ...args]: string[]): Promise<Outcome> {
  const begun = performance.now()
  return new Promise((resolve) => {
    const child = spawn(join(bin, command), args, {
      cwd: checkout,
      // The tools are scripts that run the first `node` of the PATH, which may be an older one.
      env: { ...process.env, PATH: `${bin}:${process.env.PATH}` },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const end = (passed: boolean) => resolve({ name, output, passed, seconds: (performance.now() - begun) / 1000 })
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    child.once('error', (error) => {
      output += error.message
      end(false)
    })
    child.once('close', (code) => end(code === 0))
  })
}
