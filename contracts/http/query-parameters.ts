import { z } from 'zod'
import { isDay, parseInstant } from '../dates.ts'
import { LANGUAGES } from '../languages.ts'
import { singleLineText } from '../text/text-schemas.ts'

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
  .union([z.literal(''), z.string().refine(isDay, 'Please enter a valid date')])
  .optional()
  .transform((value) => value || undefined)
  .meta({ description: 'A day in Asia/Kolkata, `YYYY-MM-DD`; both ends are inclusive', examples: ['2026-04-01'] })

/** A day, or an instant with an offset, such as an event's `recordedAt`. An empty text means no moment. */
export const momentParam = z
  .union([
    z.literal(''),
    z.string().refine((text) => isDay(text) || parseInstant(text) !== undefined, 'Please enter a valid date'),
  ])
  .optional()
  .transform((value) => value || undefined)
  .meta({ description: 'A day in Asia/Kolkata, `YYYY-MM-DD`, or ISO 8601 with an offset', examples: ['2026-04-01'] })

export const noQuery = z.strictObject({})

export const peopleQuery = z.strictObject({
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
export const transactionsQuery = z.strictObject({
  ...pageParams,
  q: searchWordsParam,
  from: dayParam,
  to: dayParam,
  type: z.enum(['credit', 'debit']).optional().describe('Money received or money spent only; left out, both'),
  bill: z
    .enum(['with', 'without'])
    .optional()
    .meta({ description: 'Entries with a bill, or expenses without one: money sent and transfers need none' }),
})

export const companyTransactionsQuery = transactionsQuery.extend({
  account: z.string().max(100).optional().describe('The public id of an account: its transactions only'),
  beneficiary: z
    .string()
    // The limit allows a name of 120 characters, each of which NFKC may write as 18.
    .max(2200)
    .optional()
    .meta({ description: 'The id of a beneficiary: what was paid to it, by whomever' }),
  purpose: singleLineText(200).optional().meta({ description: 'Exactly this purpose; case does not count' }),
  deleted: z
    .enum(['include', 'only'])
    .optional()
    .meta({ description: 'Deleted entries too, or nothing else; left out, none. They count in no sum' }),
})

/** The same filters without the paging parameters, because sums have no pages. */
export const transactionSumsQuery = transactionsQuery.omit({ limit: true, cursor: true })
export const companyTransactionSumsQuery = companyTransactionsQuery.omit({ limit: true, cursor: true })
export type CompanyTransactionsQuery = z.infer<typeof companyTransactionsQuery>

export type PeopleQuery = z.infer<typeof peopleQuery>
export type TransactionsQuery = z.infer<typeof transactionsQuery>
