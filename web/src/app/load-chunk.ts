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
 * @throws the error that a browser throws where it cannot import: the router recognises it by its message
 */
export async function loadChunk<T>(load: () => Promise<T>, needed: readonly string[] = []): Promise<T> {
  if (loadedFiles.size === 0) noteInitialFiles()
  await Promise.all(needed.map((file) => loadedFiles.get(file) ?? loadFileOnce(file)))
  return load()
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
