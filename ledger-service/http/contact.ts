import { randomUUIDv7 } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { addressOf, customerAt } from './address.ts'
import { TooMany } from './errors.ts'
import { routes } from './route.ts'
import type { Service } from './service.ts'

/** The limit of messages an hour from one address; a visitor writes one. */
const AN_HOUR = 5
const HOUR_MS = 3_600_000
const LISTED = 200

/** Registers the contact form of the public page: messages are stored, listed for the admin, and limited. */
export function registerContact(app: FastifyInstance, service: Service): void {
  const route = routes(app, service)
  const { db, officeDb, companyId, throttle } = service

  route('contact', async ({ body: { name, email, phone, message }, request, reply }) => {
    const wait = await throttle.count(`contact ${customerAt(addressOf(request))}`, AN_HOUR, HOUR_MS)
    if (wait > 0) throw new TooMany('too_many_tries', wait)
    const row = { company_id: companyId, message_id: randomUUIDv7(), name, email, phone: phone ?? null, message }
    await db.insertInto('contact_messages').values(row).execute()
    return reply.send()
  })

  route('contactMessages', async () =>
    officeDb
      .selectFrom('contact_messages')
      .select(['message_id as id', 'name', 'email', 'phone', 'message', 'sent_at as sentAt'])
      .where('company_id', '=', companyId)
      .orderBy('message_id', 'desc')
      .limit(LISTED)
      .execute(),
  )
}
