import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client, escapeIdentifier, escapeLiteral } from 'pg'
import { freePort } from '../port-check.ts'
import { type HeldLock, takeLock } from '../process-lock.mjs'
import { CannotStart, diskFull, explainFileError } from '../start-errors.ts'
import {
  type ClusterPlace,
  clusterPlaceFor,
  initialiseCluster,
  markClusterComplete,
  readClusterPasswords,
  refuseUnusableCluster,
  superuserName,
} from './cluster-folder.ts'
import { runningPostmaster, stopOrphanPostgres } from './orphan-postgres.ts'
import { findPostgres } from './postgres-binaries.ts'
import { type PostgresServer, type StopMode, startPostgresServer } from './postgres-server.ts'
import { accountForPostgres, type SystemAccount } from './system-account.ts'

/** The embedded PostgreSQL, running. */
export type EmbeddedPostgres = {
  /** Of the role that owns the database: may make roles and databases, is no superuser. */
  url: string
  superuserUrl: string
  port: number
  pid: number
  version: string
  /** Where the cluster really lies, which may be elsewhere than asked (see clusterPlaceFor). */
  folder: string
  logFile: string
  /** Resolves when the server has ended, however that came. */
  exited: Promise<void>
  /** Ends it; after `limitMs` (5 s) a fast stop becomes an immediate one. */
  stop(mode?: StopMode, limitMs?: number): Promise<void>
  /** SIGKILL, for fault runs. Start again in the same directory: the port stays the same. */
  kill(): Promise<void>
}

export type EmbeddedOptions = {
  /** A folder of its own; made when it is not there. */
  directory: string
  /** More settings for postgresql.conf, by name. */
  settings?: Record<string, string>
  /** How long the server outlives a launcher that was killed; 0 unless told. */
  outliveMs?: number
  /** Gives up waiting. */
  signal?: AbortSignal
}

const ownerName = 'site_ledger_owner'
const databaseName = 'site_ledger'

/**
 * Starts the PostgreSQL of the npm package on a port of 127.0.0.1, with durable settings; makes the cluster at the first
 * start, and stops what a killed run has left behind.
 * @throws CannotStart with one sentence: in use by another process, another version's data, a full disk, a damaged cluster
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const directory = resolve(options.directory)
  const account = accountForPostgres()
  const binaries = findPostgres(account)
  const place = clusterPlaceFor(directory, account)
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

/** The owner's URL of the cluster that another process keeps running for `directory`; undefined when none runs. */
export function urlOfRunning(directory: string): string | undefined {
  if (!existsSync(directory)) return undefined
  const place = clusterPlaceFor(resolve(directory), accountForPostgres())
  const postmaster = existsSync(place.complete) ? runningPostmaster(place.data) : undefined
  return postmaster && urlFor(ownerName, readClusterPasswords(place).owner, postmaster.port, databaseName)
}

function lockCluster(place: ClusterPlace): HeldLock {
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
 * The port of the last start stays if it is free, so that whoever holds the URL can come back after a restart. After
 * kill -9 of the server its children hold the shared memory for about 2 s more, which refuses a restart as long.
 */
async function startOnAPort(
  place: ClusterPlace,
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
    // Between the look and the start somebody else may have taken the port.
    if (/TCP\/IP socket|in use$/.test(server.failed)) port = await freePort(0)
  }
}

async function makeOwnDatabase(place: ClusterPlace, port: number): Promise<void> {
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
