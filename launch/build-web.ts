import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { machineEnvironmentVariables } from '@ledger/database/process/machine-environment-variables.ts'
import { checkoutFolder } from './launch-configuration.ts'
import { takeLock } from './process-lock.mjs'
import { hashOfSources } from './source-hash.ts'
import { CannotStart, explainFileError } from './start-errors.ts'

const webFolder = join(checkoutFolder, 'web')
const distFolder = join(webFolder, 'dist')
const buildStampFile = join(distFolder, '.built-from')
const workFolder = join(checkoutFolder, 'node_modules', '.site-ledger-web')
/** Everything that can change the result: the app, the contracts it shares, and the versions of all packages. */
const SOURCES = ['web/**', 'contracts/**', 'tsconfig.json', 'package-lock.json']

/**
 * Builds the web app into web/dist, unless the files there were built from the same sources. The second of two
 * concurrent calls waits and then finds the build. A running server never serves a partial build, because it is made in
 * another folder and then moved into place.
 * @returns built: the app was built now; fresh: it was up to date; absent: there are no sources
 */
export async function buildWebIfStale(
  say: (line: string) => void,
  signal?: AbortSignal,
): Promise<'built' | 'fresh' | 'absent'> {
  if (!existsSync(join(webFolder, 'index.html'))) return 'absent'
  const wanted = hashOfSources(SOURCES)
  if (isBuildFresh(wanted)) return 'fresh'
  const lock = await waitForBuildLock(signal)
  try {
    if (isBuildFresh(wanted)) return 'fresh'
    say('Building the web app …')
    const draft = join(workFolder, 'next')
    await runVite(draft, signal)
    writeFileSync(join(draft, '.built-from'), wanted)
    const old = join(workFolder, 'old')
    rmSync(old, { recursive: true, force: true })
    if (existsSync(distFolder)) renameSync(distFolder, old)
    renameSync(draft, distFolder)
    rmSync(old, { recursive: true, force: true })
    return 'built'
  } catch (error) {
    throw explainFileError(error, distFolder)
  } finally {
    lock.release()
  }
}

function isBuildFresh(wanted: string): boolean {
  return existsSync(buildStampFile) && readFileSync(buildStampFile, 'utf8') === wanted
}

async function waitForBuildLock(signal: AbortSignal | undefined) {
  try {
    mkdirSync(workFolder, { recursive: true })
    for (;;) {
      const lock = takeLock(join(workFolder, 'lock'))
      if ('release' in lock) return lock
      await wait(200, undefined, signal ? { signal } : {})
    }
  } catch (error) {
    throw explainFileError(error, workFolder)
  }
}

function runVite(to: string, signal: AbortSignal | undefined): Promise<void> {
  const vite = join(
    dirname(createRequire(join(webFolder, 'package.json')).resolve('vite/package.json')),
    'bin',
    'vite.js',
  )
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [vite, 'build', '--outDir', to, '--emptyOutDir', '--logLevel', 'warn'], {
      cwd: webFolder,
      env: { ...machineEnvironmentVariables(process.env), NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(signal && { signal }),
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) resolve()
      else reject(new CannotStart(`The web app could not be built:\n${output.trim()}`))
    })
  })
}
