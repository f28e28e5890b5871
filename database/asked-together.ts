/** No more than this many queries at a time; what is asked meanwhile goes into the next one. */
const AT_ONCE = 2

interface Asked<Key, Found> {
  key: Key
  resolve: (found: Found) => void
  reject: (error: unknown) => void
}

/**
 * One query for all who wait: at thousands of requests a second a query for each would cost more than the request. Every answer
 * was read after it was asked for, so that what happened before is in it.
 * @param read answers for some keys, each once
 */
export function askedTogether<Key, Found>(
  read: (keys: Key[]) => Promise<(key: Key) => Found>,
): (key: Key) => Promise<Found> {
  let waiting: Asked<Key, Found>[] = []
  let running = 0

  async function run(): Promise<void> {
    if (waiting.length === 0 || running >= AT_ONCE) return
    const asked = waiting
    waiting = []
    running++
    try {
      const found = await read([...new Set(asked.map(({ key }) => key))])
      for (const { key, resolve } of asked) resolve(found(key))
    } catch (error) {
      for (const { reject } of asked) reject(error)
    }
    running--
    void run()
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      // Of requests that came in together, the first gathers the others.
      if (running < AT_ONCE) setImmediate(() => void run())
    })
}
