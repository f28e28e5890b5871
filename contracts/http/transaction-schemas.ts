import { z } from 'zod'
import { bill } from '../bill-schemas.ts'
import { ENTRY_TEXT_STORED_SHAPE } from '../entry-text-field-schemas.ts'
import { decimalAmount } from '../money.ts'
import { balance } from './people/account-schemas.ts'

/** Transactions as answers carry them. Every answer is serialised with its schema, so no other field is sent. */

const instant = z.iso.datetime()

export const author = z.object({
  id: z.string().describe('The public id of a field account; of head office, a UUID'),
  name: z.string().describe('The name that the account had then'),
  role: z.string().describe('The role that the account had then'),
})

export const transaction = z
  .object({
    id: z.string().describe('A UUID; the credit side of a transfer has that of the debit side, and `-in`'),
    type: z.enum(['credit', 'debit']).describe('credit: the account receives the money; debit: it spends the money'),
    amount: decimalAmount.describe('In rupees, above zero'),
    date: instant.describe('When it happened, as the person says, in UTC'),
    recordedAt: instant.describe('When the ledger took it, in UTC'),
    recipient: z
      .string()
      .describe('The beneficiary or the other side of a transfer; of money from head office the incharge'),
    ...ENTRY_TEXT_STORED_SHAPE,
    userId: z.string().describe('The public id of the account whose transaction it is'),
    isTransfer: z.boolean().describe('Whether it is one side of a transfer between an incharge and a supervisor'),
    transferFrom: z.string().nullable().describe('The name of the giver; null where it is no transfer'),
    transferTo: z.string().nullable().describe('The name of the receiver; null where it is no transfer'),
    revision: z.int().positive().describe('1 when recorded, one more with each change: send it as `If-Match`'),
    recordedBy: author.describe('The account that recorded it'),
    voucher: z
      .string()
      .nullable()
      .describe(
        'The voucher number, such as P/26-27/000123, which edits and a deletion keep; null in the answer to a command, because the number follows from the log a moment later',
      ),
    acknowledgedAt: instant
      .nullable()
      .describe(
        'When the receiver of a transfer acknowledged it as it is now, in both rows, in UTC; null where nobody did, and where it is no transfer',
      ),
    bills: z.array(z.object(bill.shape)).describe('Bills that prove the entry; the bytes are at GET /api/bills/{id}'),
    siteId: z
      .string()
      .nullable()
      .describe('The public id of the incharge of the site of that account on `date`; null where it had none'),
    siteName: z.string().nullable().describe('The name of that site; null where there is none'),
  })
  .describe('One side of a transaction, as the list of its account shows it')
export type Transaction = z.infer<typeof transaction>

/** One entry with its last change; `edited` is null if there was none. */
export const transactionWithLastEdit = transaction.extend({
  edited: z
    .object({ at: instant.describe('When, in UTC'), by: author.describe('The account that changed it') })
    .nullable()
    .describe('The last change; null where there was none'),
  isClosed: z
    .boolean()
    .describe('Whether its day is in closed books: until they are opened again it is neither changed nor deleted'),
})
export type TransactionWithLastEdit = z.infer<typeof transactionWithLastEdit>

/** A question on the entry of a row, as the worklist of questions shows it: open or answered, and not closed. */
const rowQuestion = z.object({
  text: z.string().describe('The question, with line breaks'),
  state: z.enum(['open', 'answered']).describe('open: waits for the site; answered: waits for head office'),
  askedAt: instant.describe('When it was asked, in UTC'),
  askedBy: author.describe('The account that asked it'),
  answer: z
    .object({
      text: z.string().describe('The answer, with line breaks'),
      at: instant.describe('When the ledger took it, in UTC'),
      by: author.describe('The account that answered'),
    })
    .nullable()
    .describe('Its last answer; null while it is open'),
})
export type RowQuestion = z.infer<typeof rowQuestion>

export const companyTransaction = transaction
  .extend({
    accountName: z.string().describe('The name of the account whose transaction it is'),
    deleted: z
      .object({ at: instant.describe('When, in UTC'), by: author.describe('The account that deleted it') })
      .optional()
      .describe('There only for an entry that was deleted, and only where deleted ones were asked for'),
    questions: z
      .array(rowQuestion)
      .optional()
      .describe('There only in the worklist `questions`: those on this row that are not closed, the newest first'),
  })
  .describe('A row of the lists that cover all accounts')
export type CompanyTransaction = z.infer<typeof companyTransaction>

export const recordedTransaction = transaction
  .extend({ balance })
  .describe('A transaction as a command left it, and the balance of the account after it')
export type RecordedTransaction = z.infer<typeof recordedTransaction>

/** The answer after a transaction is deleted. */
export const balanceOnly = z.object({ balance })
