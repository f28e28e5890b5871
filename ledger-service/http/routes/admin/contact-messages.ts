import type { FastifyInstance } from 'fastify'
import { routeDefiner } from '../../define-route.ts'

const MAX_LISTED_MESSAGES = 200

/** Registers the admin's list of the messages that visitors left in the contact form, newest first. */
export function registerContactMessages(app: FastifyInstance): void {
  const route = routeDefiner(app)

  route('contactMessages', async ({ company: { officeDb, companyId } }) =>
    officeDb
      .selectFrom('contact_messages')
      .select(['message_id as id', 'name', 'email', 'phone', 'message', 'sent_at as sentAt'])
      .where('company_id', '=', companyId)
      .orderBy('message_id', 'desc')
      .limit(MAX_LISTED_MESSAGES)
      .execute(),
  )
}
