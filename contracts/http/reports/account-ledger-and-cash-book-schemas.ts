import { z } from 'zod'
import { decimalAmount } from '../../money.ts'
import { paymentMode } from '../../payment-modes.ts'
import { dayParam, pageParams } from '../query-parameters.ts'
import { companyTransaction } from '../transaction-schemas.ts'

/** Ledgers with a running balance, and books by day. */

export const ledgerQueryParams = z.strictObject({
  limit: pageParams.limit,
  cursor: pageParams.cursor,
  account: z
    .string({ error: 'Please choose an account' })
    .min(1, 'Please choose an account')
    .max(100)
    .describe('The public id of the account'),
  from: dayParam,
  to: dayParam,
})
export const ownLedgerQuery = ledgerQueryParams.omit({ account: true })
export type OwnLedgerQuery = z.infer<typeof ownLedgerQuery>

/** Opening and closing balance, sums and counts are those of the whole period, not of the page. */
export const accountLedger = z.object({
  position: z
    .int()
    .nonnegative()
    .describe('The last event that changed this ledger: the state of the page, and of all pages that it leads to'),
  openingBalance: decimalAmount.describe('The balance before the first row of the period, in rupees'),
  closingBalance: decimalAmount.describe('The balance after the last row of the period, in rupees'),
  received: decimalAmount.describe('Money received in the period, in rupees'),
  spent: decimalAmount.describe('Money spent in the period, in rupees'),
  credits: z.int().describe('How many rows of the period are money received'),
  debits: z.int().describe('How many rows of the period are money spent'),
  rows: z
    .array(
      companyTransaction
        .omit({ deleted: true, questions: true })
        .extend({ balance: decimalAmount.describe('The balance of the account after this row, in rupees') }),
    )
    .describe('One page of the period, the newest first'),
})
export type AccountLedger = z.infer<typeof accountLedger>

/** The parameters of a cash book; `isOfOneBook` has to hold. */
export const cashBookParams = z.strictObject({
  account: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe('The public id of the account, or `company` for all field accounts together'),
  site: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe('In its place the public id of a site incharge: its site with the supervisors who work there'),
  from: dayParam,
  to: dayParam,
  mode: paymentMode.optional().describe('Only entries of this mode, such as the cash that is in a drawer'),
})
export const isOfOneBook = ({ account, site }: { account?: string | undefined; site?: string | undefined }) =>
  (account === undefined) !== (site === undefined)
export const ONE_BOOK = { path: ['account'], error: 'Please choose an account' }
export const cashBookQueryParams = cashBookParams.refine(isOfOneBook, ONE_BOOK)
export type CashBookQuery = z.infer<typeof cashBookQueryParams>

const cashBookFigures = {
  opening: decimalAmount.describe('The balance before the first entry, in rupees'),
  in: decimalAmount.describe('Money received, with transfers, in rupees'),
  out: decimalAmount.describe('Money spent, with transfers, in rupees'),
  closing: decimalAmount.describe('The balance after the last entry, in rupees'),
  entries: z.int().describe('How many entries these are'),
}

/** Names the book of all field accounts in place of an account. */
export const COMPANY_BOOK = 'company'

/**
 * The book of an account, a site or the company by day. With a mode, all figures count the entries of that mode alone.
 */
export const cashBook = z.object({
  ...cashBookFigures,
  days: z
    .array(
      z.object({
        date: z.iso.date().meta({ description: 'A day in Asia/Kolkata', examples: ['2026-04-01'] }),
        ...cashBookFigures,
        isNegative: z.boolean().describe('Whether the day closes below zero, with a mode of that mode alone'),
      }),
    )
    .describe('The days of the period on which something moved, the oldest first'),
})
export type CashBook = z.infer<typeof cashBook>
