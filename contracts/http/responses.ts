import { z } from 'zod'
import { bill } from '../bill-schemas.ts'
import { ENTRY_TEXT_STORED_SHAPE } from '../entry-text-field-schemas.ts'
import { decimalAmount } from '../money.ts'
import { PAYMENT_MODE_DESCRIPTION, paymentMode } from '../payment-modes.ts'
import { role } from '../roles.ts'

/**
 * The shapes of api.md, as answers carry them. Every answer is serialised with its schema, so no other field is sent.
 */

const instant = z.iso.datetime()

const PUBLIC_ID = 'The public id of the account: site_ or supervisor_ and the mobile number'
const MOBILE = 'The mobile number that the person signs in with: 10 digits'
const SITE_NAME = 'The site where the person works; null where none was given'

export const balance = z
  .object({
    currentBalance: decimalAmount.describe('Received minus spent, in rupees; below zero where more was spent'),
    totalReceived: decimalAmount.describe('Money that came in, from head office and by transfers, in rupees'),
    totalSpent: decimalAmount.describe('Money that went out, by expenses and transfers, in rupees'),
  })
  .describe('The money of an account, over all entries that are not deleted')
export type Balance = z.infer<typeof balance>

export const accountStatus = z
  .enum(['active', 'disabled'])
  .describe('A disabled account cannot sign in and receives no money')

export const siteUser = z
  .object({
    id: z.string().describe(PUBLIC_ID),
    role,
    firstName: z.string().describe('The first word of the name'),
    lastName: z.string().describe('The rest of the name; empty where it has one word'),
    email: z.string().nullable().describe('An e-mail address to reach the person at; null where none is known'),
    mobile: z.string().describe(MOBILE),
    siteName: z.string().nullable().describe(SITE_NAME),
    status: accountStatus,
    siteBalance: balance,
    alertLevel: decimalAmount
      .nullable()
      .optional()
      .describe('The balance below which the account is short of cash, in rupees; null for the level of all accounts'),
  })
  .describe('A site incharge')
export type SiteUser = z.infer<typeof siteUser>

export const supervisor = siteUser
  .omit({ siteName: true, alertLevel: true })
  .extend({
    siteId: z
      .string()
      .nullable()
      .describe('The public id of the incharge at whose site the supervisor is; null for none'),
    siteFrom: z.iso
      .date()
      .nullable()
      .meta({
        description: 'The day since which that is so; null where no site was ever given',
        examples: ['2026-04-01'],
      }),
  })
  .describe('A supervisor')
export type Supervisor = z.infer<typeof supervisor>

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

export const beneficiary = z
  .object({
    id: z.string().describe('`b:` and the name, folded so that two spellings of a name are one'),
    name: z.string().describe('The name as it was first written, or that the office gave'),
    also: z
      .array(z.string())
      .optional()
      .describe('Its other spellings, each one beneficiary with this; left out where there is none'),
  })
  .describe('A person or shop outside the company that is paid')
export type Beneficiary = z.infer<typeof beneficiary>

export const frequentPayee = z
  .object({
    name: z.string().describe('The name of today'),
    purpose: z.string().describe('The purpose of most of these expenses'),
    paymentMode: paymentMode.describe('The mode of most of these expenses'),
    amount: decimalAmount.describe('The amount of the last one, in rupees'),
    date: instant.describe('The day of the last one, in UTC'),
    narrations: z
      .array(
        z.object({
          text: z.string().describe('A narration used before'),
          times: z.int().positive().describe('How often it was used'),
        }),
      )
      .describe('At most three, the most usual first'),
  })
  .describe('A beneficiary that the account pays often, with what its expenses have in common')
export type FrequentPayee = z.infer<typeof frequentPayee>

/** A beneficiary as a change of its spellings left it. */
export const changedBeneficiary = z
  .object({
    id: beneficiary.shape.id.describe('The id of the spelling that the others are merged into'),
    name: beneficiary.shape.name,
    also: z.array(z.string()).describe('Its other spellings'),
  })
  .describe('A beneficiary with all its spellings')
export type ChangedBeneficiary = z.infer<typeof changedBeneficiary>

export const transferPayee = z
  .object({
    ...siteUser.pick({ id: true, firstName: true, lastName: true, email: true }).shape,
    lastTransfer: instant
      .nullable()
      .describe('The date of the last transfer from the asker that still stands; null where there was none lately'),
    lastSent: z
      .object({
        amount: decimalAmount.describe('How much it was, in rupees'),
        paymentMode: paymentMode.describe(PAYMENT_MODE_DESCRIPTION),
        narration: z.string().describe('Its narration'),
      })
      .nullable()
      .describe('That transfer, to offer the same again; null where there was none lately'),
  })
  .describe('A supervisor to transfer money to')
export type TransferPayee = z.infer<typeof transferPayee>

export const siteSupervisorBalance = z
  .object({
    name: z.string().describe('First and last name'),
    currentBalance: decimalAmount.describe('Received minus spent, in rupees; below zero where more was spent'),
  })
  .describe('A supervisor of the site')
export type SiteSupervisorBalance = z.infer<typeof siteSupervisorBalance>

/** A site incharge with the password that was set, or null if it may not be shown (api.md, The visible password). */
export const revealedUser = siteUser
  .extend({
    password: z.string().nullable().describe('The password that was set; null where none may be shown'),
  })
  .describe('A site incharge with the password')

/** The answer after a transaction is deleted. */
export const balanceOnly = z.object({ balance })

export const officeUser = z
  .object({
    id: z.string().describe('The id of the account: a UUID'),
    name: z.string().describe('First and last name'),
    email: z.string().describe('The e-mail address that the person signs in with'),
    role,
  })
  .describe('An account of head office: an admin, an accountant or an auditor')
export type OfficeUser = z.infer<typeof officeUser>

/** The answer after a phone was reported lost. */
export const phoneLostAnswer = z.object({
  sessionsEnded: z.int().describe('How many sessions of the account were signed in until now'),
})

/** The value that the browser stores as `siteUser` (§3), with the account's public id. */
export const sessionUser = z
  .object({
    id: z.string().describe(PUBLIC_ID),
    name: z.string().describe('First and last name'),
    siteName: z.string().nullable().describe(SITE_NAME),
    mobile: z.string().describe(MOBILE),
    role,
  })
  .describe('The account that is signed in')
export type SessionUser = z.infer<typeof sessionUser>

export const errorBodySchema = z
  .object({
    status: z.int().describe('The HTTP status once more'),
    code: z.string().describe('Why it was refused, for programs'),
    title: z.string().describe('The heading of the message'),
    message: z.string().describe('Why it was refused, for a person: one sentence'),
    issues: z
      .array(
        z.object({
          path: z.string().describe('The field, with dots between its levels; empty for the request as a whole'),
          message: z.string().describe('The rule that it breaks, for a person'),
        }),
      )
      .optional()
      .describe('Every broken rule of the request, the first one first; only of `invalid_request`'),
  })
  .describe('The body of every refusal and failure')
