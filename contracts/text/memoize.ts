/**
 * Returns a function that remembers the results of `compute`. It forgets all of them when it has `max`, which costs
 * less than to know which one was used last.
 */
export function memoize<Key, Value>(max: number, compute: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>()
  return (key) => {
    const before = known.get(key)
    if (before !== undefined) return before
    const value = compute(key)
    if (known.size >= max) known.clear()
    known.set(key, value)
    return value
  }
}
