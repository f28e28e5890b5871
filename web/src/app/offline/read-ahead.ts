import type { QueryClient } from '@tanstack/react-query'
import { pagesQuery } from '../../shared/api/own-ledger.ts'
import { beneficiariesQuery } from '../../shared/api/site-account.ts'
import { type FieldUser, useSession } from '../../shared/session/session.ts'

/** The delay leaves a slow line to the first screen and to the user's first actions. */
const AFTER_MS = 5000

let askedFor: FieldUser | undefined

/**
 * Prefetches the answers that a user needs without a network and that no screen has asked for yet: the names for an
 * expense and the newest rows of the whole list. Runs once per sign-in, only where the service worker caches the app,
 * and not where the user saves data.
 */
export function readAhead(client: QueryClient): void {
  const { user } = useSession.getState()
  if (user === askedFor || !('serviceWorker' in navigator) || isSavingData()) return
  askedFor = user
  // Without a worker this promise never resolves.
  void navigator.serviceWorker.ready.then(() => setTimeout(read, AFTER_MS))

  function read(): void {
    if (user === undefined || useSession.getState().user !== user) return
    // An answer that was read meanwhile or restored from storage is read again by the screens that show it.
    void client.prefetchQuery({ ...beneficiariesQuery, staleTime: 'static' })
    void client.prefetchInfiniteQuery({ ...pagesQuery({}), staleTime: 'static' })
  }
}

/** Tells whether the user saves data. Only Chromium says so. */
function isSavingData(): boolean {
  return 'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true
}
