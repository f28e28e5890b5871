import { indexedDbStore } from './outbox-store.ts'

/** The tag of the sync event that starts the service worker (web/service-worker/worker.ts). */
export const SYNC_TAG = 'outbox'

/** Background Sync (WICG), which Chromium's browsers have. */
interface WithSyncManager {
  readonly sync?: { register(tag: string): Promise<void> }
}

/**
 * Asks the browser to start the service worker once there is a network, even after the app was closed. Several requests
 * in the meantime start it only once.
 */
export async function requestBackgroundSync(): Promise<void> {
  try {
    const registration: (ServiceWorkerRegistration & WithSyncManager) | undefined =
      await navigator.serviceWorker?.getRegistration()
    await registration?.sync?.register(SYNC_TAG)
  } catch (error) {
    // The user has switched it off, or the worker is not there yet.
    console.info('Nothing is sent while the app is closed', error)
  }
}

/** Does the same where an entry of this owner can be sent. */
export async function requestBackgroundSyncIfPending(owner: string): Promise<void> {
  const entries = await indexedDbStore.entriesOf(owner).catch(() => [])
  if (entries.some(({ refused }) => refused === undefined)) await requestBackgroundSync()
}
