import { fork } from 'node:child_process'
import type { DatabaseUrls } from '../prepare-database.ts'
import { CannotStart } from '../start-errors.ts'
import type { Preparation, PreparationReport } from './preparation-process.ts'

const script = new URL('./preparation-process.ts', import.meta.url)

/**
 * Prepares the database and the environments of the processes in a child process that ends afterwards.
 * @throws CannotStart
 */
export function prepareInChild(addresses: DatabaseUrls): Promise<Preparation> {
  return new Promise((resolve, reject) => {
    // In a process group of its own, which Ctrl-C at a terminal does not reach.
    const child = fork(script, { detached: true })
    child.once('message', (report: PreparationReport) => {
      child.disconnect()
      if ('prepared' in report) resolve(report.prepared)
      else reject('cannotStart' in report ? new CannotStart(report.cannotStart) : new Error(report.fault))
    })
    child.on('error', reject)
    child.once('exit', (code, signal) => reject(new Error(`The preparation ended with ${signal ?? code}.`)))
    child.send(addresses)
  })
}
