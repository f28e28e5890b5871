import type { ChildProcess } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

/** Processes of our own beside the one that asks them something. */

/** What any program may know of the machine; of PostgreSQL's variables only how to trust the server, no password. */
const OF_THE_MACHINE =
  /^(PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_\w+|TZ|TMPDIR|NODE_OPTIONS|NODE_COMPILE_CACHE|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)|PGSSL\w+|(HTTPS?|NO)_PROXY|LD_LIBRARY_PATH)$/i

/** The part of an environment that a process of ours needs which is told everything else: no setting, and so no secret. */
export function machineEnvironment(all: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(all).filter(([name]) => OF_THE_MACHINE.test(name)))
}

/** Ends a process that has nothing to bring to an end: it only reads, or keeps nothing. Resolves when it is gone. */
export async function killProcess(child: ChildProcess): Promise<void> {
  const isGone = child.pid === undefined || child.exitCode !== null || child.signalCode !== null
  if (isGone) return
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  child.once('exit', () => resolve())
  child.kill('SIGKILL')
  await ended
}

/**
 * Lowers the priority of this process, by so much. On Linux a priority is one thread's: the threads that are there get it here, and those that
 * are begun later take it from the one that begins them.
 */
export function lowerPriority(by: number): void {
  const lower = Math.min(19, getPriority() + by)
  if (process.platform === 'linux')
    for (const thread of readdirSync('/proc/self/task')) setPriority(Number(thread), lower)
}
