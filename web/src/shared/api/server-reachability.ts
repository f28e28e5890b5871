/**
 * True while the server cannot be reached, by the last calls. A phone's own `navigator.onLine` is true on a site whose
 * network carries nothing, so only calls count (api-client.ts), and any answer is an answer. If it is false before the
 * first call, it is believed until a call is answered, so that opening the app need not wait for a call to fail.
 */
let isServerAway = navigator.onLine === false
const reachabilityListeners = new Set<() => void>()

export const isServerUnreachable = (): boolean => isServerAway

/** @param isAnswered false where a call failed, where only a proxy answered, or where no answer came for long */
export function noteReachability(isAnswered: boolean): void {
  if (isServerAway !== isAnswered) return
  isServerAway = !isAnswered
  for (const tell of reachabilityListeners) tell()
}

/**
 * Calls `tell` each time that the state changes.
 * @returns a function that ends the subscription
 */
export function onReachabilityChange(tell: () => void): () => void {
  reachabilityListeners.add(tell)
  return () => void reachabilityListeners.delete(tell)
}

/** Resolves when the server is away by `isAway`; at once where it is away already. */
export function untilServerUnreachable(): Promise<undefined> {
  return new Promise((resolve) => {
    const stop = onReachabilityChange(look)
    function look() {
      if (!isServerAway) return
      stop()
      resolve(undefined)
    }
    look()
  })
}
