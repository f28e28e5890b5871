import { type ChildProcess, spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { residentBytes } from '../../environment/processes/resident-memory.ts'

const checkout = join(import.meta.dirname, '../../..')

/** A process of the product or of the benchmark, with a channel to this one. */
export interface BenchProcess {
  child: ChildProcess
  /** Its first message over the channel. */
  said: Record<string, unknown>
  stop(): Promise<void>
}

/**
 * Starts `script` and waits for its first message. Its output goes to a file, as under npm start.
 * @param flags for Node
 */
export async function startBenchProcess(
  script: string,
  env: NodeJS.ProcessEnv,
  log: string,
  flags: readonly string[] = [],
): Promise<BenchProcess> {
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

const MEMORY_POLL_MS = 100

/** Returns the most bytes that a process had in memory during the work, sampled ten times a second. */
export async function peakResidentBytes(pid: number | undefined, work: () => Promise<unknown>): Promise<number> {
  let most = residentBytes(pid)
  const looking = setInterval(() => {
    most = Math.max(most, residentBytes(pid))
  }, MEMORY_POLL_MS)
  await work().finally(() => clearInterval(looking))
  return Math.max(most, residentBytes(pid))
}
