import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { routes } from './route.ts'
import type { Service } from './service.ts'
import { askerOf } from './session.ts'
import type { Streams } from './stream.ts'

/** Sooner than a reader takes the connection for dead (web/src/shared/api/event-stream.ts, LONGEST_SILENCE_MS). */
const HEARTBEAT_MS = 20_000

/**
 * What of the asker's lists has changed, for field and office: `from` says where the stream begins, then each `changed` (contracts/changes.ts)
 * what to read again. The id of each is the position, so that whoever reconnects is told at once what it missed.
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
