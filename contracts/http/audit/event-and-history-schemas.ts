import { z } from 'zod'
import { bill } from '../../bill-schemas.ts'
import { actor } from '../../events/event-schemas.ts'
import { singleLineText } from '../../text/text-schemas.ts'
import { momentParam } from '../query-parameters.ts'
import { reviewKind } from '../worklists/mark-entry-reviewed-schemas.ts'
import { ACTOR, after, instant, LIMIT, NEXT, pageLimitParam, position, VOUCHER } from './common-audit-fields.ts'

export const auditEvent = z
  .object({
    position: position.describe('The place in the log, from 1 without gaps'),
    eventId: z.string().describe('A UUID'),
    type: z.string().describe('The kind of event, such as DebitRecorded'),
    schemaVersion: z.int().describe('The version of the form of `data`, from 1'),
    recordedAt: instant.describe('When the ledger took it, in UTC; never earlier than the event before'),
    date: instant.describe('When it happened, as the person says, in UTC'),
    actor: actor.describe(ACTOR),
    data: z
      .record(z.string(), z.unknown())
      .describe('The hashed content; its fields follow from `type`, amounts are in paise'),
    meta: z.record(z.string(), z.unknown()).describe('Where it came from: request, address and program'),
    hash: z.string().describe('SHA-256 over the fields of this event and `prevHash`, in hex'),
    prevHash: z.string().describe('The hash of the event before, in hex; zeros for the first'),
  })
  .describe('An event of the log, with all that its hash covers')
export type AuditEvent = z.infer<typeof auditEvent>

export const auditEvents = z.object({
  events: z.array(auditEvent).describe('One page, in the order of the log'),
  next: z.string().nullable().describe(NEXT),
})

/** One revision of a transaction. */
export const transactionRevision = z.object({
  revision: z.int().describe('1 when recorded, one more with each change'),
  type: z.string().describe('The type of the event that made it'),
  position: position.describe('The place of that event in the log'),
  recordedAt: instant.describe('When the ledger took it, in UTC'),
  actor: actor.describe(ACTOR),
  meta: z.record(z.string(), z.unknown()).describe('Where it came from: request, address and program'),
  before: z.record(z.string(), z.unknown()).nullable().describe('The entry before; null where there was none'),
  after: z.record(z.string(), z.unknown()).nullable().describe('The entry after; null where it was deleted'),
  reason: z
    .string()
    .nullable()
    .meta({
      description: 'Why head office changed, deleted or reviewed it; null where no reason was given, as in the field',
      examples: ['Sent twice'],
    }),
  review: z
    .enum([...reviewKind.options, 'received'])
    .optional()
    .describe(
      'There only where the office looked at the entry, or the receiver of a transfer acknowledged it (received): it is the same before and after',
    ),
})
const NOT_OF_QUESTIONS = { revision: true, before: true, after: true, reason: true, review: true } as const
/** A question about a transaction, an answer, or a closing: it changes no revision. */
const questionRecord = transactionRevision.omit(NOT_OF_QUESTIONS).extend({
  question: z.string().describe('The id of the question: a UUID'),
  text: z.string().nullable().describe('The question or the answer; null where it was closed'),
  bills: z.array(z.object(bill.shape)).describe('Bills of the answer'),
})
export const transactionHistory = z.object({
  transaction: z.string().describe('The id of the transaction: a UUID'),
  voucher: z.string().nullable().describe(VOUCHER),
  revisions: z.array(transactionRevision).describe('Of one page, the oldest first'),
  questions: z.array(questionRecord).describe('Of the same page, the oldest first: questions, answers and closings'),
  next: z.string().nullable().describe(NEXT),
})
export type TransactionHistory = z.infer<typeof transactionHistory>
export type TransactionRevision = TransactionHistory['revisions'][number]

const eventFilterParams = {
  type: z
    .string()
    .regex(/^\w{0,40}(,\w{0,40}){0,19}$/, 'Types are names of events, by commas')
    .transform((list) => list.split(','))
    .optional()
    .meta({ description: 'Events of these types, one or more by commas; left out, of all', examples: ['SignedIn'] }),
  account: singleLineText(100).optional().describe('Events that concern this account, by its public or inner id'),
  actor: singleLineText(100).optional().describe('Events that this account caused, by its public or inner id'),
  transaction: singleLineText(100).optional().describe('Events of this transaction, by its id'),
  from: momentParam,
  to: momentParam,
}

export const auditEventCountQueryParams = z.strictObject(eventFilterParams)
export type AuditEventFilter = z.infer<typeof auditEventCountQueryParams>
export const eventCount = z.object({ count: position.describe('How many there are') })

export const auditEventsQuery = auditEventCountQueryParams.extend({
  after,
  limit: pageLimitParam.default(200).describe(LIMIT),
})
export const transactionHistoryQueryParams = z.strictObject({
  after,
  limit: pageLimitParam.default(1000).describe(LIMIT),
})
