import { SYNC_TAG } from '../src/field/outbox/model/background-sync.ts'
import { flushOutboxInBackground } from './flush-outbox.ts'

/**
 * Caches the app on the phone, so that it opens without a network (docs/decisions/0017-offline-app.md). It caches
 * files of the build only: an answer of the API belongs to a person and does not pass through here. Where the browser
 * has Background Sync, the worker sends the entries of the outbox after the app was closed, as a page does.
 *
 * A file of the build is named by its content, so the files of two versions share one cache and a page of either
 * version finds its own. For this reason a new version does not wait until the pages of the old one are closed: it
 * opens with the next page.
 */
declare const self: ServiceWorkerGlobalScope

/** Background Sync (WICG). */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}
declare global {
  interface ServiceWorkerGlobalScopeEventMap {
    sync: SyncEvent
  }
}

/** The name and the files of this build, written in by web/build/service-worker-plugin.ts. */
declare const BUILD: BuildManifest
interface BuildManifest {
  readonly id: string
  /** The script in index.html. */
  readonly entry: string
  /** The files that a field user can reach. They are cached at once. */
  readonly field: readonly string[]
  /** All files of the build. Those outside `field` are cached when they are used. */
  readonly all: readonly string[]
}

const { id: buildId, entry: entryScript, field: fieldFiles, all: allFiles } = BUILD
const CACHE_NAME = 'app'
const SHELL_PATH = `/shell/${buildId}`
/** The ids of the pages that were open when this version took over. */
const OLD_PAGES_PATH = '/old-pages'
/** The number of files fetched at the same time, with a lower priority than the page's own requests. */
const MAX_CONCURRENT_DOWNLOADS = 2
const RELOAD_TIMEOUT_MS = 3000

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => event.waitUntil(rememberOldPages()))
self.addEventListener('message', (event) => event.waitUntil(cacheUsedFiles(event.data)))
self.addEventListener('sync', (event) => {
  if (event.tag === SYNC_TAG) event.waitUntil(flushOutboxInBackground())
})
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (pathname.startsWith('/assets/')) event.respondWith(respondWithFile(event))
  else if (request.mode === 'navigate' && isScreen(pathname)) {
    event.respondWith(respondWithShell(request))
    event.waitUntil(deleteOldFiles())
  }
})

/** Tells whether ledger-service/http/routes/public/serve-web-app.ts answers this path with index.html. */
function isScreen(pathname: string): boolean {
  const isServers = pathname.startsWith('/api/') || ['/healthz', '/readyz', '/metrics'].includes(pathname)
  return !isServers && !/\.[^/]*$/.test(pathname)
}

/**
 * Caches the field's files. A file that is cached already, by this version or an earlier one, is not fetched again.
 * Files that arrived before the network failed stay for the next try.
 */
async function install(): Promise<void> {
  const cache = await caches.open(CACHE_NAME)
  const kept = await pathsIn(cache)
  const missing = fieldFiles.filter((path) => !kept.has(path))
  const fetchInTurn = async () => {
    for (let path = missing.shift(); path !== undefined; path = missing.shift())
      await cache.add(new Request(path, { priority: 'low' }))
  }
  await Promise.all(Array.from({ length: MAX_CONCURRENT_DOWNLOADS }, fetchInTurn))
  const answer = await fetch('/index.html', { cache: 'no-cache' })
  if (!answer.ok || !(await answer.clone().text()).includes(entryScript))
    throw new Error('The server has another version by now')
  await cache.put(SHELL_PATH, answer)
  await self.skipWaiting()
}

async function rememberOldPages(): Promise<void> {
  const cache = await caches.open(CACHE_NAME)
  await cache.put(OLD_PAGES_PATH, Response.json([...(await openPageIds())]))
  await self.clients.claim()
}

/**
 * Answers with the cached index.html, because opening the app must not wait for a network that may carry nothing. A
 * reload asks the server for the newest version first.
 */
async function respondWithShell(request: Request): Promise<Response> {
  const kept = await caches.match(SHELL_PATH)
  if (kept === undefined) return fetch(request)
  if (request.cache === 'default') return kept
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, RELOAD_TIMEOUT_MS, undefined))
  const fresh = await Promise.race([fetch(request).catch(() => undefined), late])
  return fresh?.ok ? fresh : kept
}

async function respondWithFile(event: FetchEvent): Promise<Response> {
  const { request } = event
  const kept = await caches.match(request, { ignoreVary: true })
  if (kept !== undefined) return kept
  const answer = await fetch(request)
  if (answer.ok) {
    const copy = answer.clone()
    // A full phone leaves its cache as it is.
    const keep = async () => (await caches.open(CACHE_NAME)).put(request, copy)
    event.waitUntil(keep().catch(console.warn))
  }
  return answer
}

/** Caches the files that a page loaded before this worker handled its requests. */
async function cacheUsedFiles({ used }: { used: readonly string[] }): Promise<void> {
  const cache = await caches.open(CACHE_NAME)
  const kept = await pathsIn(cache)
  const missing = used.filter((path) => allFiles.includes(path) && !kept.has(path))
  // A file that does not arrive is cached when it is used again.
  await Promise.allSettled(missing.map((path) => cache.add(path)))
}

let hasDeletedOldFiles = false

/**
 * Deletes the files of earlier versions once no page is open that was open when this version took over: until then such
 * a page may ask for more of them.
 */
async function deleteOldFiles(): Promise<void> {
  if (hasDeletedOldFiles) return
  const cache = await caches.open(CACHE_NAME)
  const old: string[] = (await (await cache.match(OLD_PAGES_PATH))?.json()) ?? []
  const open = await openPageIds()
  if (old.some((id) => open.has(id))) return
  hasDeletedOldFiles = true
  const own = new Set([...allFiles, SHELL_PATH])
  for (const path of await pathsIn(cache)) if (!own.has(path)) await cache.delete(path)
}

async function openPageIds(): Promise<Set<string>> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  return new Set(pages.map(({ id }) => id))
}

async function pathsIn(cache: Cache): Promise<Set<string>> {
  return new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
}
