/**
 * Calls `end` when the process that started this one has ended, of which the end of the channel between them tells:
 * once, and at once where it ended before this process had loaded its code, because Node says it only to those who
 * listen already. Does nothing in a process that was started without a channel.
 */
export function onParentGone(end: () => void): void {
  if (process.connected === false) end()
  else process.once('disconnect', end)
}
