import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../port-check.ts'
import { type HeldLock, takeLock } from '../process-lock.mjs'
import { CannotStart, diskFull, explainFileError } from '../start-errors.ts'
import {
  type ClusterPaths,
  clusterPathsFor,
  initialiseCluster,
  markClusterComplete,
  readClusterPasswords,
  refuseUnusableCluster,
  superuserName,
} from './cluster-folder.ts'
import { runningPostmaster, stopOrphanPostgres } from './orphan-postgres.ts'
import { findPostgres } from './postgres-binaries.ts'
import { type PostgresServer, type StopMode, startPostgresServer } from './postgres-process.ts'
import { accountForPostgres, type SystemAccount } from './system-account.ts'

/** A running embedded PostgreSQL. */
export type EmbeddedPostgres = {
  /** The address of the owner of the database, who may create roles and databases but is no superuser. */
  url: string
  superuserUrl: string
  port: number
  pid: number
  version: string
  /** The real folder of the cluster, which may differ from the requested one (see clusterPathsFor). */
  folder: string
  logFile: string
  /** Resolves when the server has ended, for any reason. */
  exited: Promise<void>
  /** Stops the server; after `limitMs` (5 s) a fast stop becomes an immediate one. */
  stop(mode?: StopMode, limitMs?: number): Promise<void>
  /** Kills the server with SIGKILL, for fault tests. A new start in the same directory uses the same port. */
  kill(): Promise<void>
}

export type EmbeddedOptions = {
  /** The cluster's own folder, which is created if it is missing. */
  directory: string
  /** Additional settings for the server, by name. */
  settings?: Record<string, string>
  /** How long the server runs on after the launcher is killed; 0 by default. */
  outliveMs?: number
  /** Aborts the wait for the start. */
  signal?: AbortSignal
}

const ownerName = 'site_ledger_owner'
const databaseName = 'site_ledger'

/**
 * Starts the PostgreSQL of the npm package on a port of 127.0.0.1, with durable settings. It makes the cluster at the
 * first start, and stops the server of a killed run.
 * @throws CannotStart with one sentence: in use by another process, another version's data, a full disk, a damaged
 *   cluster
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const directory = resolve(options.directory)
  const account = accountForPostgres()
  const binaries = findPostgres(account)
  const place = clusterPathsFor(directory, account)
  const lock = lockCluster(place)
  try {
    refuseUnusableCluster(place, binaries)
    if (existsSync(place.data)) await stopOrphanPostgres(place.data)
    const isNew = !existsSync(place.complete)
    if (isNew) initialiseCluster(place, binaries, account)
    const { server, port } = await startOnAPort(place, binaries.postgres, account, options)
    void server.exited.then(() => lock.release())
    if (isNew) await makeOwnDatabase(place, port)
    const passwords = readClusterPasswords(place)
    return {
      url: urlFor(ownerName, passwords.owner, port, databaseName),
      superuserUrl: urlFor(superuserName, passwords.superuser, port, databaseName),
      port,
      pid: server.pid,
      version: binaries.version,
      folder: place.folder,
      logFile: place.log,
      exited: server.exited,
      stop: (mode = 'fast', limitMs = 5000) => server.stop(mode, limitMs),
      kill: () => server.kill(),
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Returns the owner's address of the cluster that another process runs for `directory`; undefined if none runs. */
export function runningClusterUrl(directory: string): string | undefined {
  if (!existsSync(directory)) return undefined
  const place = clusterPathsFor(resolve(directory), accountForPostgres())
  const postmaster = existsSync(place.complete) ? runningPostmaster(place.data) : undefined
  return postmaster && urlFor(ownerName, readClusterPasswords(place).owner, postmaster.port, databaseName)
}

function lockCluster(place: ClusterPaths): HeldLock {
  try {
    const lock = takeLock(join(place.folder, 'lock'))
    if ('release' in lock) return lock
    throw new CannotStart(`The database in ${place.folder} is in use by process ${lock.heldBy}.`)
  } catch (error) {
    throw explainFileError(error, place.folder)
  }
}

const startRetryMs = 10_000

/**
 * Starts the server on the port of the last start if it is free, so that holders of the address can reconnect after a
 * restart. After kill -9 of the server its children hold the shared memory for about 2 s more, during which a restart
 * fails.
 */
async function startOnAPort(
  place: ClusterPaths,
  postgres: string,
  account: SystemAccount | undefined,
  { settings = {}, outliveMs = 0, signal }: EmbeddedOptions,
): Promise<{ server: PostgresServer; port: number }> {
  const portFile = join(place.folder, 'port')
  const remembered = existsSync(portFile) ? Number(readFileSync(portFile, 'utf8')) : 0
  const begun = Date.now()
  for (let port = await freePort(remembered); ; await wait(150)) {
    const server = await startPostgresServer({
      postgres,
      account,
      settings,
      outliveMs,
      port,
      dataDirectory: place.data,
      logFile: place.log,
    })
    if ('pid' in server) {
      if (port !== remembered) writeFileSync(portFile, String(port))
      return { server, port }
    }
    if (/No space left on device|Disk quota exceeded/.test(server.failed)) throw diskFull(place.folder)
    const passes = /shared memory block|lock file "postmaster.pid"|TCP\/IP socket|Address already in use/.test(
      server.failed,
    )
    if (!passes || Date.now() - begun > startRetryMs || signal?.aborted) {
      throw new CannotStart(`PostgreSQL did not start: ${server.failed}. Its log: ${place.log}`)
    }
    // Another program may have taken the port between the check and the start.
    if (/TCP\/IP socket|in use$/.test(server.failed)) port = await freePort(0)
  }
}

async function makeOwnDatabase(place: ClusterPaths, port: number): Promise<void> {
  // Only the first start needs the driver, and the launcher keeps what it has loaded.
  const { Client, escapeIdentifier, escapeLiteral } = await import('pg')
  const passwords = readClusterPasswords(place)
  const client = new Client({ connectionString: urlFor(superuserName, passwords.superuser, port, 'postgres') })
  await client.connect()
  try {
    const owner = escapeIdentifier(ownerName)
    await client.query(`CREATE ROLE ${owner} LOGIN CREATEROLE CREATEDB PASSWORD ${escapeLiteral(passwords.owner)}`)
    await client.query(`CREATE DATABASE ${escapeIdentifier(databaseName)} OWNER ${owner}`)
  } finally {
    await client.end()
  }
  markClusterComplete(place)
}

function urlFor(user: string, password: string, port: number, database: string): string {
  return `postgres://${user}:${password}@127.0.0.1:${port}/${database}`
}
