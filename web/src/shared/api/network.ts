/**
 * Whether the server can be reached, as far as the last calls tell. A phone's own word for it (`navigator.onLine`) says yes on
 * a site whose network carries nothing, so only calls are believed (call.ts): an answer is an answer, whatever it says. Where it says
 * no before the first call, that is taken for true until a call tells: whoever opens the app need not wait for one to fail.
 */
let away = navigator.onLine === false
const told = new Set<() => void>()

export const isAway = (): boolean => away

/** @param isAnswered false where a call failed, where only a proxy answered, or where nothing has come for long */
export function heardFrom(isAnswered: boolean): void {
  if (away !== isAnswered) return
  away = !isAnswered
  for (const tell of told) tell()
}

/**
 * Calls `tell` each time that it changes.
 * @returns how to take it back
 */
export function onNetwork(tell: () => void): () => void {
  told.add(tell)
  return () => void told.delete(tell)
}

/** Resolves when the server cannot be reached as far as `isAway` knows, at once where that is so already. */
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
