/**
 * Sends a message to the process that started this one, if there is one. If that has gone, nothing happens: the process
 * learns of it by on-parent-gone.ts, and Node would otherwise report a closed channel as a fault of this process.
 */
export function sendToParent(message: object): void {
  if (process.connected) process.send?.(message, undefined, undefined, ignoreParentGone)
}

/** The parent went after this process had looked. */
function ignoreParentGone(): void {}
