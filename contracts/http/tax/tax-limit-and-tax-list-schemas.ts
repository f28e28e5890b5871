import { z } from 'zod'
import { INVALID_DATE_MESSAGE, isDay } from '../../dates.ts'
import { LANGUAGES } from '../../languages.ts'
import { decimalAmount } from '../../money.ts'
import { limitInAnswer, limitInRequest } from '../amount-limit-schemas.ts'
import { PAN_DESCRIPTION } from '../beneficiaries/beneficiary-details-schemas.ts'
import { dayParam, endsAfterItBegins, PERIOD_ORDER } from '../query-parameters.ts'

/** The lists of payments that the Income-tax Act asks about, and their limits. */

const SINGLE = 'One payment above this is listed'
const YEAR = 'Payments of a financial year to one party above this are listed'
const CASH_DAY = 'Cash to one party above this on one day is listed'
const OFF = 'null lists none'

export const taxLimitsAnswer = z
  .array(
    z.object({
      from: z.iso
        .date()
        .nullable()
        .meta({ description: 'The first day on which they hold; null for the beginning', examples: ['2026-04-01'] }),
      single: limitInAnswer(SINGLE, OFF),
      year: limitInAnswer(YEAR, OFF),
      cashDay: limitInAnswer(CASH_DAY, OFF),
    }),
  )
  .describe('The limits, the oldest first; each holds until the day before the next')
export type TaxLimitsFromDay = z.infer<typeof taxLimitsAnswer>[number]

/** All three limits together; amounts parse to paise. */
export const taxLimitsBody = z.strictObject({
  from: z
    .string({ error: INVALID_DATE_MESSAGE })
    .refine(isDay, INVALID_DATE_MESSAGE)
    .meta({ description: 'The first day on which they hold, `YYYY-MM-DD`', examples: ['2026-04-01'] }),
  single: limitInRequest(SINGLE, OFF),
  year: limitInRequest(YEAR, OFF),
  cashDay: limitInRequest(CASH_DAY, OFF),
})

const periodParams = { from: dayParam, to: dayParam }

export const taxListQueryParams = z.strictObject(periodParams).refine(endsAfterItBegins, PERIOD_ORDER)

export const taxListFileQueryParams = z
  .strictObject({
    ...periodParams,
    format: z.enum(['pdf', 'xlsx', 'csv']).describe('The kind of the file'),
    language: z.enum(LANGUAGES).default('en').describe('The language of its words'),
  })
  .refine(endsAfterItBegins, PERIOD_ORDER)

/** The limits that a party can be above. */
const TAX_LIMIT_KINDS = ['single', 'year', 'cash'] as const

export const taxListAnswer = z
  .array(
    z.object({
      beneficiary: z
        .object({
          id: z.string().describe('The id of the beneficiary; of several with one PAN the first'),
          name: z.string().describe('Its name; of several with one PAN all their names, with ` / ` between them'),
        })
        .describe('The party that was paid'),
      pan: z.string().nullable().describe(`${PAN_DESCRIPTION}; null where none is known`),
      total: decimalAmount.describe('All payments of the period, in rupees'),
      largest: decimalAmount.describe('The largest payment of the period, in rupees'),
      sinceApril: decimalAmount.describe(
        'All payments since 1 April of the financial year, up to the last one of the period, in rupees; of several years the largest sum',
      ),
      cashDays: z
        .array(
          z.object({
            date: z.iso.date().meta({ description: 'The day', examples: ['2026-04-01'] }),
            amount: decimalAmount.describe('The cash of that day, in rupees'),
          }),
        )
        .describe('The days of the period whose cash is above the limit of that day, the oldest first'),
      over: z
        .array(z.enum(TAX_LIMIT_KINDS))
        .describe(
          'The limits that it is above. single: one payment of the period. year: on a day of the period on which it was paid, all payments since 1 April of the financial year of that day. cash: the cash of one day of the period. Each is compared with the limit of its own day',
        ),
    }),
  )
  .describe('The parties that are above a limit, the most paid first')
export type TaxList = z.infer<typeof taxListAnswer>
