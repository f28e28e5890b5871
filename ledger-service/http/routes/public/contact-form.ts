import { randomUUIDv7 } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { routeDefiner } from '../../define-route.ts'
import { TooManyRequests } from '../../errors.ts'
import { clientIp, clientNetwork } from '../../requests/client-ip.ts'

/** The limit of messages an hour from one address; a visitor writes one. */
const MAX_MESSAGES_PER_HOUR = 5
const HOUR_MS = 3_600_000
const MAX_LISTED_MESSAGES = 200

/** Registers the contact form of the public page: messages are stored, listed for the admin, and limited. */
export function registerContactForm(app: FastifyInstance): void {
  const route = routeDefiner(app)

  route('contact', async ({ service, body, request, reply }) => {
    const { db, companyId, rateLimiter } = service
    const { name, email, phone, message } = body
    const wait = await rateLimiter.countInWindow(
      `contact ${clientNetwork(clientIp(request))}`,
      MAX_MESSAGES_PER_HOUR,
      HOUR_MS,
    )
    if (wait > 0) throw new TooManyRequests('too_many_tries', wait)
    const row = { company_id: companyId, message_id: randomUUIDv7(), name, email, phone: phone ?? null, message }
    await db.insertInto('contact_messages').values(row).execute()
    return reply.send()
  })

  route('contactMessages', async ({ service: { officeDb, companyId } }) =>
    officeDb
      .selectFrom('contact_messages')
      .select(['message_id as id', 'name', 'email', 'phone', 'message', 'sent_at as sentAt'])
      .where('company_id', '=', companyId)
      .orderBy('message_id', 'desc')
      .limit(MAX_LISTED_MESSAGES)
      .execute(),
  )
}
