import type { ChangeKind, ChangeNotification } from '@ledger/contracts/http/change-notification.ts'
import type { QueryClient } from '@tanstack/react-query'
import type { Audience } from '../../shared/api/affected-queries.ts'
import { ApiError, isUnauthorized } from '../../shared/api/api-error.ts'
import { balanceQuery } from '../../shared/api/field-queries.ts'
import { adminQuery } from '../../shared/api/office-queries.ts'
import { readEventStream } from '../../shared/api/read-event-stream.ts'
import { pauseBeforeRetry } from '../../shared/api/wait-before-retry.ts'
import { announceMoneyReceived } from './money-received-toast.ts'
import { onHidden, untilVisible } from './page-visibility.ts'
import { createRefetcher, type Refetcher } from './refetch-changed.ts'

const STREAM_PATHS = { site: '/api/site/follow', admin: '/api/admin/follow' } as const
const FIRST_STREAM_RETRY_MS = 1000
const MAX_STREAM_RETRY_MS = 30_000

let currentStream: { door: Audience; stop: AbortController } | undefined

/**
 * Subscribes to the server's change notifications, and reads changed lists again until the user signs out. The 30 s
 * refetch continues beside it. A second call changes nothing. `path` is an answered call, which shows whose screens
 * these are. A hidden page does not subscribe: over HTTP/1.1 a browser has six connections for all its tabs.
 */
export function followChanges(client: QueryClient, path: string): void {
  const door = path.startsWith('/api/site/') ? 'site' : 'admin'
  if (currentStream?.door === door) return
  currentStream?.stop.abort()
  const stop = new AbortController()
  currentStream = { door, stop }
  stop.signal.addEventListener('abort', () => {
    if (currentStream?.stop === stop) currentStream = undefined
  })
  endWithSession(client, door, stop)
  if (door === 'site') announceMoneyReceived(client, stop.signal)
  void readChangeStream(STREAM_PATHS[door], createRefetcher(client, door), stop)
}

/** Ends the subscription with the session: a sign-out, and a sign-in by another user, clear all cached answers. */
function endWithSession(client: QueryClient, door: Audience, stop: AbortController): void {
  const [path] = door === 'site' ? balanceQuery.queryKey : adminQuery.queryKey
  const unsubscribe = client.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'removed' && query.queryKey[0] === path) stop.abort()
  })
  stop.signal.addEventListener('abort', unsubscribe)
}

async function readChangeStream(path: string, reader: Refetcher, stop: AbortController): Promise<void> {
  const { signal } = stop
  let lastId: string | undefined
  let waitMs = FIRST_STREAM_RETRY_MS
  for (;;) {
    await untilVisible(signal)
    if (signal.aborted) return
    const connection = new AbortController()
    const heed = onHidden(signal, () => connection.abort())
    try {
      for await (const { event, data, id } of readEventStream(path, connection.signal, { lastId, background: true })) {
        if (event === 'from') waitMs = FIRST_STREAM_RETRY_MS
        // The screen read its lists before the stream began.
        if (event === 'from' && lastId === undefined) reader.refetchAll()
        if (event === 'changed') reader.refetchChanged(changedKindsIn(data))
        lastId = id ?? lastId
      }
    } catch (error) {
      if (signal.aborted) return
      // As after any refused call, the screen's own queries are refused too, and the screen shows the refusal.
      if (isUnauthorized(error)) reader.refetchAll()
      if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return stop.abort()
    } finally {
      heed()
    }
    if (connection.signal.aborted) continue
    // All phones lose a restarted server in the same moment. The random wait spreads their reconnects.
    await pauseBeforeRetry(waitMs * (0.5 + Math.random()), signal)
    waitMs = Math.min(MAX_STREAM_RETRY_MS, waitMs * 2)
  }
}

function changedKindsIn(data: string): readonly ChangeKind[] {
  const { what }: ChangeNotification = JSON.parse(data)
  return what
}
