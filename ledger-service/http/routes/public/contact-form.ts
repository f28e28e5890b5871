import { randomUUIDv7 } from 'node:crypto'
import { HOUR_MS } from '@ledger/contracts/dates.ts'
import type { FastifyInstance } from 'fastify'
import { routeDefiner } from '../../define-route.ts'
import { TooManyRequests } from '../../errors.ts'
import { clientIp, clientNetwork } from '../../requests/client-ip.ts'

/** The limit of messages an hour from one address; a visitor writes one. */
const MAX_MESSAGES_PER_HOUR = 5

/** Registers the contact form of the public page: messages are stored, and limited by address. */
export function registerContactForm(app: FastifyInstance): void {
  const route = routeDefiner(app)

  route('contact', async ({ company, body, request, reply }) => {
    const { db, companyId, rateLimiter } = company
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
}
