import type { QueryClient } from '@tanstack/react-query'
import { pagesQuery } from '../../shared/api/own-ledger.ts'
import { beneficiariesQuery } from '../../shared/api/site-account.ts'
import { type FieldUser, useSession } from '../../shared/session/session.ts'

/** The first screen and what is done on it come first on a slow line. */
const AFTER_MS = 5000

let askedFor: FieldUser | undefined

/**
 * Asks for what will be wanted where there is no network though no screen has asked for it yet: the names for an expense, and
 * the newest rows of the whole list. Once for each sign-in, where the app itself is kept; not where the reader saves data.
 */
export function readAhead(client: QueryClient): void {
  const { user } = useSession.getState()
  if (user === askedFor || !('serviceWorker' in navigator) || isSavingData()) return
  askedFor = user
  // Without a worker it never comes to that.
  void navigator.serviceWorker.ready.then(() => setTimeout(read, AFTER_MS))

  function read(): void {
    if (user === undefined || useSession.getState().user !== user) return
    // What was read meanwhile, or stands in from last time, is read again by the screens that show it.
    void client.prefetchQuery({ ...beneficiariesQuery, staleTime: 'static' })
    void client.prefetchInfiniteQuery({ ...pagesQuery({}), staleTime: 'static' })
  }
}

/** Chromium's own; elsewhere nobody can tell. */
function isSavingData(): boolean {
  return 'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true
}
