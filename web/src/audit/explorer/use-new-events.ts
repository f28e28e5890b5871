import { useEffect, useState } from 'react'
import { isUnauthorized } from '../../shared/api/api-error.ts'
import { readEventStream } from '../../shared/api/read-event-stream.ts'
import { pauseBeforeRetry } from '../../shared/api/wait-before-retry.ts'
import { EVENT_STREAM_PATH } from '../api/audit-queries.ts'

/** `offline`: the stream broke off and is being reconnected. `off`: the session has ended. */
export type FeedState = 'connecting' | 'live' | 'offline' | 'off'

const FIRST_FEED_RETRY_MS = 1000
const MAX_FEED_RETRY_MS = 30_000

interface NewEventsOptions {
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
export function useNewEvents({ types, seen, round }: NewEventsOptions): { fresh: number; following: FeedState } {
  const [fresh, setFresh] = useState(0)
  const [following, setFollowing] = useState<FeedState>('connecting')
  const wanted = types.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` is the wish to begin again
  useEffect(() => {
    const stop = new AbortController()
    setFresh(0)
    setFollowing('connecting')
    void readAuditFeed(stop.signal, seen, {
      onState: setFollowing,
      onEvent(type) {
        if (wanted === '' || wanted.split(',').includes(type)) setFresh((count) => count + 1)
      },
    })
    return () => stop.abort()
  }, [wanted, seen, round])
  return { fresh, following }
}

interface FeedListener {
  onState(state: FeedState): void
  onEvent(type: string): void
}

/**
 * Follows the stream until it is stopped or the session ends. The server ends a stream after ten minutes, which is no
 * failure.
 */
async function readAuditFeed(
  signal: AbortSignal,
  seen: number | undefined,
  { onState, onEvent }: FeedListener,
): Promise<void> {
  let lastId = seen === undefined ? undefined : String(seen)
  let waitMs = FIRST_FEED_RETRY_MS
  while (!signal.aborted) {
    try {
      for await (const { event, data, id } of readEventStream(EVENT_STREAM_PATH, signal, { lastId })) {
        // The first event of the stream is its position, so a stream that breaks off before any other event leaves no
        // gap.
        onState('live')
        waitMs = FIRST_FEED_RETRY_MS
        lastId = id ?? lastId
        if (event === 'event') onEvent(eventTypeIn(data))
      }
      await pauseBeforeRetry(FIRST_FEED_RETRY_MS, signal)
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof Error && isUnauthorized(error)) return onState('off')
      onState('offline')
      await pauseBeforeRetry(waitMs, signal)
      waitMs = Math.min(MAX_FEED_RETRY_MS, waitMs * 2)
    }
  }
}

function eventTypeIn(data: string): string {
  const event: { type?: unknown } = JSON.parse(data)
  return String(event.type)
}
