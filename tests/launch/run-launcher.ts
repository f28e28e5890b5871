import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { identityOf } from '@ledger/launch/process-lock.mjs'
import { expect } from 'vitest'

const script = fileURLToPath(new URL('../../launch/start.ts', import.meta.url))

/** A run of launch/start.ts. */
export type LauncherRun = {
  pid: number
  /** Everything that it printed so far. */
  output(): string
  /** Its address, once it prints that it runs. */
  address: Promise<string>
  /** Its exit code, once it has ended. */
  ended: Promise<number | null>
  /** Ends it and waits until it has ended. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
  /** Its child whose command holds the text. */
  child(text: string): number
}

const launcherRuns: LauncherRun[] = []

/** Starts it on a port that the system chooses, with the environment of the tests and `env`. */
export function runLauncher(env: Record<string, string>): LauncherRun {
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, PORT: '0', DATABASE_URL: '', NODE_ENV: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const address = Promise.withResolvers<string>()
  address.promise.catch(() => undefined)
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
      const found = /Site Ledger {3}(\S+)[\s\S]*Logs/.exec(output)
      if (found?.[1]) address.resolve(found[1])
    })
  }
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', (code) => {
      address.reject(new Error(`it ended with ${code}:\n${output}`))
      resolve(code)
    })
  })
  const pid = child.pid ?? 0
  const run: LauncherRun = {
    pid,
    ended,
    address: address.promise,
    output: () => output,
    async stop(signal = 'SIGTERM') {
      child.kill(signal)
      return ended
    },
    child: (text) => childProcessId(pid, text),
  }
  launcherRuns.push(run)
  return run
}

/** Stops all runs that a failed test has left running. */
export async function stopEveryLauncher(): Promise<void> {
  for (const run of launcherRuns.splice(0)) await run.stop()
}

/** Waits until no process has the number any more: one that is stopping takes up to 8 s beside its start. */
export async function waitUntilProcessGone(pid: number): Promise<void> {
  await expect.poll(() => identityOf(pid), { timeout: 30_000, interval: 50 }).toBeUndefined()
}

function childProcessId(pid: number, text: string): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)
  const found = children.find((child) => readFileSync(join('/proc', String(child), 'cmdline'), 'utf8').includes(text))
  if (!found) throw new Error(`${pid} has no child with "${text}"`)
  return found
}
