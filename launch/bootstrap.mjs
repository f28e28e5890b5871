// The entry point of every npm script, on any Node from 20 on, before packages are installed: makes node_modules match
// package-lock.json, then runs the task with the Node 24 that is among the packages. No dependencies.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { takeLock } from './process-lock.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = join(root, 'node_modules')
const stamp = join(modules, '.site-ledger-install')

const tasks = {
  start: ['launch/start.ts'],
  demo: ['launch/demo.ts'],
  setup: ['ledger-service/setup.ts'],
  test: ['tests/run.ts'],
  check: ['tests/check.ts'],
  bench: ['tests/bench/run.ts'],
  'test:faults': ['tests/run.ts', '--faults'],
  'test:all': ['tests/run.ts', '--all'],
  ledger: ['launch/ledger-cli.ts'],
  screens: ['tests/browser/take-screenshots.ts'],
  mutants: ['tests/mutants/run.ts'],
}
/**
 * Tasks whose processes stay and so take little memory. Node stores compiled code for them
 * (launch/fill-compile-cache.ts), in another folder where the user has chosen one.
 */
const tasksThatStay = ['start', 'demo']
/** Tasks that read all settings from the environment, so that arguments would be ignored. */
const withoutArguments = ['start', 'demo', 'setup', 'check']

let child
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (child) child.kill(signal)
    else process.exit(128 + constants.signals[signal])
  })
}
endWithNpm()
await main(process.argv[2], process.argv.slice(3))

async function main(name, given) {
  if (Number(process.versions.node.split('.')[0]) < 20) fail(`Node 20 or later is needed; this is ${process.version}.`)
  const task = Object.hasOwn(tasks, name) ? tasks[name] : undefined
  if (!task) fail(`There is no task "${name}". There are: ${Object.keys(tasks).join(', ')}.`)
  if (withoutArguments.includes(name) && given.length > 0)
    fail(`npm run ${name} takes no arguments, and was given: ${given.join(' ')}. Settings are in the environment.`, 2)
  const [script, ...fixed] = task
  if (!existsSync(join(root, script))) fail(`The task "${name}" is not part of this version: ${script} is missing.`)
  await installOnce()
  const command = [node24(), join(root, script), ...fixed, ...given]
  if (tasksThatStay.includes(name)) {
    process.env.NODE_COMPILE_CACHE ||= join(modules, '.site-ledger-compiled')
    // glibc otherwise keeps memory for each thread of Node (launch/process-environment.ts).
    process.env.MALLOC_ARENA_MAX ||= '1'
    takePlace(command)
  }
  process.exit(await run(command[0], command.slice(1), ['ipc']))
}

/** Runs a command in this process, which would only wait for it. Returns on a Node that cannot do so. */
function takePlace(command) {
  if (!process.execve) return
  process.chdir(root)
  process.execve(command[0], command, process.env)
}

/**
 * Runs a command in this terminal and returns its exit code. Our own scripts get an IPC channel, which closes when this
 * process ends.
 */
function run(command, args, channel = []) {
  return new Promise((resolve) => {
    child = spawn(command, args, { cwd: root, stdio: ['inherit', 'inherit', 'inherit', ...channel] })
    child.on('error', (error) => fail(`${command} cannot be run: ${error.message}.`))
    child.on('exit', (code, signal) => {
      child = undefined
      resolve(code ?? 128 + (constants.signals[signal] ?? 0))
    })
  })
}

/**
 * Installs if package-lock.json has changed since the last time. The second of two concurrent runs waits for the first.
 */
async function installOnce() {
  const lockfile = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const wanted = createHash('sha256').update(lockfile).digest('hex')
  if (isInstalled(wanted, lockfile)) return
  const lock = await waitForLock()
  try {
    if (isInstalled(wanted, lockfile)) return
    process.stderr.write('Installing the packages that package-lock.json names (a few minutes on a slow line) …\n')
    const npm = process.env.npm_execpath
    // dev: NODE_ENV=production or a setting of the user's would omit the embedded PostgreSQL.
    const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
    const code = npm?.endsWith('.js') ? await run(process.execPath, [npm, ...args]) : await run('npm', args)
    if (code !== 0)
      fail(`The packages could not be installed (npm ci ended with ${code}); the lines above say why.`, code)
    keepStamp(wanted)
  } finally {
    lock.release()
  }
}

async function waitForLock() {
  for (let isReported = false; ; isReported = true) {
    const lock = lockOfInstall()
    if ('release' in lock) return lock
    if (!isReported) process.stderr.write(`Waiting for process ${lock.heldBy}, which is installing the packages …\n`)
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
}

function lockOfInstall() {
  try {
    return takeLock(join(root, '.site-ledger-install.lock'))
  } catch (error) {
    return fail(`The packages cannot be installed into ${root}: ${error.message}.`)
  }
}

function isInstalled(wanted, lockfile) {
  if (!node24OfPackages() && majorOf(process.versions.node) < 24) return false
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return true
  if (!matchesWhatNpmInstalled(lockfile)) return false
  keepStamp(wanted)
  return true
}

/**
 * Compares with node_modules/.package-lock.json, in which npm records what it installed: `npm ci` may have run before.
 */
function matchesWhatNpmInstalled(lockfile) {
  const file = join(modules, '.package-lock.json')
  if (!existsSync(file)) return false
  const installed = JSON.parse(readFileSync(file, 'utf8')).packages
  return Object.entries(JSON.parse(lockfile).packages).every(([path, wanted]) => {
    if (path === '') return true
    const there = installed[path]
    // Optional packages are installed only on the machines that they are made for.
    if (!there) return Boolean(wanted.optional || wanted.devOptional)
    return there.version === wanted.version && there.integrity === wanted.integrity
  })
}

/** The stamp only saves the comparison next time, so a node_modules that this user cannot write to works without it. */
function keepStamp(wanted) {
  try {
    writeFileSync(stamp, wanted)
  } catch (error) {
    if (error.code !== 'EACCES' && error.code !== 'EROFS') throw error
  }
}

function node24() {
  const packaged = node24OfPackages()
  if (packaged) return packaged
  if (majorOf(process.versions.node) >= 24) return process.execPath
  const kind = `${process.platform}-${process.arch}`
  return fail(`There is no Node 24 among the packages for ${kind}. Install Node 24 or later and run this again.`)
}

function node24OfPackages() {
  const file = join(modules, '.bin', 'node')
  return existsSync(file) ? file : undefined
}

function majorOf(version) {
  return Number(version.split('.')[0])
}

/**
 * `kill -9` of npm does not end this process, so a changed parent does. Without npm, this process may outlive the
 * shell.
 */
function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
  }, 500).unref()
}

function fail(sentence, code = 1) {
  process.stderr.write(`${sentence}\n`)
  return process.exit(code)
}
