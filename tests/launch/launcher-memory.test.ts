import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fillCompileCache } from '@ledger/launch/fill-compile-cache.ts'
import { checkoutFolder } from '@ledger/launch/launch-configuration.ts'
import { expect, test, vi } from 'vitest'
import { temporaryFolder } from '../environment/files/temporary-folder.ts'
import { isFullRun } from '../environment/full-run.ts'

/** The processes of npm start load no code that they do not use, because loaded code stays in memory. */

/** Runs a script with a wrong setting, so that it ends when all its code is loaded, and code that runs before it. */
function loadOnly(
  script: string,
  before: string,
  env: NodeJS.ProcessEnv = {},
): { status: number | null; told: string } {
  const preload = `data:text/javascript,${encodeURIComponent(before)}`
  const { status, stdout } = spawnSync(process.execPath, ['--import', preload, join(checkoutFolder, script)], {
    env: { PATH: process.env.PATH, PORT: 'none', ...env },
    encoding: 'utf8',
  })
  return { status, told: stdout }
}

const tellModules = `import { registerHooks } from 'node:module'
  registerHooks({ load(url, context, next) { console.log(url); return next(url, context) } })`

test('the launcher loads no package', () => {
  const { status, told } = loadOnly('launch/start.ts', tellModules)
  expect(status).toBe(78)
  const modules = told.trim().split('\n')
  expect(modules.some((url) => url.endsWith('/launch/supervised-process.ts'))).toBe(true)
  expect(modules.filter((url) => url.includes('/node_modules/'))).toEqual([])
})

test('the API loads no queue before its first job, and no code of rebuilds and migrations', () => {
  const { status, told } = loadOnly('ledger-service/main.ts', tellModules)
  expect(status).toBe(78)
  expect(told).toContain('/ledger-service/jobs/job-enqueuer.ts')
  expect(told).not.toMatch(/\/(pg-boss|luxon)\/|\/projections\/rebuild\/rebuild\.ts|\/migrations\/steps\//)
})

/** In the long form alone, because the code of every process is compiled and loaded. */
if (isFullRun)
  test('with the filled cache no process loads the compiler of Node', { timeout: 60_000 }, async () => {
    const folder = temporaryFolder()
    vi.stubEnv('NODE_COMPILE_CACHE', folder)
    await fillCompileCache()
    const stamp = join(folder, '.filled-from')
    expect(readFileSync(stamp, 'utf8')).toContain(process.version)
    const tellCompiler = `process.on('exit', () => console.log(process.moduleLoadList.some((name) => /amaro/.test(name))))`
    const scripts = ['ledger-service/main.ts', 'projections/main.ts', 'ledger-service/proof/main.ts', 'launch/start.ts']
    for (const script of scripts)
      expect([script, loadOnly(script, tellCompiler, { NODE_COMPILE_CACHE: folder })]).toEqual([
        script,
        { status: 78, told: 'false\n' },
      ])
    expect(loadOnly('launch/start.ts', tellCompiler)).toEqual({ status: 78, told: 'true\n' })

    const before = statSync(stamp).mtimeMs
    await fillCompileCache()
    expect(statSync(stamp).mtimeMs).toBe(before)
    vi.unstubAllEnvs()
  })
