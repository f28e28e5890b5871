import type { ChildProcess } from 'node:child_process'

/** Kills a process that has nothing to finish: it only reads, or stores nothing. Resolves when it has exited. */
export async function killProcess(child: ChildProcess): Promise<void> {
  const isGone = child.pid === undefined || child.exitCode !== null || child.signalCode !== null
  if (isGone) return
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  child.once('exit', () => resolve())
  child.kill('SIGKILL')
  await ended
}
