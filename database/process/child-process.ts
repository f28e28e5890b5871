import type { ChildProcess } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

/** Helpers for our own child processes. */

/** Variables that any program may read. PostgreSQL's variables for trust in the server are included; no password is. */
const OF_THE_MACHINE =
  /^(PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_\w+|TZ|TMPDIR|NODE_OPTIONS|NODE_COMPILE_CACHE|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)|PGSSL\w+|(HTTPS?|NO)_PROXY|LD_LIBRARY_PATH)$/i

/**
 * Returns the part of an environment that describes the machine. A child process that receives everything else by other
 * means needs only this; it contains no setting, and therefore no secret.
 */
export function machineEnvironment(all: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(all).filter(([name]) => OF_THE_MACHINE.test(name)))
}

/** Kills a process that has nothing to finish: it only reads, or stores nothing. Resolves when it has exited. */
export async function killProcess(child: ChildProcess): Promise<void> {
  const isGone = child.pid === undefined || child.exitCode !== null || child.signalCode !== null
  if (isGone) return
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  child.once('exit', () => resolve())
  child.kill('SIGKILL')
  await ended
}

/**
 * Lowers the priority of this process by `by`. On Linux a priority belongs to a thread: the current threads get it
 * here, and later threads inherit it from the thread that starts them.
 */
export function lowerPriority(by: number): void {
  const lower = Math.min(19, getPriority() + by)
  if (process.platform === 'linux')
    for (const thread of readdirSync('/proc/self/task')) setPriority(Number(thread), lower)
}
