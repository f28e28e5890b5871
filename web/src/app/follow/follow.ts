import type { Changed, ChangeKind } from '@ledger/contracts/changes.ts'
import type { QueryClient } from '@tanstack/react-query'
import { ApiError, isUnauthorized } from '../../shared/api/api-error.ts'
import type { Door } from '../../shared/api/changed-lists.ts'
import { eventStream } from '../../shared/api/event-stream.ts'
import { adminQuery } from '../../shared/api/office.ts'
import { pause } from '../../shared/api/pause.ts'
import { balanceQuery } from '../../shared/api/site-account.ts'
import { watchMoneyIn } from './money-in.ts'
import { openReader, type Reader } from './read-again.ts'
import { onHidden, untilShown } from './shown.ts'

const PATHS = { site: '/api/site/follow', admin: '/api/admin/follow' } as const
const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 30_000

let followed: { door: Door; stop: AbortController } | undefined

/**
 * Subscribes to the server's change notifications, and reads changed lists again until the user signs out. The 30 s
 * refetch continues beside it. A second call changes nothing. `path` is an answered call, which shows whose screens
 * these are. A hidden page does not subscribe: over HTTP/1.1 a browser has six connections for all its tabs.
 */
export function follow(client: QueryClient, path: string): void {
  const door = path.startsWith('/api/site/') ? 'site' : 'admin'
  if (followed?.door === door) return
  followed?.stop.abort()
  const stop = new AbortController()
  followed = { door, stop }
  stop.signal.addEventListener('abort', () => {
    if (followed?.stop === stop) followed = undefined
  })
  endWithSession(client, door, stop)
  if (door === 'site') watchMoneyIn(client, stop.signal)
  void listen(PATHS[door], openReader(client, door), stop)
}

/** Ends the subscription with the session: a sign-out, and a sign-in by another user, clear all cached answers. */
function endWithSession(client: QueryClient, door: Door, stop: AbortController): void {
  const [path] = door === 'site' ? balanceQuery.queryKey : adminQuery.queryKey
  const unsubscribe = client.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'removed' && query.queryKey[0] === path) stop.abort()
  })
  stop.signal.addEventListener('abort', unsubscribe)
}

async function listen(path: string, reader: Reader, stop: AbortController): Promise<void> {
  const { signal } = stop
  let lastId: string | undefined
  let waitMs = FIRST_WAIT_MS
  for (;;) {
    await untilShown(signal)
    if (signal.aborted) return
    const connection = new AbortController()
    const heed = onHidden(signal, () => connection.abort())
    try {
      for await (const { event, data, id } of eventStream(path, connection.signal, { lastId, background: true })) {
        if (event === 'from') waitMs = FIRST_WAIT_MS
        // The screen read its lists before the stream began.
        if (event === 'from' && lastId === undefined) reader.readAll()
        if (event === 'changed') reader.read(whatOf(data))
        lastId = id ?? lastId
      }
    } catch (error) {
      if (signal.aborted) return
      // As after any refused call, the screen's own queries are refused too, and the screen shows the refusal.
      if (isUnauthorized(error)) reader.readAll()
      if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return stop.abort()
    } finally {
      heed()
    }
    if (connection.signal.aborted) continue
    // All phones lose a restarted server in the same moment. The random wait spreads their reconnects.
    await pause(waitMs * (0.5 + Math.random()), signal)
    waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 2)
  }
}

function whatOf(data: string): readonly ChangeKind[] {
  const { what }: Changed = JSON.parse(data)
  return what
}
