import { useEffect, useState } from 'react'
import { isUnauthorized } from '../../shared/api/api-error.ts'
import { eventStream } from '../../shared/api/event-stream.ts'
import { pause } from '../../shared/api/pause.ts'
import { FOLLOW } from '../calls/audit-calls.ts'

/** `offline`: the stream broke off and is being reconnected. `off`: the session has ended. */
export type Following = 'connecting' | 'live' | 'offline' | 'off'

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 30_000

interface Asked {
  /** Only these types are counted; all types where there are none. */
  readonly types: readonly string[]
  /** The position that the reader has seen; undefined begins at the end of the log. */
  readonly seen: number | undefined
  /** Another number restarts the stream at once. */
  readonly round: number
}

/**
 * Counts the events after the last one that the reader has seen, and returns whether the stream is connected. A broken
 * stream resumes after its last event, so no event is missed or counted twice.
 */
export function useFollow({ types, seen, round }: Asked): { fresh: number; following: Following } {
  const [fresh, setFresh] = useState(0)
  const [following, setFollowing] = useState<Following>('connecting')
  const wanted = types.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` is the wish to begin again
  useEffect(() => {
    const stop = new AbortController()
    setFresh(0)
    setFollowing('connecting')
    void follow(stop.signal, seen, {
      onState: setFollowing,
      onEvent(type) {
        if (wanted === '' || wanted.split(',').includes(type)) setFresh((count) => count + 1)
      },
    })
    return () => stop.abort()
  }, [wanted, seen, round])
  return { fresh, following }
}

interface Heard {
  onState(state: Following): void
  onEvent(type: string): void
}

/**
 * Follows the stream until it is stopped or the session ends. The server ends a stream after ten minutes, which is no
 * failure.
 */
async function follow(signal: AbortSignal, seen: number | undefined, { onState, onEvent }: Heard): Promise<void> {
  let lastId = seen === undefined ? undefined : String(seen)
  let waitMs = FIRST_WAIT_MS
  while (!signal.aborted) {
    try {
      for await (const { event, data, id } of eventStream(FOLLOW, signal, { lastId })) {
        // The first event of the stream is its position, so a stream that breaks off before any other event leaves no
        // gap.
        onState('live')
        waitMs = FIRST_WAIT_MS
        lastId = id ?? lastId
        if (event === 'event') onEvent(typeOf(data))
      }
      await pause(FIRST_WAIT_MS, signal)
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof Error && isUnauthorized(error)) return onState('off')
      onState('offline')
      await pause(waitMs, signal)
      waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 2)
    }
  }
}

function typeOf(data: string): string {
  const event: { type?: unknown } = JSON.parse(data)
  return String(event.type)
}
