import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Installs packages as root on Debian; elsewhere it does nothing. Says what it installs, and why that failed. */
export function installWithApt(what: string, packages: readonly string[], say: (line: string) => void): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  say(`Installing ${what} (apt-get install ${packages.join(' ')}) …`)
  const install = () => aptGet('install', '-y', '--no-install-recommends', ...packages)
  // A machine that was never updated has no package lists.
  const failure = install() && (aptGet('update') ?? install())
  if (failure) say(`apt-get failed: ${failure}`)
}

/** @returns the last line of the error output */
function aptGet(...step: string[]): string | undefined {
  const patience = ['-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=15']
  const done = spawnSync('apt-get', ['-q', ...patience, ...step], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    encoding: 'utf8',
    timeout: 180_000,
  })
  if (done.status === 0) return undefined
  return done.stderr?.trim().split('\n').at(-1) || `ended with ${done.status ?? done.signal}`
}
