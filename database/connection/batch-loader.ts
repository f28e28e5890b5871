/** The largest number of concurrent queries; keys that are requested meanwhile go into the next one. */
const MAX_CONCURRENT_LOOKUPS = 2

interface PendingLookup<Key, Found> {
  key: Key
  resolve: (found: Found) => void
  reject: (error: unknown) => void
}

/**
 * Returns a loader that answers all waiting lookups with one query, because at thousands of requests a second a query
 * each would cost more than the request. Every answer is read after it was requested, so it includes everything that
 * was committed before.
 * @param load loads some keys of one company, each key once
 * @param atMost the most lookups that one query answers, for large answers
 */
export function createBatchLoader<Key, Found>(
  load: (keys: Key[]) => Promise<(key: Key) => Found>,
  atMost = Number.POSITIVE_INFINITY,
): (key: Key) => Promise<Found> {
  const waiting: PendingLookup<Key, Found>[] = []
  let running = 0

  async function run(): Promise<void> {
    if (waiting.length === 0 || running >= MAX_CONCURRENT_LOOKUPS) return
    const asked = waiting.splice(0, atMost)
    running++
    try {
      const found = await load([...new Set(asked.map(({ key }) => key))])
      for (const { key, resolve } of asked) resolve(found(key))
    } catch (error) {
      for (const { reject } of asked) reject(error)
    }
    running--
    while (waiting.length > 0 && running < MAX_CONCURRENT_LOOKUPS) void run()
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      // The first of several lookups that arrive together waits a turn of the event loop, so that the others join its
      // query.
      if (running < MAX_CONCURRENT_LOOKUPS) setImmediate(() => void run())
    })
}
