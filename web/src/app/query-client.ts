import { focusManager, MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isRefused, outcomeUnknown } from '../shared/api/api-error.ts'
import { isServerUnreachable, onReachabilityChange } from '../shared/api/server-reachability.ts'
import { dismissToast } from '../shared/design/toast/toast-store.ts'

const SETTLE_CHECK_MS = 300
const loadDeferredStartup = () => import('./deferred-startup.ts')

/** Returns the query client with the retry rules of §8 and §9. */
export function createQueryClient(): QueryClient {
  // A window beside another one gets the focus without having been hidden, but TanStack Query listens only for the
  // latter.
  focusManager.setEventListener((onFocus) => {
    const look = () => onFocus()
    window.addEventListener('focus', look)
    window.addEventListener('visibilitychange', look)
    return () => {
      window.removeEventListener('focus', look)
      window.removeEventListener('visibilitychange', look)
    }
  })
  const client = new QueryClient({
    // Once a signed-in user sees the first screen, changes made elsewhere are subscribed to.
    queryCache: new QueryCache({
      onSuccess(_data, { queryKey: [path] }) {
        if (isFirstScreenCall(path)) startWhenScreenIsShown(client, path)
      },
    }),
    // A new try removes the toast of the last one.
    mutationCache: new MutationCache({ onMutate: dismissToast }),
    defaultOptions: {
      queries: {
        staleTime: 0,
        gcTime: 5 * 60_000,
        // A refused call is not repeated, because it would be refused again.
        retry: (failures, error) => !isRefused(error) && failures < 3,
        // "online" would wait in silence where a site has no network. "always" fails, shows the error, and reads again
        // on reconnect.
        networkMode: 'always',
      },
      mutations: {
        // Retries once under the same idempotency key, but only where the outcome is unknown: a refusal would only be
        // refused again, and a wrong password would cost a second try.
        retry: (failures, error) => outcomeUnknown(error) && failures < 1,
        networkMode: 'always',
      },
    },
  })
  const helpOut = () =>
    void loadDeferredStartup().then(({ startOfflineSupport }) => startOfflineSupport(client), retriedLater)
  onReachabilityChange(helpOut)
  if (isServerUnreachable()) helpOut()
  return client
}

/**
 * Tells whether the call belongs to a first screen: any screen of the field can be the first, and head office enters by
 * its dashboard.
 */
function isFirstScreenCall(path: unknown): path is string {
  return typeof path === 'string' && (path.startsWith('/api/site/') || path === '/api/admin/sites')
}

/** Waits until no query is running, because on a slow line nothing may delay the answers that the screen shows. */
function startWhenScreenIsShown(client: QueryClient, path: string): void {
  setTimeout(() => {
    if (client.isFetching() > 0) startWhenScreenIsShown(client, path)
    else loadDeferredStartup().then(({ startAfterFirstScreen }) => startAfterFirstScreen(client, path), retriedLater)
  }, SETTLE_CHECK_MS)
}

/**
 * Where the network did not load the code, the next answer of the same call asks for it again. Until then screens are
 * read every 30 s.
 */
function retriedLater(): void {}
