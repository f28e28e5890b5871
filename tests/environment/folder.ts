import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { identityOf } from '@ledger/launch/process-lock.mjs'
import { inject } from 'vitest'

/** A folder of the test's own; it goes with the run's. */
export function temporaryFolder(): string {
  return open(mkdtempSync(join(inject('runFolder'), 'test-')))
}

/** The folder of a run of tests, with the number of its process in the name. */
export function makeRunFolder(): string {
  return open(mkdtempSync(join(tmpdir(), `site-ledger-test-${process.pid}-`)))
}

/** Removes the folders of runs that were killed; their servers have been ended by the guard of the launcher. */
export function removeLeftovers(): void {
  for (const name of readdirSync(tmpdir())) {
    const owner = /^site-ledger-test-(\d+)-/.exec(name)?.[1]
    if (owner && !identityOf(Number(owner))) rmSync(join(tmpdir(), name), { recursive: true, force: true })
  }
}

/** Others may pass through: root's PostgreSQL runs as another user. */
function open(folder: string): string {
  chmodSync(folder, 0o711)
  return folder
}
