import { z } from 'zod'
import { amountSchema, decimalAmount } from '../../money.ts'
import { role } from '../../roles.ts'
import { singleLineText } from '../../text/text-schemas.ts'
import { WORKLISTS } from './worklist-names.ts'

/** The worklists of the office's desk (api.md, The office's desk), and what the office says to their entries. */

export const worklistName = z.enum(WORKLISTS, { error: 'There is no such worklist' })
export type WorklistName = z.infer<typeof worklistName>

const entryCount = (description: string) => z.int().nonnegative().describe(description)

export const worklistCounts = z
  .object({
    lowCash: entryCount('Active site incharges whose balance is below their alert level, or below that of all'),
    withoutBill: entryCount('Expenses above the limit that have no bill and need one'),
    questions: entryCount('Entries with a question that waits for an answer, or to be closed'),
    enteredLate: entryCount(
      'Entries recorded long after their date, or after the financial year of their date; 10001 is more than 10000',
    ),
    looksTwice: entryCount('Entries of the same account, day, amount and party, or with the same bill'),
    large: entryCount('Entries above the limit that the office has not marked as seen'),
    changed: entryCount('Entries that were changed or deleted since the start of yesterday'),
  } satisfies Record<WorklistName, z.ZodType>)
  .extend({ cashCounts: entryCount('Accounts whose last count of cash differs from the ledger; no list of entries') })
  .describe('How many accounts or entries each worklist has. A transfer is one entry')
export type WorklistCounts = z.infer<typeof worklistCounts>

const LOW_CASH = 'A balance below this is short of cash, where the account has no alert level of its own'
const BILL_ABOVE = 'An expense above this needs a bill'
const LARGE = 'An entry above this is large'
const LATE_DAYS = 'An entry recorded more than this many days after its date is late, 1 to 365'
const OFF = 'null switches the list off'

const limitInAnswer = (description: string) => decimalAmount.nullable().describe(`${description}, in rupees; ${OFF}`)

export const officeSettings = z
  .object({
    lowCash: limitInAnswer(LOW_CASH),
    billAbove: limitInAnswer(BILL_ABOVE),
    large: limitInAnswer(LARGE),
    lateDays: z.int().nullable().describe(`${LATE_DAYS}; ${OFF}`),
  })
  .describe('The limits of the worklists')
export type OfficeSettings = z.infer<typeof officeSettings>

const LATE_DAYS_MESSAGE = 'Please enter a whole number of days from 1 to 365'
const AMOUNT_MESSAGE = 'Please enter a valid amount greater than 0'

const limit = (description: string) =>
  amountSchema({ required: AMOUNT_MESSAGE, invalid: AMOUNT_MESSAGE })
    .nullable()
    .describe(`${description}, in rupees; ${OFF}`)

/** All four limits together; amounts parse to paise. */
export const officeSettingsBody = z.strictObject({
  lowCash: limit(LOW_CASH),
  billAbove: limit(BILL_ABOVE),
  large: limit(LARGE),
  lateDays: z
    .int({ error: LATE_DAYS_MESSAGE })
    .min(1, LATE_DAYS_MESSAGE)
    .max(365, LATE_DAYS_MESSAGE)
    .nullable()
    .describe(`${LATE_DAYS}; ${OFF}`),
})

export const alertLevelBody = z.strictObject({
  amount: amountSchema({ required: AMOUNT_MESSAGE, invalid: AMOUNT_MESSAGE })
    .nullable()
    .describe('The balance below which the account is short of cash, in rupees; null for the level of all accounts'),
})

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
