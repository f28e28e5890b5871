import { setTimeout as sleep } from 'node:timers/promises'
import { readStoredEvents } from '@ledger/database/binary/stored-event-reader.ts'
import { readHeadPosition } from '@ledger/database/log-head-position.ts'
import type { FastifyInstance } from 'fastify'
import { toAuditEvent } from '../../proof/to-audit-event.ts'
import { routeDefiner } from '../define-route.ts'

const AUDIT_FEED_POLL_MS = 1000
/** A browser reconnects by itself and sends the last id that it received, so a stream may end. */
const AUDIT_FEED_MAX_MS = 10 * 60_000
/** A small page, because each slow reader holds a page in memory. */
const AUDIT_FEED_EVENTS_PER_PAGE = 200

/** Registers the stream of new events for the explorer: server-sent events whose id is the position. */
export function registerAuditEventFeed(app: FastifyInstance): void {
  const route = routeDefiner(app)

  route('auditFollow', async ({ company, request, reply }) => {
    const { db, companyId } = company
    const seen = Number(request.headers['last-event-id'])
    let after = Number.isSafeInteger(seen) && seen > 0 ? seen : await readHeadPosition(db, companyId)
    const until = Date.now() + AUDIT_FEED_MAX_MS
    return company.streams.answerWithEvents(
      { request, reply },
      async (send, signal) => {
        // Without it, a stream that ends before any event would continue at another position.
        await send('from', {}, after)
        while (Date.now() < until) {
          const head = await readHeadPosition(db, companyId)
          while (after < head) {
            const upTo = Math.min(after + AUDIT_FEED_EVENTS_PER_PAGE, head)
            for (const event of await readStoredEvents(db, companyId, { after, upTo }))
              await send('event', toAuditEvent(event), event.position)
            after = upTo
          }
          await sleep(AUDIT_FEED_POLL_MS, undefined, { signal })
        }
      },
      { endless: true },
    )
  })
}
