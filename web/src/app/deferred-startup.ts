import type { QueryClient } from '@tanstack/react-query'
import { followChanges } from './live-updates/change-stream.ts'
import { prefetchForOffline } from './offline/prefetch-for-offline.ts'
import { registerServiceWorker } from './offline/register-service-worker.ts'
import { startOfflineSupport } from './offline/start-offline-reading.ts'

export { startOfflineSupport }

/**
 * Starts the background work that no screen waits for, once a signed-in user sees the first screen. `path` is a call
 * that was answered.
 */
export function startAfterFirstScreen(client: QueryClient, path: string): void {
  // A user who signed out while this code was loading has cleared the cached answers.
  if (client.getQueriesData({ queryKey: [path] }).every(([, data]) => data === undefined)) return
  followChanges(client, path)
  startOfflineSupport(client)
  registerServiceWorker()
  // A toast without a network finds its code here.
  import('../shared/design/toast/toaster.tsx').catch(console.warn)
  if (path.startsWith('/api/site/')) prefetchForOffline(client)
}
