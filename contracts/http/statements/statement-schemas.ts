import { z } from 'zod'
import { LANGUAGES } from '../../languages.ts'
import { decimalAmount } from '../../money.ts'
import { PAYMENT_MODE_DESCRIPTION, paymentMode } from '../../payment-modes.ts'
import { dayParam, endsAfterItBegins, PERIOD_ORDER, pageParams } from '../query-parameters.ts'
import { cashBookParams, isOfOneBook, ONE_BOOK } from '../reports/account-ledger-and-cash-book-schemas.ts'

/** Statements: what an account, a beneficiary, a site, head office or the company received and paid, oldest first. */

const subjectParams = {
  account: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe('The public id of a field account, or `head_office` for the money that head office sent'),
  beneficiary: z
    .string()
    .min(1)
    // The limit allows a name of 120 characters, each of which NFKC may write as 18.
    .max(2200)
    .optional()
    .describe('The id of a beneficiary: what was paid to it, by whomever'),
  site: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe('The public id of a site incharge: its site with the supervisors who work there'),
}
const periodParams = { from: dayParam, to: dayParam }

interface SubjectIds {
  account?: string | undefined
  beneficiary?: string | undefined
  site?: string | undefined
}

const hasOneSubject = ({ account, beneficiary, site }: SubjectIds) =>
  [account, beneficiary, site].filter((id) => id !== undefined).length <= 1
const ONE_SUBJECT = { path: ['account'], error: 'A statement is of one account, one beneficiary or one site' }

export const statementQueryParams = z
  .strictObject({ ...pageParams, ...subjectParams, ...periodParams })
  .refine(hasOneSubject, ONE_SUBJECT)
  .refine(endsAfterItBegins, PERIOD_ORDER)
export type StatementQuery = z.infer<typeof statementQueryParams>
export type StatementSubjectParams = Pick<StatementQuery, 'account' | 'beneficiary' | 'site'>

const languageParam = z.enum(LANGUAGES).default('en').describe('The language of its words')

export const statementFileQueryParams = z
  .strictObject({
    ...subjectParams,
    ...periodParams,
    format: z.enum(['pdf', 'xlsx', 'csv', 'json']).describe('The kind of the file; json is the answer with all rows'),
    language: languageParam,
  })
  .refine(hasOneSubject, ONE_SUBJECT)
  .refine(endsAfterItBegins, PERIOD_ORDER)

export const ownStatementFileQueryParams = z
  .strictObject({
    ...periodParams,
    format: z.enum(['pdf', 'xlsx', 'csv']).describe('The kind of the file'),
    language: languageParam,
  })
  .refine(endsAfterItBegins, PERIOD_ORDER)

export const cashBookFileQueryParams = z
  .strictObject({
    ...cashBookParams.shape,
    format: z.enum(['pdf', 'xlsx', 'csv']).describe('The kind of the file'),
    language: languageParam,
  })
  .refine(isOfOneBook, ONE_BOOK)
  .refine(endsAfterItBegins, PERIOD_ORDER)

/** The kinds of things that have a statement. */
export const STATEMENT_KINDS = ['account', 'beneficiary', 'site', 'head_office', 'company'] as const
export type StatementKind = (typeof STATEMENT_KINDS)[number]

const day = z.iso.date().meta({ examples: ['2026-04-01'] })
const inAndOut = {
  in: decimalAmount.describe('Money received, in rupees'),
  out: decimalAmount.describe('Money paid, in rupees'),
}
const sumFigures = { ...inAndOut, entries: z.int().describe('How many rows these are') }

export const statementRow = z.object({
  transactionId: z
    .string()
    .nullable()
    .describe(
      'The id of the row, as lists have it: the received side of a transfer ends `-in`; null for the cash of a supervisor who comes to the site or leaves it',
    ),
  date: z.iso.datetime().describe('When it happened, in UTC'),
  voucher: z
    .string()
    .nullable()
    .meta({
      description: 'The voucher number; null for a moment after the entry was recorded',
      examples: ['P/26-27/000123'],
    }),
  account: z.string().describe('The name of the field account whose row it is'),
  site: z.string().nullable().describe('The name of the site of that account; null for none'),
  party: z.string().nullable().describe('Who paid or was paid; null for head office'),
  purpose: z.string().describe('What it is for'),
  narration: z.string().describe('The narration'),
  mode: paymentMode.nullable().describe(`${PAYMENT_MODE_DESCRIPTION}; null for carried cash`),
  reference: z.string().nullable().describe('Such as a UTR, cheque or challan number; null for none'),
  ...inAndOut,
  balance: decimalAmount.describe('The balance after this row, in rupees'),
})
export type StatementRow = z.infer<typeof statementRow>

export const statementTotals = z.object({
  ...sumFigures,
  carried: z
    .object(inAndOut)
    .describe(
      'What supervisors brought when they came to the site and took when they left: part of the sums, of no mode and no purpose',
    ),
  byMode: z
    .array(z.object({ mode: paymentMode.describe(PAYMENT_MODE_DESCRIPTION), ...sumFigures }))
    .describe('The sums of each payment mode that the period has'),
  byPurpose: z
    .array(
      z.object({
        purpose: z.string().nullable().describe('As it was typed; null where the rest is one'),
        ...sumFigures,
      }),
    )
    .describe('The largest first, at most 100, and the rest as one; case does not count'),
})
export type StatementTotals = z.infer<typeof statementTotals>

const cancelledVoucher = z.object({
  day: day.describe('The day of the entry before it was deleted'),
  voucher: z.string().meta({ description: 'Its number, which no other entry gets', examples: ['P/26-27/000124'] }),
})
export type CancelledVoucher = z.infer<typeof cancelledVoucher>

/** All figures but those of the rows are of the whole period, on every page. */
export const statement = z.object({
  of: z
    .object({
      kind: z.enum(STATEMENT_KINDS).describe('What it is a statement of'),
      id: z.string().nullable().describe('The id that was asked for; null for the company'),
      name: z.string().nullable().describe('The name; null for head office and the company'),
      site: z.string().nullable().describe('The name of the site of an account; null for none'),
    })
    .describe('What it is a statement of'),
  from: day.nullable().describe('The first day of the period; null for the beginning'),
  to: day.nullable().describe('The last day of the period; null where it is open'),
  opening: decimalAmount.describe('The balance before the first row of the period, in rupees'),
  rows: z.array(statementRow).describe('One page of the period, the oldest first'),
  closing: decimalAmount.describe('The balance after the last row of the period, in rupees'),
  totals: statementTotals.describe('The sums of the whole period'),
  sealed: z
    .object({
      upTo: day.describe('The last day of the closing'),
      root: z
        .string()
        .meta({ description: 'The root over its sealed balances, in hex', examples: ['9f86d081884c7d65…'] }),
    })
    .nullable()
    .describe('The closing whose seal has these figures, for one account and exactly its period; null for none'),
  sealState: z
    .enum(['open', 'closed', 'sealing', 'differs', 'sealed'])
    .describe(
      'How far the period is closed: `closed` where it has no seal of its own, `sealing` until its seal is made and the figures have all of its entries, `differs` where the seal has other figures, which an untouched database never shows',
    ),
  cancelled: z
    .array(cancelledVoucher)
    .nullable()
    .describe(
      'The vouchers of deleted entries of the period, by series and number, so that no number is missing: on the last page of the company; null on other pages and in other statements',
    ),
  position: z.int().nonnegative().describe('The last event that changed the statement: the state of all its pages'),
  next: z.string().nullable().describe('The `cursor` of the next page; null where there is none'),
})
export type Statement = z.infer<typeof statement>
