import { type Language, useLanguage } from '../../shared/language/language.ts'
import { askToKeepStorage } from '../../shared/session/keep-storage.ts'

/** The interval at which a page that stays open for days asks for a new version. */
const ASK_AGAIN_MS = 3_600_000

let begun = false

/**
 * Registers the service worker that caches the app on this phone (web/service-worker/worker.ts), so that it opens
 * without a network. A second call changes nothing.
 */
export function keepApp(): void {
  // There is no service worker over plain http from another machine.
  if (begun || !('serviceWorker' in navigator)) return
  begun = true
  navigator.serviceWorker.register('/sw.js').then(keepWhatIsUsed).catch(console.warn)
  nameManifest(useLanguage.getState().language)
  useLanguage.subscribe(({ language }) => nameManifest(language))
  addEventListener('appinstalled', keepStorage)
  if (matchMedia('(display-mode: standalone)').matches) keepStorage()
  // Without a network no newer version can be fetched.
  setInterval(() => askForNewer().catch(() => undefined), ASK_AGAIN_MS)
}

/**
 * Has the worker cache the files that this page loaded before the worker was active. The worker caches the field's
 * files by itself.
 */
async function keepWhatIsUsed(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready
  const used = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
  active?.postMessage({ used: used.filter((path) => path.startsWith('/assets/')) })
}

async function askForNewer(): Promise<void> {
  await (await navigator.serviceWorker.getRegistration())?.update()
}

/**
 * Links the manifest of the given language. A manifest has one language, so the name on the home screen is in the
 * language of the user who adds it.
 */
function nameManifest(language: Language): void {
  const link = document.querySelector('link[rel=manifest]')
  link?.setAttribute('href', language === 'hi' ? '/manifest.hi.webmanifest' : '/manifest.webmanifest')
}

function keepStorage(): void {
  askToKeepStorage().catch(console.warn)
}
