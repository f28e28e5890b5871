// The way in for every npm script, on any Node from 20 on, before anything is installed: makes sure that node_modules is
// what package-lock.json says, then runs the task with the Node 24 that is among the packages. No dependencies.
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
  ledger: ['launch/ledger-cli.ts'],
  screens: ['tests/browser/take-screenshots.ts'],
  mutants: ['tests/mutants/run.ts'],
}
/** They are told everything by the environment: what stands behind them would be passed over. */
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
  process.exit(await run(node24(), [join(root, script), ...fixed, ...given], ['ipc']))
}

/** Runs a command in the terminal of this one and gives its exit code. Our own get a channel, to notice when we are gone. */
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

/** Installs when package-lock.json has changed since the last time. Of two at once, the second waits for the first. */
async function installOnce() {
  const lockfile = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const wanted = createHash('sha256').update(lockfile).digest('hex')
  if (isInstalled(wanted, lockfile)) return
  const lock = await waitForLock()
  try {
    if (isInstalled(wanted, lockfile)) return
    process.stderr.write('Installing the packages that package-lock.json names (a few minutes on a slow line) …\n')
    const npm = process.env.npm_execpath
    // dev: NODE_ENV=production or a setting of the user's would leave out the embedded PostgreSQL.
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
  for (let told = false; ; told = true) {
    const lock = lockOfInstall()
    if ('release' in lock) return lock
    if (!told) process.stderr.write(`Waiting for process ${lock.heldBy}, which is installing the packages …\n`)
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

/** npm writes what it has installed into node_modules/.package-lock.json: somebody may have run `npm ci` already. */
function matchesWhatNpmInstalled(lockfile) {
  const file = join(modules, '.package-lock.json')
  if (!existsSync(file)) return false
  const installed = JSON.parse(readFileSync(file, 'utf8')).packages
  return Object.entries(JSON.parse(lockfile).packages).every(([path, wanted]) => {
    if (path === '') return true
    const there = installed[path]
    // Optional packages are there only on the machines they are made for.
    if (!there) return Boolean(wanted.optional || wanted.devOptional)
    return there.version === wanted.version && there.integrity === wanted.integrity
  })
}

/** The stamp only saves the comparison next time, so a node_modules of somebody else's may go without it. */
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

/** `kill -9` of npm leaves this process behind: a changed parent says so. Started without npm, we may outlive the shell. */
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
