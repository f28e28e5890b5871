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

/** What is on the screen may be older than what the server has: from a call that was not answered until all was read again. */
export const useBehind = create(() => ({ behind: false }))

/** While the server cannot be reached, asks for it; when it can, has everything on the screen read again. */
export function comeBack(client: QueryClient): void {
  let stop = new AbortController()
  // Where only some calls come through, it goes and comes with each of them: then everything is read again ever more seldom.
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
      // Not all phones of a site in the same moment.
      await pause(waitMs * (0.5 + Math.random()), signal)
      await untilShown(signal)
      if (signal.aborted) return
      waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 2)
      // call.ts hears the answer, and whoever waits for it is told.
      await whoHolds().catch(() => undefined)
    }
  }

  const begin = () => void look().catch(console.warn)
  onNetwork(begin)
  if (isAway()) begin()
}

/** The screens may have been opened without the server's word: where it is somebody else who is signed in, they are not to stay. */
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
