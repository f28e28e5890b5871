import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, expect, test } from 'vitest'
import { temporaryFolder } from '../environment/files/temporary-folder.ts'
import { isFullRun } from '../environment/full-run.ts'
import { waitUntilProcessGone } from './run-launcher.ts'

const launchFolder = fileURLToPath(new URL('../../launch', import.meta.url))
const folder = temporaryFolder()

/** A checkout with one package to install, a workspace of its own, and a task `start` that a test writes. */
let checkout: string

beforeEach(() => {
  checkout = mkdtempSync(join(folder, 'checkout-'))
  mkdirSync(join(checkout, 'launch'))
  for (const file of ['bootstrap.mjs', 'process-lock.mjs'])
    cpSync(join(launchFolder, file), join(checkout, 'launch', file))
  mkdirSync(join(checkout, 'part'))
  writeFileSync(join(checkout, 'part', 'package.json'), JSON.stringify({ name: 'part', version: '1.0.0' }))
  const about = { name: 'tiny', version: '1.0.0', workspaces: ['part'] }
  writeFileSync(join(checkout, 'package.json'), JSON.stringify(about))
  const packages = { '': about, part: { version: '1.0.0' }, 'node_modules/part': { resolved: 'part', link: true } }
  lockfile({ ...about, lockfileVersion: 3, requires: true, packages })
  task('process.exit(0)')
})

function lockfile(content: unknown): void {
  writeFileSync(join(checkout, 'package-lock.json'), JSON.stringify(content))
}

function task(source: string, name = 'start'): void {
  writeFileSync(join(checkout, 'launch', `${name}.ts`), source)
}

type Run = { child: ChildProcess; ended: Promise<number | null>; output(): string }

function run(...args: string[]): Run {
  const env = { ...process.env, npm_lifecycle_event: '' }
  const child = spawn(process.execPath, [join(checkout, 'launch', 'bootstrap.mjs'), ...args], { env })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { child, ended, output: () => output }
}

async function said(started: Run, word: RegExp): Promise<string> {
  await expect.poll(started.output, { timeout: 20_000, interval: 50 }).toMatch(word)
  return word.exec(started.output())?.[1] ?? ''
}

if (isFullRun)
  test('it installs once, and again when node_modules is gone or the lockfile asks for something else', async () => {
    const installs = async () => {
      const started = run('start')
      expect(await started.ended).toBe(0)
      return started.output().includes('Installing')
    }
    expect(await installs()).toBe(true)
    expect(await installs()).toBe(false)
    rmSync(join(checkout, 'node_modules'), { recursive: true })
    expect(await installs()).toBe(true)
    const lock = JSON.parse(readFileSync(join(checkout, 'package-lock.json'), 'utf8'))
    // The installed packages still fit: the new one is for other systems only, and npm would leave it out.
    lock.packages['node_modules/elsewhere'] = { version: '1.0.0', optional: true, os: ['no-such-system'] }
    lockfile(lock)
    expect(await installs()).toBe(false)
    lock.packages.part.version = '1.0.1'
    lockfile(lock)
    writeFileSync(join(checkout, 'part', 'package.json'), JSON.stringify({ name: 'part', version: '1.0.1' }))
    expect(await installs()).toBe(true)
  })

test('of two at once, one installs and the other waits for it', async () => {
  const both = [run('start'), run('start')]
  expect(await Promise.all(both.map(({ ended }) => ended))).toEqual([0, 0])
  expect(both.filter((one) => one.output().includes('Installing'))).toHaveLength(1)
  expect(existsSync(join(checkout, '.site-ledger-install.lock'))).toBe(false)
})

test('arguments and the exit code pass through', async () => {
  task(`console.log(JSON.stringify(process.argv.slice(2))); process.exit(7)`, 'ledger-cli')
  const started = run('ledger', '--json', 'a b')
  expect(await started.ended).toBe(7)
  expect(started.output()).toContain('["--json","a b"]')
})

test.each(['start', 'demo', 'setup', 'check'])('npm run %s refuses what it would pass over', async (name) => {
  const started = run(name, '--port=1')
  expect(await started.ended).toBe(2)
  expect(started.output()).toBe(
    `npm run ${name} takes no arguments, and was given: --port=1. Settings are in the environment.\n`,
  )
})

test('a task that stays takes the place of its starter', async () => {
  task(`console.log('up ' + process.pid + ' ' + process.env.MALLOC_ARENA_MAX); process.exit(7)`)
  const started = run('start')
  expect(await started.ended).toBe(7)
  expect(started.output()).toContain(`up ${started.child.pid} 1\n`)
})

test.each([
  ['start', 'start'],
  ['ledger', 'ledger-cli'],
])('a signal passes through to %s, and the task decides how it ends', async (name, script) => {
  task(
    `process.on('SIGTERM', () => setTimeout(() => process.exit(3), 200)); setInterval(() => {}, 1000); console.log('up 1')`,
    script,
  )
  const started = run(name)
  await said(started, /up (\d+)/)
  started.child.kill('SIGTERM')
  expect(await started.ended).toBe(3)
})

test('a task notices when it is killed', async () => {
  task(
    `process.on('disconnect', () => process.exit(0)); setInterval(() => {}, 1000); console.log('up ' + process.pid)`,
    'ledger-cli',
  )
  const started = run('ledger')
  const pid = Number(await said(started, /up (\d+)/))
  started.child.kill('SIGKILL')
  await waitUntilProcessGone(pid)
})

test('an unknown task gets one sentence', async () => {
  const started = run('fly')
  expect(await started.ended).toBe(1)
  expect(started.output()).toMatch(/^There is no task "fly"\. There are: start, .*\n$/)
})
