import { readdirSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

/**
 * Lowers the priority of this process by `by`. On Linux a priority belongs to a thread: the current threads get it
 * here, and later threads inherit it from the thread that starts them.
 */
export function lowerPriority(by: number): void {
  const lower = Math.min(19, getPriority() + by)
  if (process.platform === 'linux')
    for (const thread of readdirSync('/proc/self/task')) setPriority(Number(thread), lower)
}
