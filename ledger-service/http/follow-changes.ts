import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { routes } from './route.ts'
import type { Service } from './service.ts'
import { askerOf } from './session.ts'
import type { Streams } from './stream.ts'

/**
 * Shorter than the silence after which the client closes the connection (web/src/shared/api/event-stream.ts,
 * LONGEST_SILENCE_MS).
 */
const HEARTBEAT_MS = 20_000

/**
 * Registers the streams of changes to the user's lists, for field and office: the event `from` has the position where
 * the stream begins, then each `changed` (contracts/changes.ts) names the lists to read again. The id of each event is
 * the position, so that a client that reconnects receives at once the changes that it missed.
 */
export function registerFollowChanges(app: FastifyInstance, service: Service, streams: Streams): void {
  const route = routes(app, service)

  function follow(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const seen = Number(request.headers['last-event-id'])
    const since = Number.isSafeInteger(seen) && seen > 0 ? seen : undefined
    return streams.events(
      { request, reply },
      async (send, signal) => {
        const ear = await service.changes.open(askerOf(request), since)
        try {
          await send('from', {}, since ?? ear.position)
          while (!signal.aborted) {
            const change = await ear.next(signal)
            await send('changed', change, change.position)
          }
        } finally {
          ear.close()
        }
      },
      { endless: true, heartbeatMs: HEARTBEAT_MS },
    )
  }

  route('siteFollow', ({ request, reply }) => follow(request, reply))
  route('adminFollow', ({ request, reply }) => follow(request, reply))
}
