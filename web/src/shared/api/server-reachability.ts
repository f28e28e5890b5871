/**
 * True while the server cannot be reached, by the last calls. A phone's own `navigator.onLine` is true on a site whose
 * network carries nothing, so only calls count (api-client.ts), and any answer is an answer. If it is false before the
 * first call, it is believed until a call is answered, so that opening the app need not wait for a call to fail.
 */
let isServerAway = navigator.onLine === false
/** True where the server counts as away only because an answer is late, and no call has failed. */
let isLate = false
const reachabilityListeners = new Set<() => void>()

/**
 * The wait for a first answer in milliseconds after which a screen shows the last known one instead. It is shorter than
 * the delay of the loading screen (app/router.tsx).
 */
export const SHOW_STORED_AFTER_MS = 250

export const isServerUnreachable = (): boolean => isServerAway

/** Tells whether the server is away because of a late answer alone: the network is slow, and not cut. */
export const isServerLate = (): boolean => isServerAway && isLate

/** @param isAnswered false where a call failed, or where only a proxy answered */
export function noteReachability(isAnswered: boolean): void {
  setReachability(!isAnswered, false)
}

/** Notes that a call has had no answer for long. A call that failed says more. */
export function noteLateAnswer(): void {
  if (!isServerAway) setReachability(true, true)
}

function setReachability(isAway: boolean, late: boolean): void {
  if (isServerAway === isAway && isLate === late) return
  isServerAway = isAway
  isLate = late
  for (const listener of reachabilityListeners) listener()
}

/**
 * Calls `listener` each time that the state changes.
 * @returns a function that ends the subscription
 */
export function onReachabilityChange(listener: () => void): () => void {
  reachabilityListeners.add(listener)
  return () => void reachabilityListeners.delete(listener)
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
