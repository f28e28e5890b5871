const POLL_MS = 500

/**
 * Calls `end` when the process that started this one has ended, of which the end of the channel between them tells:
 * once, and at once where it ended before this process had loaded its code, because Node says it only to those who
 * listen already. Does nothing in a process that was started without a channel.
 */
export function onParentGone(end: () => void): void {
  if (process.connected === false) end()
  else process.once('disconnect', end)
}

/**
 * Calls `end` when npm, the parent of this process, has ended: `kill -9` of npm reaches no process that it started.
 * Without npm, this process may outlive the shell.
 */
export function onNpmGone(end: () => void): void {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    end()
  }, POLL_MS).unref()
}
