/**
 * Returns a function that runs one task after the other, in the order of the calls. A failed task does not block later
 * ones.
 */
export function createMutex(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
}
