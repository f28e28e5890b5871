import type { FastifyInstance, FastifyReply } from 'fastify'
import { type RouteCall, routeDefiner } from '../define-route.ts'
import { currentUser } from '../plugins/session.ts'

/**
 * Shorter than the silence after which the client closes the connection (web/src/shared/api/read-event-stream.ts,
 * MAX_SILENCE_MS).
 */
const CHANGE_FEED_HEARTBEAT_MS = 20_000

/**
 * Registers the streams of changes to the user's lists, for field and office: the event `from` has the position where
 * the stream begins, then each `changed` (contracts/http/change-notification.ts) names the lists to read again. The id
 * of each event is the position, so that a client that reconnects receives at once the changes that it missed.
 */
export function registerChangeFeed(app: FastifyInstance): void {
  const route = routeDefiner(app)

  function streamChanges({ company, request, reply }: RouteCall<'siteFollow' | 'adminFollow'>): Promise<FastifyReply> {
    const lastEventId = Number(request.headers['last-event-id'])
    const since = Number.isSafeInteger(lastEventId) && lastEventId > 0 ? lastEventId : undefined
    return company.streams.answerWithEvents(
      { request, reply },
      async (send, signal) => {
        const subscriber = await company.changes.subscribe(currentUser(request), since)
        try {
          await send('from', {}, since ?? subscriber.position)
          while (!signal.aborted) {
            const change = await subscriber.next(signal)
            await send('changed', change, change.position)
          }
        } finally {
          subscriber.close()
        }
      },
      { endless: true, heartbeatMs: CHANGE_FEED_HEARTBEAT_MS },
    )
  }

  route('siteFollow', streamChanges)
  route('adminFollow', streamChanges)
}
