// npm start: the database, the API with the web app, the projection worker and the signer, on one address.

import { existsSync, mkdirSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { EXIT_CODES } from '@ledger/contracts/processes/exit-codes.ts'
import { onNpmGone, onParentGone } from '@ledger/database/process/on-parent-gone.ts'
import { releaseIdleMemory } from '@ledger/database/process/release-idle-memory.ts'
import { buildWebIfStale } from './build-web.ts'
import { fillCompileCache } from './fill-compile-cache.ts'
import { type LaunchConfiguration, readLaunchConfiguration } from './launch-configuration.ts'
import { refuseBusyPort } from './port-check.ts'
import { superviseEmbeddedPostgres } from './postgres/supervise-embedded-postgres.ts'
import type { Preparation } from './preparation/preparation-process.ts'
import { prepareInChild } from './preparation/prepare-in-child.ts'
import { removeStartOnlySettings } from './preparation/start-only-settings.ts'
import type { DatabaseUrls } from './prepare-database.ts'
import { printLine } from './print-lines-and-warnings.ts'
import { type HeldLock, takeLock } from './process-lock.mjs'
import { CannotStart, diskFull, explainFileError } from './start-errors.ts'
import { startServiceProcess } from './start-service-process.ts'

/** Together under 10 s, with an immediate stop of PostgreSQL in the last second. The signer has the worker's limit. */
const stopLimitMs = { api: 4500, worker: 2500, postgres: 1500 }

/** The stop functions of everything that was started, called in reverse order. */
const stopsInReverse: (() => Promise<void> | void)[] = []
const ending = new AbortController()

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ending.abort())
// The parent process, bootstrap.mjs or npm, was killed.
onParentGone(() => ending.abort())
onNpmGone(() => ending.abort())

process.exit(await main())

async function main(): Promise<number> {
  let exitCode = 0
  try {
    await start(readLaunchConfiguration(process.env))
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
    exitCode = EXIT_CODES.wrongConfiguration
  } else if (!(why instanceof DOMException)) {
    process.stderr.write(`The start failed by a fault of this program: ${why instanceof Error ? why.stack : why}\n`)
    exitCode = 1
  } else if (stopsInReverse.length > 1) printLine('Stopping …')
  for (const stop of stopsInReverse.reverse()) await stop()
  if (exitCode === 0) printLine('Stopped.')
  return exitCode
}

async function start(configuration: LaunchConfiguration): Promise<void> {
  const lock = lockDataDirectory(configuration)
  stopsInReverse.push(() => lock.release())
  await refuseBusyPort(configuration.host, configuration.port)
  const logs = join(configuration.dataDirectory, 'logs')
  mkdirSync(logs, { recursive: true })
  const [web, database, cache] = await Promise.allSettled([
    buildWebIfStale(printLine, ending.signal),
    provideDatabase(configuration),
    fillCompileCache(ending.signal),
  ])
  if (database.status === 'rejected') throw database.reason
  if (web.status === 'rejected') throw web.reason
  // Without it the processes need more memory, and work.
  if (cache.status === 'rejected') printLine(`The compile cache was not filled: ${cache.reason}`)
  ending.signal.throwIfAborted()
  const { admin, environments } = await prepareInChild(database.value.addresses)
  // Printed before anything else can fail, because the password cannot be shown again.
  if (admin) printLine(`  First admin   ${admin.email}   password: ${admin.password}   (shown this once)`)
  removeStartOnlySettings(process.env)
  ending.signal.throwIfAborted()
  const api = await startProcesses(environments, configuration, logs)
  ending.signal.throwIfAborted()
  lock.note(api)
  releaseIdleMemory()
  printLine('')
  printLine(`  Site Ledger   ${api}`)
  printLine(`  Database      ${database.value.where}`)
  printLine(`  Logs          ${logs}`)
  if (web.value === 'absent') printLine('  Web app       none: there is no web/index.html in this checkout')
  printLine('')
}

function lockDataDirectory({ dataDirectory, databaseUrl }: LaunchConfiguration): HeldLock {
  // PostgreSQL that root starts runs as a system user, who must be able to pass through this folder; secrets are in
  // folders of their own.
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

/** Provides a database. `where` is a text for the person at the terminal. */
async function provideDatabase(
  configuration: LaunchConfiguration,
): Promise<{ addresses: DatabaseUrls; where: string }> {
  const { databaseUrl, databaseOwnerUrl, dataDirectory } = configuration
  if (databaseUrl) {
    const ownerUrl = databaseOwnerUrl ?? databaseUrl
    const { hostname, port, pathname } = new URL(databaseUrl)
    const addresses = { ownerUrl, appUrl: databaseOwnerUrl && databaseUrl }
    return { addresses, where: `${hostname}:${port || 5432}${pathname} (DATABASE_URL)` }
  }
  const postgres = await superviseEmbeddedPostgres(join(dataDirectory, 'postgres'), ending.signal, printLine, giveUp)
  stopsInReverse.push(() => postgres.stop(stopLimitMs.postgres))
  const { url, folder, version, port } = postgres.first
  const where = `${folder} (PostgreSQL ${version}, 127.0.0.1:${port})`
  return { addresses: { ownerUrl: url, appUrl: undefined }, where }
}

/** Starts the processes. Resolves with the API's address when the API and the worker are ready. */
async function startProcesses(
  environments: Preparation['environments'],
  { host, port }: LaunchConfiguration,
  logs: string,
): Promise<string> {
  const part = (name: string, script: string, env: NodeJS.ProcessEnv, log: string, onGivenUp = giveUp) =>
    startServiceProcess({ name, script, env, onGivenUp, logFile: join(logs, log) })
  const worker = part('the projection worker', 'projections/main.ts', environments.worker, 'worker.log')
  const background = [worker.process]
  stopsInReverse.push(async () => {
    await Promise.all(background.map((process) => process.stop(stopLimitMs.worker)))
  })
  const api = part('the API', 'ledger-service/main.ts', environments.api, 'api.log')
  stopsInReverse.push(() => api.process.stop(stopLimitMs.api))
  const ready = await Promise.race([api.firstReady, rejectWhenAborted()])
  const address = ready.address ?? `http://${host}:${port}`
  // With PORT=0 the operating system chose the port; a restarted API must use the same one.
  if (port === 0) api.process.keepEnvironment({ PORT: new URL(address).port })
  await Promise.race([worker.firstReady, rejectWhenAborted()])
  // The signer starts last, so that the other processes report a setting that all three refuse. The ledger works
  // without the signer; a verification reports that it is missing.
  const signer = part('the signer', 'ledger-service/proof/main.ts', environments.signer, 'signer.log', printLine)
  background.push(signer.process)
  return address
}

function giveUp(sentence: string): void {
  ending.abort(new CannotStart(sentence))
}

function rejectWhenAborted(): Promise<never> {
  return new Promise((_, reject) => {
    const stop = () => reject(ending.signal.reason)
    if (ending.signal.aborted) stop()
    ending.signal.addEventListener('abort', stop)
  })
}
