import { z } from 'zod'
import { isDay } from '../../dates.ts'
import { LANGUAGES } from '../../languages.ts'
import { decimalAmount } from '../../money.ts'
import { isGstin, isPan, panOfGstin } from '../../tax/tax-numbers.ts'
import { parseTypedMobile } from '../../text/parse-typed-mobile.ts'
import { singleLineText } from '../../text/text-schemas.ts'
import { limitInAnswer, limitInRequest } from '../limit-field-schemas.ts'
import { dayParam, endsAfterItBegins, PERIOD_ORDER } from '../query-parameters.ts'

/** The details of beneficiaries, and the lists of payments that the Income-tax Act asks about. */

const PAN_MESSAGE = 'Please enter a valid PAN, such as ABCPD1234E'
const GSTIN_MESSAGE = 'Please enter a valid GSTIN of 15 characters'
const OTHER_PAN_MESSAGE = 'This GSTIN belongs to another PAN'
const PHONE_MESSAGE = 'Please enter a valid 10-digit phone number'

/** A number as people type it, with spaces and hyphens; empty and null mean none. */
const numberOrNone = (isValid: (text: string) => boolean, message: string) =>
  singleLineText(30, message)
    .transform((text) => text.replaceAll(/[\s-]/g, '').toUpperCase())
    .refine((text) => text === '' || isValid(text), message)
    .nullable()
    .transform((text) => text || null)

const PAN = 'The permanent account number of the party'
const GSTIN = 'The GST number of the party'
const PHONE = 'Ten digits'

export const beneficiaryDetailsBody = z
  .strictObject({
    pan: numberOrNone(isPan, PAN_MESSAGE).meta({ description: `${PAN}; null for none`, examples: [null] }),
    gstin: numberOrNone(isGstin, GSTIN_MESSAGE).meta({
      description: `${GSTIN}, which holds its PAN; null for none`,
      examples: ['27AAPFU0939F1ZV'],
    }),
    phone: z
      .string({ error: PHONE_MESSAGE })
      .max(30, PHONE_MESSAGE)
      .nullable()
      .transform((text) => (text === null || /^[\s-]*$/.test(text) ? null : (parseTypedMobile(text) ?? '')))
      .refine((phone) => phone === null || phone.length === 10, PHONE_MESSAGE)
      .meta({
        description: `${PHONE}, with or without +91, 91, 0091 or 0 before them and anything but digits between them; null for none`,
        examples: ['9876543210'],
      }),
  })
  .refine(({ pan, gstin }) => pan === null || gstin === null || panOfGstin(gstin) === pan, {
    path: ['gstin'],
    error: OTHER_PAN_MESSAGE,
  })

export const beneficiaryDetails = z
  .object({
    pan: z
      .string()
      .nullable()
      .meta({ description: `${PAN}; null for none`, examples: ['ABCPD1234E'] }),
    gstin: z
      .string()
      .nullable()
      .meta({ description: `${GSTIN}; null for none`, examples: ['27AAPFU0939F1ZV'] }),
    phone: z
      .string()
      .nullable()
      .meta({ description: `${PHONE}; null for none`, examples: ['9876543210'] }),
  })
  .describe('The details of a beneficiary, which are stored outside the log')
export type BeneficiaryDetails = z.infer<typeof beneficiaryDetails>

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
    .string({ error: 'Please enter a valid date' })
    .refine(isDay, 'Please enter a valid date')
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
      pan: z.string().nullable().describe(`${PAN}; null where none is known`),
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
