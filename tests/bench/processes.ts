import { type ChildProcess, spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { residentOf } from '../environment/memory.ts'

const checkout = join(import.meta.dirname, '../..')

/** A process of the product or of the benchmark, with a channel to this one. */
export interface Started {
  child: ChildProcess
  /** Its first message over the channel. */
  said: Record<string, unknown>
  stop(): Promise<void>
}

/**
 * Starts `script` and waits for its first message. Its output goes to a file, as under npm start.
 * @param flags for Node
 */
export async function startProcess(
  script: string,
  env: NodeJS.ProcessEnv,
  log: string,
  flags: readonly string[] = [],
): Promise<Started> {
  const output = openSync(log, 'a')
  const child = spawn(process.execPath, [...flags, join(checkout, script)], {
    env: { ...process.env, ...env },
    stdio: ['ignore', output, output, 'ipc'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const said = await new Promise<Record<string, unknown>>((resolve, reject) => {
    child.once('message', (message) => resolve(Object(message)))
    child.once('error', reject)
    void ended.then(() => reject(new Error(`${script} ended before it was ready; see ${log}`)))
  })
  return {
    child,
    said,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

const LOOK_MS = 100

/** Returns the most bytes that a process had in memory during the work, sampled ten times a second. */
export async function mostResident(pid: number | undefined, work: () => Promise<unknown>): Promise<number> {
  let most = residentOf(pid)
  const looking = setInterval(() => {
    most = Math.max(most, residentOf(pid))
  }, LOOK_MS)
  await work().finally(() => clearInterval(looking))
  return Math.max(most, residentOf(pid))
}
