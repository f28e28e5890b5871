import { z } from 'zod'
import { attachedBillIds, bill } from '../../bill-schemas.ts'
import { requiredMultilineText } from '../../text/text-schemas.ts'
import { enteredAt } from '../entry-requests.ts'
import { pageParams } from '../query-parameters.ts'
import { author, transaction, transactionWithLastEdit } from '../transaction-schemas.ts'

/** A question on an entry (api.md, The office's desk): head office asks, and the account that has the entry answers. */

/** In UTF-16 code units. */
const MAX_QUESTION_LENGTH = 500

const instant = z.iso.datetime()

export const questionState = z
  .enum(['open', 'answered', 'closed'])
  .describe('open: waits for the site; answered: waits for head office; closed: takes no more answers')

export const question = z
  .object({
    id: z.string().describe('A UUID'),
    transactionId: transaction.shape.id,
    state: questionState,
    text: z.string().describe('The question, with line breaks'),
    askedAt: instant.describe('When it was asked, in UTC'),
    askedBy: author.describe('The account that asked it'),
    answers: z
      .array(
        z.object({
          text: z.string().describe('The answer, with line breaks'),
          bills: z.array(z.object(bill.shape)).describe('Bills of the answer; the bytes are at GET /api/bills/{id}'),
          at: instant.describe('When the ledger took it, in UTC'),
          by: author.describe('The account that answered'),
        }),
      )
      .describe('The oldest first'),
  })
  .describe('A question on an entry')
export type Question = z.infer<typeof question>

export const ownQuestion = question
  .extend({
    entry: transaction
      .pick({ type: true, amount: true, date: true, recipient: true, purpose: true, transferFrom: true })
      .extend({ isClosed: transactionWithLastEdit.shape.isClosed })
      .nullable()
      .describe('The entry as it is now; null where it was deleted'),
  })
  .describe('A question on an entry of the asker')
export type OwnQuestion = z.infer<typeof ownQuestion>

export const questionsQueryParams = z.strictObject({
  ...pageParams,
  state: questionState.optional().describe('Questions in this state only'),
  transaction: z.string().max(100).optional().describe('The id of a transaction: questions on it only'),
})
export type QuestionsQuery = z.infer<typeof questionsQueryParams>

export const questionBody = z.strictObject({
  text: requiredMultilineText('Please write the question', MAX_QUESTION_LENGTH).describe('The question'),
})

export const answerBody = z.strictObject({
  text: requiredMultilineText('Please write the answer', MAX_QUESTION_LENGTH).describe('The answer'),
  bills: attachedBillIds,
  enteredAt,
})
