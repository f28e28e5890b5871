/** The files that are loaded or being loaded: those that the page was opened with, and those that were loaded since. */
const loadedFiles = new Map<string, Promise<void>>()

/**
 * Loads a chunk of the app. Every `import()` of the build is replaced by this function
 * (web/build/chunk-loader-plugin.ts). It first fetches the files that the chunk needs and imports only when all have
 * arrived: as long as the page stands, Chromium remembers an import that failed, an import whose own imports failed,
 * and a failed link of the kind "preload" or "modulepreload", so a chunk that failed in a moment without a network
 * would never load. A file's name identifies its content, so the import takes a fetched file from the browser's cache.
 * A file in the service worker's cache is not fetched at all.
 * @param needed the paths of all files that must be loaded first
 * @throws BadAnswer where the server answered, but not with the file: the router reloads the page once, because the
 * server may have a newer version of the app
 * @throws ChunkNotFetched after a second where a file did not arrive: the same page can load the chunk later
 * @throws Error after a second, in any other case. Firefox and Safari end the requests of a page when the user leaves
 * it, so the words of BadAnswer, or the browser's own words for a failed import, would bring the user back by a reload
 */
export async function loadChunk<T>(load: () => Promise<T>, needed: readonly string[] = []): Promise<T> {
  if (loadedFiles.size === 0) noteInitialFiles()
  let hasArrived = false
  try {
    await Promise.all(needed.map((file) => loadedFiles.get(file) ?? loadFileOnce(file)))
    hasArrived = true
    return await load()
  } catch (cause) {
    if (cause instanceof BadAnswer) throw cause
    // A page that is being left shows no failure: it is gone before.
    await new Promise((resolve) => setTimeout(resolve, FAILURE_DELAY_MS))
    const Failure = hasArrived ? Error : ChunkNotFetched
    throw new Failure('A chunk of the app did not arrive', { cause })
  }
}

const FAILURE_DELAY_MS = 1000

/** The files of a chunk did not arrive, and no import was tried that the browser would remember as failed. */
export class ChunkNotFetched extends Error {}

/** The router recognises the message of a browser that cannot import, and then reloads the page. */
class BadAnswer extends TypeError {
  constructor(address: string, status: number) {
    super(`Failed to fetch dynamically imported module: ${address}`, { cause: `Answered ${status}` })
  }
}

function noteInitialFiles(): void {
  for (const element of document.querySelectorAll('script[src], link[href]'))
    loadedFiles.set(
      (element.getAttribute('src') ?? element.getAttribute('href') ?? '').replace(/^\//, ''),
      Promise.resolve(),
    )
}

function loadFileOnce(file: string): Promise<void> {
  const coming = loadFile(new URL(`/${file}`, location.href).href)
  loadedFiles.set(file, coming)
  coming.catch(() => loadedFiles.delete(file))
  return coming
}

async function loadFile(address: string): Promise<void> {
  if (await isCached(address)) addModulePreload(address)
  else await fetchWhole(address)
}

/** Loads a cached chunk together with its own imports, not one after the other. */
function addModulePreload(address: string): void {
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.href = address
  document.head.append(link)
}

/**
 * Tells whether the service worker has cached the file. It has only those screens of head office that were used, and
 * possibly no file of a version newer than its own.
 */
async function isCached(address: string): Promise<boolean> {
  if (!navigator.serviceWorker?.controller) return false
  const cached = await caches.match(address, { ignoreVary: true }).catch(() => undefined)
  return cached !== undefined
}

async function fetchWhole(address: string): Promise<void> {
  const response = await fetch(address)
  if (!response.ok) throw new BadAnswer(address, response.status)
  await response.arrayBuffer()
}
