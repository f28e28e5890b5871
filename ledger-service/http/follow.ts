import { setTimeout as sleep } from 'node:timers/promises'
import { storedEvents } from '@ledger/database/read-log.ts'
import { headPosition } from '@ledger/projections/log.ts'
import type { FastifyInstance } from 'fastify'
import { auditEventOf } from '../proof/audit-event.ts'
import { routes } from './route.ts'
import type { Service } from './service.ts'
import type { Streams } from './stream.ts'

const LOOK_MS = 1000
/** A browser reconnects by itself and sends the last id that it received, so a stream may end. */
const LONGEST_MS = 10 * 60_000
/** A small page, because each slow reader holds a page in memory. */
const PAGE = 200

/** Registers the stream of new events for the explorer: server-sent events whose id is the position. */
export function registerFollow(app: FastifyInstance, service: Service, streams: Streams): void {
  const route = routes(app, service)
  const { db, companyId } = service

  route('auditFollow', async ({ request, reply }) => {
    const seen = Number(request.headers['last-event-id'])
    let after = Number.isSafeInteger(seen) && seen > 0 ? seen : await headPosition(db, companyId)
    const until = Date.now() + LONGEST_MS
    return streams.events(
      { request, reply },
      async (send, signal) => {
        // Without it, a stream that ends before any event would continue at another position.
        await send('from', {}, after)
        while (Date.now() < until) {
          const head = await headPosition(db, companyId)
          while (after < head) {
            const upTo = Math.min(after + PAGE, head)
            for (const event of await storedEvents(db, companyId, { after, upTo }))
              await send('event', auditEventOf(event), event.position)
            after = upTo
          }
          await sleep(LOOK_MS, undefined, { signal })
        }
      },
      { endless: true },
    )
  })
}
