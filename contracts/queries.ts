import { z } from 'zod'
import { isDay, readInstant } from './dates.ts'
import { line } from './text.ts'

const LIMIT_RANGE = 'A page has 1 to 1000 rows'

/** What narrows a list (api.md, Lists). A key given twice is no string and so refused. */
export const page = {
  limit: z
    .string({ error: LIMIT_RANGE })
    .regex(/^\d{1,4}$/, LIMIT_RANGE)
    .transform(Number)
    .pipe(z.number().min(1, LIMIT_RANGE).max(1000, LIMIT_RANGE))
    .default(200)
    .meta({ description: 'Rows of one page, 1 to 1000', examples: ['50'] }),
  cursor: z.string().max(200).optional().meta({ description: 'Where the page begins: taken from the `Link` header' }),
}
/** Words to look for; case does not count. */
const q = line(100).optional().meta({ description: 'Words to look for; case does not count' })
/** A day in Asia/Kolkata, `YYYY-MM-DD`; both ends are inclusive. An empty one is none. */
export const day = z
  .union([z.literal(''), z.string().refine(isDay, 'Please enter a valid date')])
  .optional()
  .transform((value) => value || undefined)
  .meta({ description: 'A day in Asia/Kolkata, `YYYY-MM-DD`; both ends are inclusive', examples: ['2026-04-01'] })

/** A day, or an instant with an offset, such as an event's `recordedAt`. An empty one is none. */
export const moment = z
  .union([
    z.literal(''),
    z.string().refine((text) => isDay(text) || readInstant(text) !== undefined, 'Please enter a valid date'),
  ])
  .optional()
  .transform((value) => value || undefined)
  .meta({ description: 'A day in Asia/Kolkata, `YYYY-MM-DD`, or ISO 8601 with an offset', examples: ['2026-04-01'] })

export const noQuery = z.strictObject({})

export const peopleQuery = z.strictObject({ ...page, q })

/** §2, Transaction list behaviour: the words stand in recipient, purpose, narration, amount or payment mode. */
export const transactionsQuery = z.strictObject({
  ...page,
  q,
  from: day,
  to: day,
  type: z.enum(['credit', 'debit']).optional().describe('Money received or money spent only; left out, both'),
  bill: z
    .enum(['with', 'without'])
    .optional()
    .meta({ description: 'Entries with a bill, or those that could have one and have none: a transfer is in neither' }),
})

export const companyTransactionsQuery = transactionsQuery.extend({
  account: z.string().max(100).optional().describe('The public id of an account: its transactions only'),
  beneficiary: z
    .string()
    // A name of 120 characters, each of which NFKC may write as 18.
    .max(2200)
    .optional()
    .meta({ description: 'The id of a beneficiary: what was paid to it, by whomever' }),
  purpose: line(200).optional().meta({ description: 'Exactly this purpose; case does not count' }),
  deleted: z
    .enum(['include', 'only'])
    .optional()
    .meta({ description: 'Deleted entries too, or nothing else; left out, none. They count in no sum' }),
})

/** The same without a page: of sums there is one. */
export const transactionSumsQuery = transactionsQuery.omit({ limit: true, cursor: true })
export const companyTransactionSumsQuery = companyTransactionsQuery.omit({ limit: true, cursor: true })
export type CompanyTransactionsQuery = z.infer<typeof companyTransactionsQuery>

export type PeopleQuery = z.infer<typeof peopleQuery>
export type TransactionsQuery = z.infer<typeof transactionsQuery>
