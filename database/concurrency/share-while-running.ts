/**
 * Returns a function that starts work once for all calls of one key that come while it runs: they share its promise.
 * @param keyOf the key of an argument; without it, calls with the same argument share
 */
export function shareWhileRunning<Argument, Result>(
  run: (argument: Argument) => Promise<Result>,
  keyOf: (argument: Argument) => unknown = (argument) => argument,
): (argument: Argument) => Promise<Result> {
  const running = new Map<unknown, Promise<Result>>()
  return (argument) => {
    const key = keyOf(argument)
    const shared = running.get(key) ?? run(argument).finally(() => running.delete(key))
    running.set(key, shared)
    return shared
  }
}

/** Returns a function that starts work once for all calls; after a failure the next call starts it again. */
export function runOnce<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let shared: Promise<Result> | undefined
  return () => {
    shared ??= run().catch((error) => {
      shared = undefined
      throw error
    })
    return shared
  }
}
