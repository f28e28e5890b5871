// npm start: the database, the API with the web app, the projection worker and the signer, on one address.
import { existsSync, mkdirSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { EXIT } from '@ledger/contracts/exit-codes.ts'
import { readConfiguration as readServiceConfiguration } from '@ledger/ledger-service/configuration.ts'
import { makeFirstAdmin } from '@ledger/ledger-service/first-start.ts'
import { type Addresses, prepareDatabase } from './app-address.ts'
import { buildWebIfStale } from './build-web.ts'
import { CannotStart, diskFull, explainFileError } from './cannot-start.ts'
import { type LaunchConfiguration, readConfiguration } from './configuration.ts'
import { environmentOf, forgetStart } from './environment.ts'
import { keepPostgres } from './kept-postgres.ts'
import { checkOutsidePostgres } from './outside-postgres.ts'
import { refuseBusyPort } from './ports.ts'
import { type HeldLock, takeLock } from './process-lock.mjs'
import { startProcess } from './processes.ts'
import { say } from './terminal.ts'

/** Together under 10 s, with an immediate stop of PostgreSQL as the last second. The signer has the worker's time. */
const stopLimitMs = { api: 4500, worker: 2500, postgres: 1500 }

/** What has been started and how it ends; ended in the reverse order. */
const started: (() => Promise<void> | void)[] = []
const ending = new AbortController()

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ending.abort())
// bootstrap.mjs, which started this, was killed.
if (process.connected) process.on('disconnect', () => ending.abort())

process.exit(await main())

async function main(): Promise<number> {
  let exitCode = 0
  try {
    await start(readConfiguration(process.env))
    await new Promise<void>((resolve) => {
      if (ending.signal.aborted) resolve()
      ending.signal.addEventListener('abort', () => resolve())
    })
  } catch (error) {
    if (!ending.signal.aborted) ending.abort(error)
  }
  const why: unknown = ending.signal.reason
  if (why instanceof CannotStart) {
    process.stderr.write(`${why.message}\n`)
    exitCode = EXIT.wrongConfiguration
  } else if (!(why instanceof DOMException)) {
    process.stderr.write(`The start failed by a fault of this program: ${why instanceof Error ? why.stack : why}\n`)
    exitCode = 1
  } else if (started.length > 1) say('Stopping …')
  for (const stop of started.reverse()) await stop()
  if (exitCode === 0) say('Stopped.')
  return exitCode
}

async function start(configuration: LaunchConfiguration): Promise<void> {
  const lock = lockDataDirectory(configuration)
  started.push(() => lock.release())
  await refuseBusyPort(configuration.host, configuration.port)
  const logs = join(configuration.dataDirectory, 'logs')
  mkdirSync(logs, { recursive: true })
  const [web, database] = await Promise.allSettled([
    buildWebIfStale(say, ending.signal),
    provideDatabase(configuration),
  ])
  if (database.status === 'rejected') throw database.reason
  if (web.status === 'rejected') throw web.reason
  ending.signal.throwIfAborted()
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    HOST: configuration.host,
    PORT: String(configuration.port),
    DATA_DIR: configuration.dataDirectory,
    DATABASE_URL: await prepareDatabase(database.value.addresses, configuration.dataDirectory),
    // Beside its own database the API may make and keep its secrets, in production too.
    EMBEDDED_POSTGRES: configuration.databaseUrl ? '' : '1',
  }
  const admin = await ensureFirstAdmin(env)
  // Before anything else can go wrong: nobody can ask for it again.
  if (admin) say(`  First admin   ${admin.email}   password: ${admin.password}   (shown this once)`)
  for (const each of [env, process.env]) forgetStart(each)
  ending.signal.throwIfAborted()
  const api = await startProcesses(env, logs)
  ending.signal.throwIfAborted()
  lock.note(api)
  say('')
  say(`  Site Ledger   ${api}`)
  say(`  Database      ${database.value.where}`)
  say(`  Logs          ${logs}`)
  if (web.value === 'absent') say('  Web app       none: there is no web/index.html in this checkout')
  say('')
}

