import type { QueryClient } from '@tanstack/react-query'
import { create } from 'zustand'
import { isAway, onNetwork } from '../../shared/api/network.ts'
import { pause } from '../../shared/api/pause.ts'
import { useSession } from '../../shared/session/session.ts'
import { whoHolds } from '../../shared/session/who-is-here.ts'
import { mayReadAgain } from '../follow/read-again.ts'
import { untilShown } from '../follow/shown.ts'

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 30_000

/**
 * `behind` is true while the screen may be older than the server: from a call without an answer until everything is
 * read again.
 */
export const useBehind = create(() => ({ behind: false }))

/** Asks for the server while it cannot be reached, and has everything on the screen read again once it answers. */
export function comeBack(client: QueryClient): void {
  let stop = new AbortController()
  // Where only some calls come through, the state changes with each of them. The wait doubles, so everything is read
  // again less and less often.
  let waitMs = FIRST_WAIT_MS
  let calm: ReturnType<typeof setTimeout> | undefined

  async function look(): Promise<void> {
    stop.abort()
    stop = new AbortController()
    const { signal } = stop
    if (isAway()) {
      clearTimeout(calm)
      useBehind.setState({ behind: true })
      await askUntilAnswered(signal)
    } else {
      calm = setTimeout(() => {
        waitMs = FIRST_WAIT_MS
      }, LONGEST_WAIT_MS)
      await readAgain(client)
      if (!signal.aborted) useBehind.setState({ behind: false })
    }
  }

  async function askUntilAnswered(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      // The random factor spreads the phones of a site over time.
      await pause(waitMs * (0.5 + Math.random()), signal)
      await untilShown(signal)
      if (signal.aborted) return
      waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 2)
      // call.ts sees the answer and notifies the subscribers.
      await whoHolds().catch(() => undefined)
    }
  }

  const begin = () => void look().catch(console.warn)
  onNetwork(begin)
  if (isAway()) begin()
}

/**
 * Reads everything on the screen again. The screens may have been opened without asking the server: if another user
 * holds the session, this one is signed out.
 */
async function readAgain(client: QueryClient): Promise<void> {
  const { user, leave } = useSession.getState()
  const holder = user === undefined ? undefined : await whoHolds().catch(() => undefined)
  if (holder !== undefined && holder !== user?.id) {
    leave()
    client.clear()
    return window.location.replace('/')
  }
  await client.invalidateQueries({ predicate: mayReadAgain })
}
