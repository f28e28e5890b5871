import { z } from 'zod'
import { INVALID_DATE_MESSAGE, isDay } from '../../dates.ts'
import { decimalAmount } from '../../money.ts'
import { requiredText } from '../../text/text-schemas.ts'
import { auditEvent } from '../audit/event-and-history-schemas.ts'
import { MAX_CHANGE_REASON_LENGTH } from '../entry-requests.ts'
import { dayParam } from '../query-parameters.ts'

/** The texts of the books that are closed: what is asked, and what the calls answer. */

const upTo = z
  .string({ error: INVALID_DATE_MESSAGE })
  .refine(isDay, INVALID_DATE_MESSAGE)
  .meta({
    description: 'A day in Asia/Kolkata, `YYYY-MM-DD`; it belongs to what is closed',
    examples: ['2026-10-31'],
  })
const closedDay = z.iso.date().meta({ description: 'The last day that is closed', examples: ['2026-10-31'] })
const root = z.string().meta({
  description: 'The root of the Merkle tree over the sealed balances, in hex',
  examples: ['9f86d081884c7d65…'],
})

export const closeBooksBody = z.strictObject({ upTo })
export const reopenBooksBody = z.strictObject({
  upTo: upTo.describe('The day after which no closing holds any more, `YYYY-MM-DD`'),
  reason: requiredText('Please give a reason', MAX_CHANGE_REASON_LENGTH).describe('Why; it is shown in the history'),
})
export const booksQueryParams = z.strictObject({
  upTo: dayParam.describe(
    'The day up to which the checklist counts; without it the end of the month after the last closing, or of the last month where no closing holds',
  ),
})

/** A closing that is sealed. */
export const sealedClosing = z.object({
  upTo: closedDay,
  position: z.int().describe('The position of the closing in the log'),
  accounts: z.int().describe('How many balances are sealed'),
  root,
  trialBalance: decimalAmount.describe('Received minus spent over all of them: always 0.00'),
})
export type SealedClosing = z.infer<typeof sealedClosing>

/** A closing that is being sealed. */
export const sealingClosing = z.object({
  upTo: closedDay,
  position: z.int().describe('The position of the closing in the log'),
  state: z.literal('sealing').describe('`GET /api/admin/books` says how far the seal is'),
})
export type SealingClosing = z.infer<typeof sealingClosing>

const person = z.string().describe('The name of the person')
const reopening = z.object({
  at: z.iso.datetime().describe('When, ISO 8601 in UTC'),
  by: person,
  reason: z.string().describe('Why'),
})

const closing = z.object({
  upTo: closedDay,
  position: z.int().describe('The position of the closing in the log'),
  at: z.iso.datetime().describe('When it was closed, ISO 8601 in UTC'),
  by: person,
  accounts: z.int().nullable().describe('How many balances are sealed; null before the seal'),
  root: root.nullable().describe('The root over them, in hex; null before the seal'),
  sealing: z
    .object({
      done: z.int().describe('How many events of the log are folded'),
      of: z.int().describe('How many there are'),
    })
    .nullable()
    .describe('How far the seal is; null where this service does not make it now'),
  reopened: reopening
    .nullable()
    .describe('Who opened the books again, so that it no longer holds; null while it holds'),
})

export const booksAnswer = z.object({
  closedUpTo: closedDay.nullable().describe('The last closed day; null where no closing holds'),
  closings: z.array(closing).describe('Every closing that there ever was, the newest first'),
  checklist: z
    .object({
      upTo: z.iso.date().meta({
        description: 'The last day that it counts; it begins after the last closed day',
        examples: ['2026-10-31'],
      }),
      withoutBill: z
        .int()
        .nullable()
        .describe('Expenses without a bill that need one; null where the settings ask for no bills'),
      openQuestions: z.int().describe('Entries with a question that is not closed'),
      negativeCashDays: z
        .int()
        .describe('Days on which an account closes below zero, of all accounts, all modes together'),
      negativeCashAccounts: z
        .array(
          z.object({
            account: z.string().describe('The public id of the account; of a deleted one the inner id'),
            name: person,
            days: z.int().describe('On how many days it closes below zero'),
            first: z.iso.date().meta({ description: 'The first of these days', examples: ['2026-10-12'] }),
          }),
        )
        .describe('The accounts with such days, the earliest first, at most 20'),
      phonesNotSeen: z.int().describe('Field users of whom nothing was heard since the end of that day'),
      notSeen: z.array(person).describe('Their names, at most 20'),
    })
    .describe('What a careful accountant looks at before closing'),
})
export type BooksAnswer = z.infer<typeof booksAnswer>

export const reopenedBooks = z.object({
  closedUpTo: closedDay
    .nullable()
    .describe('The day up to which the books are closed now; null where no closing holds'),
})

const hashes = z.array(z.string()).describe('The hashes on the way from the leaf to the root, in base64')
const inclusion = z.object({
  leafIndex: z.int().describe('The place of the leaf, from 0'),
  treeSize: z.int().describe('How many leaves the tree has'),
  hashes,
})
const paise = (description: string) => z.int().describe(`${description}, in paise`)

/** One account in the seal of a closing, as its leaf holds it. */
export const sealedBalance = z.object({
  version: z.literal(1).describe('The form of the leaf'),
  account: z.string().describe('The inner id of a person, `head_office`, or the id of a beneficiary'),
  name: z.string().describe('The name at the closing'),
  from: z.iso
    .date()
    .nullable()
    .meta({
      description: 'The first day that is sealed; null from the first entry on',
      examples: ['2026-10-01'],
    }),
  upTo: closedDay,
  opening: paise('The balance before the first day'),
  received: paise('Received from the first day to the last'),
  spent: paise('Spent from the first day to the last'),
  closing: paise('The balance after the last day'),
  entries: z.int().describe('How many entries these are'),
  digest: z.string().describe('The root of the Merkle tree over these entries, in hex'),
})

/** One side of an entry, as the digest of an account covers it. */
const sealedEntry = z.object({
  transaction: z.string().describe('The id of the entry'),
  date: z.iso.datetime().describe('When, ISO 8601 in UTC'),
  side: z.enum(['received', 'spent']).describe('Whether the account received the money or spent it'),
  paise: paise('The amount'),
  party: z.string().describe('The name of the other side'),
  purpose: z.string().describe('The purpose'),
  paymentMode: z.string().describe('The payment mode'),
  narration: z.string().describe('The narration'),
  reference: z.string().nullable().describe('A UTR, a cheque or a challan; null where there is none'),
})

export const sealedBalanceAnswer = z.object({
  companyId: z.string().describe('The company, which is in the name of the key'),
  verifierKey: z.string().describe('The public key of the checkpoint (C2SP signed-note)'),
  leaf: sealedBalance.describe('The balance, as it was sealed'),
  path: inclusion.describe('From the leaf to the root in the event'),
  event: auditEvent.describe('The event that holds the root'),
  proof: inclusion.describe('From the event to the root in the checkpoint'),
  checkpoint: z.string().describe('The signed checkpoint as text (C2SP tlog-checkpoint)'),
  entries: z
    .array(sealedEntry)
    .optional()
    .describe('The entries that the digest covers, in its order; where asked for'),
  entryHashes: z.array(z.string()).optional().describe('The hash of each of them, in base64'),
})
export type SealedBalanceAnswer = z.infer<typeof sealedBalanceAnswer>

export const sealedBalanceQueryParams = z.strictObject({
  upTo,
  entries: z
    .literal('true')
    .optional()
    .describe('`true`: with the entries, so that the file proves that none is missing and none was added'),
})