/** Its settings are the API's: a wrong one is found before anything is started. */
async function ensureFirstAdmin(env: NodeJS.ProcessEnv): Promise<{ email: string; password: string } | undefined> {
  const settings = readServiceConfiguration(env)
  if ('wrong' in settings) throw new CannotStart(settings.wrong)
  return makeFirstAdmin({ ...settings, pepper: settings.secrets.pepper })
}

function lockDataDirectory({ dataDirectory, databaseUrl }: LaunchConfiguration): HeldLock {
  // Root's PostgreSQL runs as a system user, who must pass through here; what is secret lies in folders of its own.
  const mode = process.getuid?.() === 0 && !databaseUrl ? 0o711 : 0o700
  try {
    if (!existsSync(dataDirectory)) mkdirSync(dataDirectory, { recursive: true, mode })
    const { bavail, bsize } = statfsSync(dataDirectory)
    if (bavail * bsize < 8 * 1024 * 1024) throw diskFull(dataDirectory)
    if (existsSync(join(dataDirectory, 'restoring')))
      throw new CannotStart(`A restore into ${dataDirectory} was broken off: run it once more, to its end.`)
    const lock = takeLock(join(dataDirectory, 'launcher.lock'))
    if ('release' in lock) return lock
    const at = lock.note ? `, at ${lock.note}` : ''
    throw new CannotStart(`Site Ledger already runs with ${dataDirectory} (process ${lock.heldBy})${at}.`)
  } catch (error) {
    throw explainFileError(error, dataDirectory)
  }
}

/** `where` is for the person at the terminal. */
async function provideDatabase(configuration: LaunchConfiguration): Promise<{ addresses: Addresses; where: string }> {
  const { databaseUrl, databaseOwnerUrl, dataDirectory } = configuration
  if (databaseUrl) {
    const ownerUrl = databaseOwnerUrl ?? databaseUrl
    await checkOutsidePostgres(ownerUrl, databaseOwnerUrl ? 'DATABASE_OWNER_URL' : 'DATABASE_URL')
    const { hostname, port, pathname } = new URL(databaseUrl)
    const addresses = { ownerUrl, appUrl: databaseOwnerUrl && databaseUrl }
    return { addresses, where: `${hostname}:${port || 5432}${pathname} (DATABASE_URL)` }
  }
  const postgres = await keepPostgres(join(dataDirectory, 'postgres'), ending.signal, say, giveUp)
  started.push(() => postgres.stop(stopLimitMs.postgres))
  const { url, folder, version, port } = postgres.first
  const where = `${folder} (PostgreSQL ${version}, 127.0.0.1:${port})`
  return { addresses: { ownerUrl: url, appUrl: undefined }, where }
}

/** Resolves when both are ready, with the API's address. */
async function startProcesses(all: NodeJS.ProcessEnv, logs: string): Promise<string> {
  const part = (name: string, script: string, env: NodeJS.ProcessEnv, log: string, onGivenUp = giveUp) =>
    startProcess({ name, script, env, onGivenUp, logFile: join(logs, log) })
  const worker = part('the projection worker', 'projections/main.ts', environmentOf.worker(all), 'worker.log')
  const background = [worker.process]
  started.push(async () => {
    await Promise.all(background.map((process) => process.stop(stopLimitMs.worker)))
  })
  const api = part('the API', 'ledger-service/main.ts', environmentOf.api(all), 'api.log')
  started.push(() => api.process.stop(stopLimitMs.api))
  const ready = await Promise.race([api.firstReady, aborted()])
  const address = ready.address ?? `http://${all.HOST}:${all.PORT}`
  // With PORT=0 the system has chosen one: a restarted API must come back on it.
  if (all.PORT === '0') api.process.keep({ PORT: new URL(address).port })
  await Promise.race([worker.firstReady, aborted()])
  // Last, so that a setting which all three refuse gets its one sentence from the others.
  // The books stay open without it: who reads them is told by verifying.
  const signer = part('the signer', 'ledger-service/proof/main.ts', environmentOf.signer(all), 'signer.log', say)
  background.push(signer.process)
  return address
}

function giveUp(sentence: string): void {
  ending.abort(new CannotStart(sentence))
}

function aborted(): Promise<never> {
  return new Promise((_, reject) => {
    const stop = () => reject(ending.signal.reason)
    if (ending.signal.aborted) stop()
    ending.signal.addEventListener('abort', stop)
  })
}
