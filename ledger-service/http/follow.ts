import { setTimeout as sleep } from 'node:timers/promises'
import { headPosition } from '@ledger/projections/log.ts'
import type { FastifyInstance } from 'fastify'
import { sealedEvents } from '../event-store/rows.ts'
import { auditEventOf } from '../proof/audit-event.ts'
import { routes } from './route.ts'
import type { Service } from './service.ts'
import { streamed } from './stream.ts'

const LOOK_MS = 1000
/** A browser reconnects by itself and says what it saw last: so no stream has to be endless. */
const LONGEST_MS = 10 * 60_000
const AT_ONCE = 50

/** Events as they come in, for the explorer: server-sent events whose id is the position. */
export function registerFollow(app: FastifyInstance, service: Service): void {
  const route = routes(app, service)
  const { db, companyId } = service
  let open = 0
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })

  route('auditFollow', async ({ request, reply }) => {
    const seen = Number(request.headers['last-event-id'])
    let after = Number.isSafeInteger(seen) && seen > 0 ? seen : await headPosition(db, companyId)
    const until = Date.now() + LONGEST_MS
    const isHeard = () =>
      !closing && Date.now() < until && !request.raw.destroyed && !reply.raw.closed && open <= AT_ONCE
    open++
    return streamed(reply, async (send) => {
      try {
        // Else a stream that breaks off before any event would be taken up at another place.
        send('from', {}, after)
        while (isHeard()) {
          for await (const page of sealedEvents(db, companyId, { after })) {
            for (const event of page) send('event', auditEventOf(event), event.position)
            after = page.at(-1)?.position ?? after
            if (!isHeard()) break
          }
          await sleep(LOOK_MS)
        }
      } finally {
        open--
      }
    })
  })
}
