import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { identityOf } from '@ledger/launch/process-lock.mjs'
import { inject } from 'vitest'

/** Returns a test's own folder; it is removed with the folder of the run. */
export function temporaryFolder(): string {
  return makeFolder(mkdtempSync(join(inject('runFolder'), 'test-')))
}

/** Creates the folder of a test run, with its process id in the name. */
export function makeRunFolder(): string {
  return makeFolder(mkdtempSync(join(tmpdir(), `site-ledger-test-${process.pid}-`)))
}

/** Removes the folders of runs that were killed; the launcher's guard has ended their servers. */
export function removeFoldersOfKilledRuns(): void {
  for (const name of readdirSync(tmpdir())) {
    const owner = /^site-ledger-test-(\d+)-/.exec(name)?.[1]
    if (owner && !identityOf(Number(owner))) rmSync(join(tmpdir(), name), { recursive: true, force: true })
  }
}

/** Lets other users enter, because root's PostgreSQL runs as another user. */
function makeFolder(folder: string): string {
  chmodSync(folder, 0o711)
  return folder
}
