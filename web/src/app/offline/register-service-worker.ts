import { type Language, useLanguage } from '../../shared/language/language-setting.ts'
import { askForPersistentStorage } from '../../shared/session/persistent-storage.ts'

/** The interval at which a page that stays open for days asks for a new version. */
const UPDATE_CHECK_MS = 3_600_000

let isRegistered = false

/**
 * Registers the service worker that caches the app on this phone (web/service-worker/worker.ts), so that it opens
 * without a network. A second call changes nothing.
 */
export function registerServiceWorker(): void {
  // There is no service worker over plain http from another machine.
  if (isRegistered || !('serviceWorker' in navigator)) return
  isRegistered = true
  navigator.serviceWorker.register('/sw.js').then(cacheLoadedFiles).catch(console.warn)
  setManifestLanguage(useLanguage.getState().language)
  useLanguage.subscribe(({ language }) => setManifestLanguage(language))
  addEventListener('appinstalled', requestPersistentStorage)
  if (matchMedia('(display-mode: standalone)').matches) requestPersistentStorage()
  // Without a network no newer version can be fetched.
  setInterval(() => checkForUpdate().catch(() => undefined), UPDATE_CHECK_MS)
}

/**
 * Has the worker cache the files that this page loaded before the worker was active. The worker caches the field's
 * files by itself.
 */
async function cacheLoadedFiles(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready
  const used = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
  active?.postMessage({ used: used.filter((path) => path.startsWith('/assets/')) })
}

async function checkForUpdate(): Promise<void> {
  await (await navigator.serviceWorker.getRegistration())?.update()
}

/**
 * Links the manifest of the given language. A manifest has one language, so the name on the home screen is in the
 * language of the user who adds it.
 */
function setManifestLanguage(language: Language): void {
  const link = document.querySelector('link[rel=manifest]')
  link?.setAttribute('href', language === 'hi' ? '/manifest.hi.webmanifest' : '/manifest.webmanifest')
}

function requestPersistentStorage(): void {
  askForPersistentStorage().catch(console.warn)
}
