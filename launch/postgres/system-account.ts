import { spawnSync } from 'node:child_process'
import { CannotStart } from '../start-errors.ts'

/** The account that runs PostgreSQL if this process is root, because PostgreSQL refuses to run as root. */
export type SystemAccount = { name: string; uid: number; gid: number }

const accountName = 'site-ledger'

/**
 * Returns the account to run PostgreSQL as: undefined (the current one) for an ordinary user; for root the system user
 * `site-ledger`, created if missing, or `nobody` on a machine where it cannot be created.
 * @throws CannotStart if neither exists
 */
export function accountForPostgres(): SystemAccount | undefined {
  if (process.getuid?.() !== 0) return undefined
  const account = findAccount(accountName) ?? createAccount() ?? findAccount('nobody')
  if (!account)
    throw new CannotStart('As root PostgreSQL needs a system user, and neither site-ledger nor nobody exists.')
  return account
}

/** Returns whether the account can enter the folder; every folder above must be passable for it. */
export function canEnter(account: SystemAccount, folder: string): boolean {
  return (
    spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...spawnAsAccount(account), stdio: 'ignore' }).status === 0
  )
}

/** Options for spawn(). The working folder is `/`, because the account may not be able to enter the current one. */
export function spawnAsAccount(account: SystemAccount | undefined): { uid?: number; gid?: number; cwd: string } {
  return account ? { uid: account.uid, gid: account.gid, cwd: '/' } : { cwd: '/' }
}

function findAccount(name: string): SystemAccount | undefined {
  const uid = idOf('-u', name)
  const gid = idOf('-g', name)
  return uid === undefined || gid === undefined ? undefined : { name, uid, gid }
}

function idOf(flag: '-u' | '-g', name: string): number | undefined {
  const shown = spawnSync('id', [flag, name], { encoding: 'utf8' })
  return shown.status === 0 ? Number(shown.stdout) : undefined
}

function createAccount(): SystemAccount | undefined {
  const home = '/nonexistent'
  const shell = '/usr/sbin/nologin'
  spawnSync('useradd', ['--system', '--no-create-home', '--home-dir', home, '--shell', shell, accountName])
  // Looked up whatever the exit code was, because another start may have created the account. Alpine has only adduser.
  const account = findAccount(accountName)
  if (account) return account
  spawnSync('adduser', ['-S', '-D', '-H', '-h', home, '-s', '/sbin/nologin', accountName])
  return findAccount(accountName)
}
