import { z } from 'zod'
import { role } from '../../roles.ts'
import { singleLineText } from '../../text/text-schemas.ts'

/**
 * seen: large or late, and in order. not_duplicate: looks twice, and is not. no_bill_needed: without a bill, rightly.
 */
const REVIEWS = ['seen', 'not_duplicate', 'no_bill_needed'] as const
export const reviewKind = z.enum(REVIEWS, { error: 'A review is seen, not_duplicate or no_bill_needed' })
export type ReviewKind = z.infer<typeof reviewKind>

const MAX_REASON_LENGTH = 200

export const reviewBody = z.strictObject({
  as: reviewKind.describe('seen: leaves large and late; not_duplicate: leaves looksTwice; no_bill_needed: withoutBill'),
  reason: singleLineText(MAX_REASON_LENGTH).optional().describe('Why; it stays in the log'),
})

export const entryReview = z
  .object({
    transactionId: z.string().describe('The id of the transaction: a UUID'),
    as: reviewKind.describe('What the office said'),
    reason: z.string().nullable().describe('Why; null where nothing was given'),
    at: z.iso.datetime().describe('When, in UTC'),
    by: z
      .object({
        id: z.string().describe('The id of the account'),
        name: z.string().describe('The name that the account had then'),
        role: role.describe('The role that the account had then'),
      })
      .describe('The account that said it'),
  })
  .describe('What the office said to an entry; it changes no figure and no revision')
export type EntryReview = z.infer<typeof entryReview>
