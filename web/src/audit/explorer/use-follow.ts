import { useEffect, useState } from 'react'
import { isUnauthorized } from '../../api/api-error.ts'
import { FOLLOW } from '../calls/audit-calls.ts'
import { eventStream } from '../calls/event-stream.ts'

const WAIT_MS = 3000
/** After so many failures in a row the reader is told, and asked. */
const TRIES = 5

/**
 * Counts the events that come in from now on, of `types` only where there are any. `round` starts it over.
 * The server ends a stream after ten minutes; this takes it up where it was.
 */
export function useFollow(types: readonly string[], round: number): { fresh: number; following: boolean } {
  const [fresh, setFresh] = useState(0)
  const [following, setFollowing] = useState(true)
  const wanted = types.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` is the wish to begin again
  useEffect(() => {
    const stop = new AbortController()
    setFresh(0)
    setFollowing(true)
    void follow(stop.signal, (type) => {
      if (wanted === '' || wanted.split(',').includes(type)) setFresh((count) => count + 1)
    }).then(() => {
      if (!stop.signal.aborted) setFollowing(false)
    })
    return () => stop.abort()
  }, [wanted, round])
  return { fresh, following }
}

/** Until it is stopped, the session ends, or nobody answers any more. */
async function follow(signal: AbortSignal, onEvent: (type: string) => void): Promise<void> {
  let lastId: string | undefined
  for (let failures = 0; failures < TRIES && !signal.aborted; ) {
    try {
      for await (const { event, data, id } of eventStream(FOLLOW, signal, lastId)) {
        failures = 0
        lastId = id ?? lastId
        if (event === 'event') onEvent(typeOf(data))
      }
    } catch (error) {
      if (signal.aborted || (error instanceof Error && isUnauthorized(error))) return
      console.warn(error)
      failures += 1
    }
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
  }
}

function typeOf(data: string): string {
  const event: { type?: unknown } = JSON.parse(data)
  return String(event.type)
}
