/** Files that are here or on their way: what the page was opened with, and what was brought since. */
const files = new Map<string, Promise<void>>()

/**
 * Every `import()` of the build goes through here (web/build/parts.ts). What it needs is fetched first, and only what has come is imported:
 * Chromium keeps an import that failed, or whose own imports did, or a link of the kinds "preload" and "modulepreload", for as long as the
 * page stands, so that a part which a moment without a network kept away would never come. A file's name says what is in it, so what was
 * fetched is taken from the browser's cache; what the service worker has is not fetched at all.
 * @param needed all that has to be here, by their paths
 * @throws what a browser throws where it cannot import: by these words the router knows it
 */
export async function bringPart<T>(load: () => Promise<T>, needed: readonly string[] = []): Promise<T> {
  if (files.size === 0) noteOpened()
  await Promise.all(needed.map((file) => files.get(file) ?? bring(file)))
  return load()
}

function noteOpened(): void {
  for (const element of document.querySelectorAll('script[src], link[href]'))
    files.set((element.getAttribute('src') ?? element.getAttribute('href') ?? '').replace(/^\//, ''), Promise.resolve())
}

function bring(file: string): Promise<void> {
  const coming = untilHere(new URL(`/${file}`, location.href).href)
  files.set(file, coming)
  coming.catch(() => files.delete(file))
  return coming
}

async function untilHere(address: string): Promise<void> {
  if (await isKept(address)) preload(address)
  else await fetchWhole(address)
}

/** What a part imports itself is asked for together with it, not after it. */
function preload(address: string): void {
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.href = address
  document.head.append(link)
}

/** Of the screens of head office the worker has only what was used; of a newer version than its own, nothing may be there yet. */
async function isKept(address: string): Promise<boolean> {
  if (!navigator.serviceWorker?.controller) return false
  const kept = await caches.match(address, { ignoreVary: true }).catch(() => undefined)
  return kept !== undefined
}

async function fetchWhole(address: string): Promise<void> {
  try {
    const response = await fetch(address)
    if (!response.ok) throw new Error(`Answered ${response.status}`)
    await response.arrayBuffer()
  } catch (cause) {
    throw new TypeError(`Failed to fetch dynamically imported module: ${address}`, { cause })
  }
}
