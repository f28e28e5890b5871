import { focusManager, MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isRefused, outcomeUnknown } from '../shared/api/api-error.ts'
import { isAway, onNetwork } from '../shared/api/network.ts'
import { dismissToast } from '../shared/design/toast-store.ts'

const LOOK_MS = 300
const afterFirstScreen = () => import('./after-first-screen.ts')

/** §8, §9. */
export function createQueryClient(): QueryClient {
  // A window beside another one comes to the front without having been hidden: TanStack Query listens only for the latter.
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
    // Whoever is signed in and sees the first screen hears from now on of what is changed elsewhere.
    queryCache: new QueryCache({
      onSuccess(_data, { queryKey: [path] }) {
        if (isOfFirstScreen(path)) followWhenShown(client, path)
      },
    }),
    // What a toast says of the last try goes when there is a new one.
    mutationCache: new MutationCache({ onMutate: dismissToast }),
    defaultOptions: {
      queries: {
        staleTime: 0,
        gcTime: 5 * 60_000,
        // What was refused is refused again, at once.
        retry: (failures, error) => !isRefused(error) && failures < 3,
        // "online" would wait in silence where a site has no network; this fails, says so, and reads again on reconnect.
        networkMode: 'always',
      },
      mutations: {
        // Once more, under the same idempotency key, but only where nobody knows whether it was booked: a refusal would only be
        // refused again, and a wrong password would cost a second try.
        retry: (failures, error) => outcomeUnknown(error) && failures < 1,
        networkMode: 'always',
      },
    },
  })
  const helpOut = () => void afterFirstScreen().then(({ standIn }) => standIn(client), loadedLater)
  onNetwork(helpOut)
  if (isAway()) helpOut()
  return client
}

/** Any screen of the field may be the first one that is opened; head office comes in by its dashboard. */
function isOfFirstScreen(path: unknown): path is string {
  return typeof path === 'string' && (path.startsWith('/api/site/') || path === '/api/admin/sites')
}

/** On a slow line nothing comes before what the screen shows. */
function followWhenShown(client: QueryClient, path: string): void {
  setTimeout(() => {
    if (client.isFetching() > 0) followWhenShown(client, path)
    else afterFirstScreen().then(({ begin }) => begin(client, path), loadedLater)
  }, LOOK_MS)
}

/** Where the network did not bring it, the next answer of the same call asks for it again; until then screens are read every 30 s. */
function loadedLater(): void {}
