import { keptStore } from './store.ts'

/** What the service worker is called by (web/service-worker/worker.ts). */
export const SYNC = 'outbox'

/** Background Sync (WICG), which Chromium's browsers have. */
interface CanSync {
  readonly sync?: { register(tag: string): Promise<void> }
}

/** Has the service worker called when there is a network, be it after the app was closed. Asked again meanwhile, it is still once. */
export async function sendInBackground(): Promise<void> {
  try {
    const registration: (ServiceWorkerRegistration & CanSync) | undefined =
      await navigator.serviceWorker?.getRegistration()
    await registration?.sync?.register(SYNC)
  } catch (error) {
    // The person has switched it off, or the worker is not there yet.
    console.info('Nothing is sent while the app is closed', error)
  }
}

/** The same, where something of this owner can be sent. */
export async function sendRestInBackground(owner: string): Promise<void> {
  const entries = await keptStore.entriesOf(owner).catch(() => [])
  if (entries.some(({ refused }) => refused === undefined)) await sendInBackground()
}
