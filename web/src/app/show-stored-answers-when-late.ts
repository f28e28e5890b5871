import type { QueryClient } from '@tanstack/react-query'
import { SHOW_STORED_AFTER_MS } from '../shared/api/server-reachability.ts'
import { lastKnownUser } from '../shared/session/field-session.ts'

/**
 * Shows the last known figures of the last user of this browser where the first answer is late. The code that restores
 * them is otherwise loaded after the first screen.
 */
export function showStoredAnswersWhenLate(client: QueryClient): void {
  if (lastKnownUser() === undefined) return
  setTimeout(() => {
    const isAnswered = client
      .getQueryCache()
      .getAll()
      .some(({ state }) => state.data !== undefined)
    if (!isAnswered)
      import('./deferred-startup.ts').then(
        ({ startOfflineSupport }) => startOfflineSupport(client),
        loadedAfterFirstScreen,
      )
  }, SHOW_STORED_AFTER_MS)
}

function loadedAfterFirstScreen(): void {}
