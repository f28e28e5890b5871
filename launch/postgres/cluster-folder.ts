import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { CannotStart, diskFull, explainFileError } from '../start-errors.ts'
import { type PostgresBinaries, sharedStateFolder } from './postgres-binaries.ts'
import { canEnter, type SystemAccount, spawnAsAccount } from './system-account.ts'

/** The paths of a cluster and its files. `passwords`: the superuser's and the owner's, a line each, mode 0600. */
export type ClusterPaths = { folder: string; data: string; passwords: string; log: string; complete: string }

export type ClusterPasswords = { superuser: string; owner: string }

/** The bootstrap superuser of the embedded cluster. The application never signs in as it. */
export const superuserName = 'site_ledger_super'

/**
 * Returns the folder of the cluster for `directory`: `directory` itself or, if the account that runs PostgreSQL cannot
 * reach it (a checkout that only root may enter), a folder under /var/lib/site-ledger that `directory`/location names
 * from then on.
 */
export function clusterPathsFor(directory: string, account: SystemAccount | undefined): ClusterPaths {
  const pointer = join(directory, 'location')
  try {
    if (existsSync(pointer)) return placeIn(readFileSync(pointer, 'utf8').trim())
    mkdirSync(directory, { recursive: true, mode: account ? 0o711 : 0o700 })
    if (!account) return placeIn(directory)
    // Only this folder's mode is changed; the folders above may be closed on purpose.
    chmodSync(directory, statSync(directory).mode | 0o011)
    if (canEnter(account, directory)) return placeIn(directory)
    if (existsSync(join(directory, 'complete'))) {
      throw new CannotStart(
        `The user ${account.name}, who runs PostgreSQL, cannot enter ${directory}: open the folders above it (chmod o+x).`,
      )
    }
    const elsewhere = join(sharedStateFolder, randomBytes(8).toString('hex'))
    mkdirSync(elsewhere, { recursive: true, mode: 0o755 })
    // A file in the folder names the directory that it belongs to, so that its owner can be identified.
    writeFileSync(join(elsewhere, 'belongs-to'), `${directory}\n`)
    writeFileSync(pointer, `${elsewhere}\n`)
    return placeIn(elsewhere)
  } catch (error) {
    throw explainFileError(error, directory)
  }
}

/**
 * Refuses a cluster of another major version, and a disk without enough free space to start.
 * @throws CannotStart
 */
export function refuseUnusableCluster(place: ClusterPaths, binaries: PostgresBinaries): void {
  const isNew = !existsSync(place.complete)
  const { bavail, bsize } = statfsSync(place.folder)
  const roomNeeded = (isNew ? 80 : 24) * 1024 * 1024
  if (bavail * bsize < roomNeeded) throw diskFull(place.folder)
  const versionFile = join(place.data, 'PG_VERSION')
  if (isNew || !existsSync(versionFile)) return
  const made = Number(readFileSync(versionFile, 'utf8'))
  if (made === binaries.major) return
  const than = made > binaries.major ? 'a newer' : 'an older'
  throw new CannotStart(
    `The data in ${place.data} are of PostgreSQL ${made}, ${than} version than the ${binaries.version} of this program; ` +
      'start the version that made them, or restore a backup into an empty DATA_DIR.',
  )
}

/**
 * Makes the cluster with initdb, after deleting one whose creation was not completed.
 * @throws CannotStart
 */
export function initialiseCluster(
  place: ClusterPaths,
  binaries: PostgresBinaries,
  account: SystemAccount | undefined,
): void {
  try {
    rmSync(place.data, { recursive: true, force: true })
    mkdirSync(place.data, { mode: 0o700 })
    // initdb reads the first line of this file, which remains: no second file contains the password.
    rmSync(place.passwords, { force: true })
    writeFileSync(place.passwords, `${newPassword()}\n${newPassword()}\n`, { mode: 0o600, flush: true })
    for (const path of account ? [place.data, place.passwords] : [])
      chownSync(path, account?.uid ?? 0, account?.gid ?? 0)
  } catch (error) {
    throw explainFileError(error, place.folder)
  }
  const made = spawnSync(
    binaries.initdb,
    [
      ...['--pgdata', place.data, '--username', superuserName, '--pwfile', place.passwords],
      ...['--auth', 'scram-sha-256', '--encoding', 'UTF8', '--data-checksums'],
      // The same collation on every machine, whatever its C library, so that a copied cluster has valid indexes.
      ...['--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8', '--locale', 'C'],
    ],
    { ...spawnAsAccount(account), encoding: 'utf8', env: { PATH: process.env.PATH ?? '', LC_ALL: 'C' } },
  )
  if (made.status === 0) return
  if (/No space left on device|Disk quota exceeded/.test(made.stderr)) throw diskFull(place.folder)
  const why = made.error?.message ?? /error: .*/.exec(made.stderr)?.[0] ?? made.stderr.trim().split('\n').at(-1)
  throw new CannotStart(`The database in ${place.folder} could not be made: ${why}.`)
}

/** Marks the cluster as complete, durably; from here on this program never deletes it. */
export function markClusterComplete(place: ClusterPaths): void {
  const file = openSync(place.complete, 'w', 0o644)
  writeSync(file, `${new Date().toISOString()}\n`)
  fsyncSync(file)
  closeSync(file)
  const folder = openSync(dirname(place.complete), 'r')
  fsyncSync(folder)
  closeSync(folder)
}

export function readClusterPasswords(place: ClusterPaths): ClusterPasswords {
  if (!existsSync(place.passwords))
    throw new CannotStart(`${place.passwords}, with the passwords of the database, is missing.`)
  const [superuser, owner] = readFileSync(place.passwords, 'utf8').split('\n')
  if (!superuser || !owner) throw new CannotStart(`${place.passwords} does not hold the two passwords of the database.`)
  return { superuser, owner }
}

function placeIn(folder: string): ClusterPaths {
  const at = (name: string) => join(folder, name)
  return { folder, data: at('data'), passwords: at('passwords'), log: at('postgres.log'), complete: at('complete') }
}

function newPassword(): string {
  return randomBytes(24).toString('base64url')
}
