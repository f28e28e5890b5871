import type { QueryClient } from '@tanstack/react-query'
import { create } from 'zustand'
import { isServerLate, isServerUnreachable, onReachabilityChange } from '../../shared/api/server-reachability.ts'
import { pauseBeforeRetry } from '../../shared/api/wait-before-retry.ts'
import { leavePage } from '../../shared/design/dialog/use-close-on-back.ts'
import { useFieldSession } from '../../shared/session/field-session.ts'
import { fetchSessionAccount } from '../../shared/session/resolve-session.ts'
import { untilVisible } from '../live-updates/page-visibility.ts'
import { mayRefetch } from '../live-updates/refetch-changed.ts'

const FIRST_RECONNECT_MS = 1000
const MAX_RECONNECT_MS = 30_000

/**
 * `behind` is true while the screen may be older than the server: from a call without an answer until everything is
 * read again. `isSlow` is true where no call has failed and an answer is late.
 */
export const useMayBeStale = create(() => ({ behind: false, isSlow: false }))

/** Asks for the server while it cannot be reached, and has everything on the screen read again once it answers. */
export function startReconnecting(client: QueryClient): void {
  let stop = new AbortController()
  // Where only some calls come through, the state changes with each of them. The wait doubles, so everything is read
  // again less and less often.
  let waitMs = FIRST_RECONNECT_MS
  let calm: ReturnType<typeof setTimeout> | undefined

  async function look(): Promise<void> {
    stop.abort()
    stop = new AbortController()
    const { signal } = stop
    if (isServerUnreachable()) {
      clearTimeout(calm)
      useMayBeStale.setState({ behind: true, isSlow: isServerLate() })
      await askUntilAnswered(signal)
    } else {
      calm = setTimeout(() => {
        waitMs = FIRST_RECONNECT_MS
      }, MAX_RECONNECT_MS)
      await refetchEverything(client)
      if (!signal.aborted) useMayBeStale.setState({ behind: false })
    }
  }

  async function askUntilAnswered(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      // The random factor spreads the phones of a site over time.
      await pauseBeforeRetry(waitMs * (0.5 + Math.random()), signal)
      await untilVisible(signal)
      if (signal.aborted) return
      waitMs = Math.min(MAX_RECONNECT_MS, waitMs * 2)
      // api-client.ts sees the answer and notifies the subscribers.
      await fetchSessionAccount().catch(() => undefined)
    }
  }

  const begin = () => void look().catch(console.warn)
  onReachabilityChange(begin)
  if (isServerUnreachable()) begin()
}

/**
 * Reads everything on the screen again. The screens may have been opened without asking the server: if another user
 * holds the session, this one is signed out.
 */
async function refetchEverything(client: QueryClient): Promise<void> {
  const { user, leave } = useFieldSession.getState()
  const holder = user === undefined ? undefined : await fetchSessionAccount().catch(() => undefined)
  if (holder !== undefined && holder !== user?.id) {
    leave()
    client.clear()
    return leavePage('/', 'replace')
  }
  // Where only some calls come through, reading everything again would begin the tries of the others anew for ever.
  if (isServerUnreachable()) return
  await client.invalidateQueries({ predicate: mayRefetch })
}
