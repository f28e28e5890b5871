/**
 * True while the server cannot be reached, by the last calls. A phone's own `navigator.onLine` is true on a site whose
 * network carries nothing, so only calls count (call.ts), and any answer is an answer. If it is false before the first
 * call, it is believed until a call is answered, so that opening the app need not wait for a call to fail.
 */
let away = navigator.onLine === false
const told = new Set<() => void>()

export const isAway = (): boolean => away

/** @param isAnswered false where a call failed, where only a proxy answered, or where no answer came for long */
export function heardFrom(isAnswered: boolean): void {
  if (away !== isAnswered) return
  away = !isAnswered
  for (const tell of told) tell()
}

/**
 * Calls `tell` each time that the state changes.
 * @returns a function that ends the subscription
 */
export function onNetwork(tell: () => void): () => void {
  told.add(tell)
  return () => void told.delete(tell)
}

/** Resolves when the server is away by `isAway`; at once where it is away already. */
export function untilAway(): Promise<undefined> {
  return new Promise((resolve) => {
    const stop = onNetwork(look)
    function look() {
      if (!away) return
      stop()
      resolve(undefined)
    }
    look()
  })
}
