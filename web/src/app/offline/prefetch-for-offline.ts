import type { QueryClient } from '@tanstack/react-query'
import { beneficiariesQuery } from '../../shared/api/field-queries.ts'
import { transactionPagesQuery } from '../../shared/api/own-transaction-queries.ts'
import { type FieldUser, useFieldSession } from '../../shared/session/field-session.ts'

/** The delay leaves a slow line to the first screen and to the user's first actions. */
const PREFETCH_DELAY_MS = 5000

let prefetchedFor: FieldUser | undefined

/**
 * Prefetches the answers that a user needs without a network and that no screen has asked for yet: the names for an
 * expense and the newest rows of the whole list. Runs once per sign-in, only where the service worker caches the app,
 * and not where the user saves data.
 */
export function prefetchForOffline(client: QueryClient): void {
  const { user } = useFieldSession.getState()
  if (user === prefetchedFor || !('serviceWorker' in navigator) || isSavingData()) return
  prefetchedFor = user
  // Without a worker this promise never resolves.
  void navigator.serviceWorker.ready.then(() => setTimeout(read, PREFETCH_DELAY_MS))

  function read(): void {
    if (user === undefined || useFieldSession.getState().user !== user) return
    // An answer that was read meanwhile or restored from storage is read again by the screens that show it.
    void client.prefetchQuery({ ...beneficiariesQuery, staleTime: 'static' })
    void client.prefetchInfiniteQuery({ ...transactionPagesQuery({}), staleTime: 'static' })
  }
}

/** Tells whether the user saves data. Only Chromium says so. */
function isSavingData(): boolean {
  return 'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true
}
