import { z } from 'zod'
import { INVALID_DATE_MESSAGE, isDay, isDayOrInstant } from '../dates.ts'
import { LANGUAGES } from '../languages.ts'
import { amountLimitMessage, type Paise, parseAmount } from '../money.ts'
import { paymentMode } from '../payment-modes.ts'
import { singleLineText } from '../text/text-schemas.ts'
import { worklistName } from './worklists/worklist-count-schemas.ts'

const LIMIT_RANGE_MESSAGE = 'A page has 1 to 1000 rows'

/** The parameters of a page of a list (api.md, Lists). A key that occurs twice is not a string and is refused. */
export const pageParams = {
  limit: z
    .string({ error: LIMIT_RANGE_MESSAGE })
    .regex(/^\d{1,4}$/, LIMIT_RANGE_MESSAGE)
    .transform(Number)
    .pipe(z.number().min(1, LIMIT_RANGE_MESSAGE).max(1000, LIMIT_RANGE_MESSAGE))
    .default(200)
    .meta({ description: 'Rows of one page, 1 to 1000', examples: ['50'] }),
  cursor: z.string().max(200).optional().meta({ description: 'Where the page begins: taken from the `Link` header' }),
}
const searchWordsParam = singleLineText(100).optional().meta({ description: 'Words to look for; case does not count' })
/** A day in Asia/Kolkata, `YYYY-MM-DD`; both ends are inclusive. An empty text means no day. */
export const dayParam = z
  .union([z.literal(''), z.string().refine(isDay, INVALID_DATE_MESSAGE)], { error: INVALID_DATE_MESSAGE })
  .optional()
  .transform((value) => value || undefined)
  .meta({ description: 'A day in Asia/Kolkata, `YYYY-MM-DD`; both ends are inclusive', examples: ['2026-04-01'] })

/** Returns whether the days of a period are in order, for a schema; with `PERIOD_ORDER` where they are not. */
export const endsAfterItBegins = ({ from, to }: { from?: string | undefined; to?: string | undefined }): boolean =>
  from === undefined || to === undefined || from <= to
export const PERIOD_ORDER = { path: ['to'], error: 'The period ends before it begins' }

export const periodQueryParams = z.strictObject({ from: dayParam, to: dayParam })
export type PeriodQuery = z.infer<typeof periodQueryParams>

/** A day, or an instant with an offset, such as an event's `recordedAt`. An empty text means no moment. */
export const momentParam = z
  .union([z.literal(''), z.string().refine(isDayOrInstant, INVALID_DATE_MESSAGE)], { error: INVALID_DATE_MESSAGE })
  .optional()
  .transform((value) => value || undefined)
  .meta({ description: 'A day in Asia/Kolkata, `YYYY-MM-DD`, or ISO 8601 with an offset', examples: ['2026-04-01'] })

export const noQueryParams = z.strictObject({})

export const peopleQueryParams = z.strictObject({
  ...pageParams,
  q: searchWordsParam,
  language: z
    .enum(LANGUAGES)
    .default('en')
    .meta({ description: 'The language whose order of names the list has; every page of a list names the same' }),
})

/**
 * §2, Transaction list behaviour: a row matches if its recipient, purpose, narration, amount or payment mode contains
 * the words.
 */
export const transactionsQueryParams = z.strictObject({
  ...pageParams,
  q: searchWordsParam,
  from: dayParam,
  to: dayParam,
  type: z.enum(['credit', 'debit']).optional().describe('Money received or money spent only; left out, both'),
  bill: z
    .enum(['with', 'without'])
    .optional()
    .meta({ description: 'Entries with a bill, or expenses without one: money sent and transfers need none' }),
  beneficiary: z
    .string()
    // The limit allows a name of 120 characters, each of which NFKC may write as 18.
    .max(2200)
    .optional()
    .meta({ description: 'The id of a beneficiary: what was paid to it, in any of its spellings' }),
  purpose: singleLineText(200).optional().meta({
    description: 'This purpose and no other, in any case and in any word that the list of purposes has for it',
  }),
})

/** Commas as in 1,23,456 or 123,456. In any other place a comma may stand for the decimal point. */
const GROUPED_AMOUNT = /^(?:\d{1,2}(?:,\d\d)*,\d{3}|\d{1,3}(?:,\d{3})+)(?:\.\d*)?$/

/** An amount as people type it into a filter, with or without commas; it parses to paise. */
const amountParam = (description: string) =>
  z
    .string()
    .max(20)
    .optional()
    .transform((text, context): Paise | undefined => {
      if (text === undefined || text === '') return undefined
      const typed = GROUPED_AMOUNT.test(text) ? text.replaceAll(',', '') : text
      const paise = parseAmount(typed)
      if (paise === undefined)
        context.addIssue({
          code: 'custom',
          message: amountLimitMessage(typed) ?? 'Please enter a valid amount greater than 0',
        })
      return paise ?? z.NEVER
    })
    .meta({ description, type: 'string', examples: ['12500.00'] })

/** The orders of a list; `-` means the largest or latest first. Rows of one amount are in the order of their dates. */
export const TRANSACTION_SORTS = ['date', 'amount', '-date', '-amount'] as const
export type TransactionSort = (typeof TRANSACTION_SORTS)[number]

export const companyTransactionsQuery = transactionsQueryParams.extend({
  sort: z
    .enum(TRANSACTION_SORTS, { error: 'A list is sorted by date or amount' })
    .default('-date')
    .describe('The order; `-` means the latest or the largest first'),
  site: z
    .string()
    .max(100)
    .optional()
    .meta({
      description:
        'The public id of a site incharge: the transactions of the site, those of its supervisors too; `none`: those ' +
        'of supervisors on days without a site',
    }),
  mode: paymentMode.optional().describe('Paid in this way'),
  amountFrom: amountParam('This amount or more, in rupees'),
  amountTo: amountParam('This amount or less, in rupees'),
  worklist: worklistName
    .optional()
    .describe('The entries of a worklist; of a transfer the giver’s row. `changed` has deleted entries too'),
  account: z.string().max(100).optional().describe('The public id of an account: its transactions only'),
  deleted: z
    .enum(['include', 'only'])
    .optional()
    .meta({ description: 'Deleted entries too, or nothing else; left out, none. They count in no sum' }),
})

/** The same filters without the paging parameters, because sums have no pages. An order changes no sum. */
export const transactionSumsQuery = transactionsQueryParams.omit({ limit: true, cursor: true })
export const companyTransactionSumsQuery = companyTransactionsQuery.omit({ limit: true, cursor: true })
export type CompanyTransactionsQuery = z.infer<typeof companyTransactionsQuery>

export type PeopleQuery = z.infer<typeof peopleQueryParams>
export type TransactionsQuery = z.infer<typeof transactionsQueryParams>
