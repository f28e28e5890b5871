import { type Language, useLanguage } from '../../shared/language/language.ts'
import { askToKeepStorage } from '../../shared/session/keep-storage.ts'

/** A page that is open for days asks for a new version as often as this. */
const ASK_AGAIN_MS = 3_600_000

let begun = false

/**
 * Keeps the app itself on this phone (web/service-worker/worker.ts), so that it opens without a network. Called again, it changes
 * nothing.
 */
export function keepApp(): void {
  // Over plain http from another machine there is none.
  if (begun || !('serviceWorker' in navigator)) return
  begun = true
  navigator.serviceWorker.register('/sw.js').then(keepWhatIsUsed).catch(console.warn)
  nameManifest(useLanguage.getState().language)
  useLanguage.subscribe(({ language }) => nameManifest(language))
  addEventListener('appinstalled', keepStorage)
  if (matchMedia('(display-mode: standalone)').matches) keepStorage()
  // Without a network there is nothing newer to be had.
  setInterval(() => askForNewer().catch(() => undefined), ASK_AGAIN_MS)
}

/** What this page loaded before the worker was there, and is not of the field, which the worker keeps by itself. */
async function keepWhatIsUsed(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready
  const used = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
  active?.postMessage({ used: used.filter((path) => path.startsWith('/assets/')) })
}

async function askForNewer(): Promise<void> {
  await (await navigator.serviceWorker.getRegistration())?.update()
}

/** A manifest has one language: the name on the home screen is in the one of whoever puts it there. */
function nameManifest(language: Language): void {
  const link = document.querySelector('link[rel=manifest]')
  link?.setAttribute('href', language === 'hi' ? '/manifest.hi.webmanifest' : '/manifest.webmanifest')
}

function keepStorage(): void {
  askToKeepStorage().catch(console.warn)
}
